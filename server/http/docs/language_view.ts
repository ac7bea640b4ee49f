import type { Language } from "../../contracts/catalog.ts";
import type { SummarySimulation } from "../../contracts/types.ts";
import type { ExpressionExample } from "../../wording/agents.ts";
import {
  COLUMN_LINES,
  CONSTANT_LINES,
  FUNCTION_LINES,
  GRAMMAR_LINES,
} from "../../wording/language.ts";
import { counted, percent, signed } from "../../wording/numbers.ts";
import { type Html, html, prose } from "./html.ts";

/** The language with examples that this server ran. */
export interface LanguagePart {
  readonly language: Language;
  readonly examples: readonly LanguageExample[];
}

/** An example, and its run; null where the operator's datasets refuse it. */
export interface LanguageExample extends ExpressionExample {
  readonly run: Pick<SummarySimulation, "metrics"> | null;
}

/** Returns the section on the texts of `expression`. */
export function languageView({ language, examples }: LanguagePart): Html {
  const { columns, constants, functions, limits, words } = language;
  return html`
    <section id="expression">
      <h2>Rules of your own</h2>
      <p class="lead">${prose(
        "A component of the strategy `expression` has either `target`, or both `enter` and `exit`: " +
          "texts. Every other member of its `strategyParams` is a name of your own, with a number " +
          "or a text, which the texts use and a search can vary. A window is `20d`, `36h` or `1b`; " +
          "a number under a name in a window's place is days. What reads no number has no number, " +
          "and no text reads a later bar.",
      )}</p>
      <p>${prose(
        `A text has at most ${limits.characters} characters and ${limits.parts} parts, a component ` +
          `${limits.names} names, ${limits.textsCharacters} characters and a weight of ` +
          `${limits.weight}. Operators weigh 1, and equal parts weigh once.`,
      )}</p>
      <h4>Ten examples that this server ran</h4>
      <ul>${examples.map(exampleView)}</ul>
      <h4>Functions</h4>
      ${functionsView(functions)}
      <h4>Columns, constants and words</h4>
      <div class="table">
        <table>
        ${[...columns, ...constants].map(({ name, requiredFeatures }) =>
          html`
            <tr>
              <th scope="row"><code>${name}</code></th>
              <td>${COLUMN_LINES[name] ?? CONSTANT_LINES[name] ?? ""}</td>
              <td>${requiredFeatures.length === 0
                ? ""
                : `needs ${requiredFeatures.join(", ")}`}</td>
            </tr>
          `
        )}
        ${words.map((word) =>
          html`
            <tr>
              <th scope="row"><code>${word}</code></th>
              <td>${GRAMMAR_LINES[word] ?? ""}</td>
              <td></td>
            </tr>
          `
        )}
      </table>
      </div>
    </section>
  `;
}

function functionsView(functions: Language["functions"]): Html {
  return html`
    <div class="table">
      <table>
      <tr><th>function</th><th>weight</th><th>meaning</th><th>example</th></tr>
      ${functions.map(({ name, signature, weight }) =>
        html`
          <tr>
            <th scope="row"><code>${signature}</code></th>
            <td>${String(weight)}</td>
            <td>${FUNCTION_LINES[name]?.line ?? ""}</td>
            <td><code>${FUNCTION_LINES[name]?.example ?? ""}</code></td>
          </tr>
        `
      )}
      </table>
    </div>
  `;
}

function exampleView({ meaning, params, run }: LanguageExample): Html {
  const figures = run === null
    ? "not on the markets of this server"
    : `${counted(run.metrics.fills, "fill", "fills")}, exposure ${
      percent(run.metrics.exposure, 0)
    }, ${signed(100 * run.metrics.annualizedMeanReturn)} %/y on the first market`;
  return html`
    <li>${meaning}: <code>${JSON.stringify(params)}</code> <span class="note">${figures}</span></li>
  `;
}
