import { type FieldGroup, type PlanField, planFields } from "../../contracts/plan_fields.ts";
import { allowedText, listAlternatives } from "../../contracts/plan_schema.ts";
import { type Html, html, prose } from "./html.ts";

/** Returns the section with every field of the request to start a search. */
export function planView(): Html {
  return html`
    <section id="plan">
      <h2>Plan of a search</h2>
      <p class="lead">Every field of the request to <a href="/docs/searches#startSearch">start a search</a>. The command
      <code>search</code> reads the same plan from a file, without <code>top</code> and
      <code>points</code>, which are options there. A test runs each example.</p>
      ${planFields().map(groupView)}
    </section>
  `;
}

function groupView({ path, form, description, fields }: FieldGroup): Html {
  const id = ["field", ...path.split("/").slice(1), ...(form?.split(" ") ?? [])].join("-");
  const name = path === "" ? "request" : path;
  return html`
    <article class="schema" id="${id}">
      <h3><a href="#${id}">${form === null ? name : `${name}, ${form}`}</a></h3>
      <p>${prose(description)}</p>
      <div class="table">
        <table>${fields.map(fieldRow)}</table>
      </div>
    </article>
  `;
}

function fieldRow({ name, node, isRequired, example }: PlanField): Html {
  const { default: fallback, "x-unit": unit, description = "" } = node;
  const isUnit = unit !== undefined && node.type !== "array";
  const isShown = example !== undefined && node.const === undefined;
  return html`
    <tr>
      <th scope="row"><code class="${isRequired ? "required" : ""}">${name}</code></th>
      <td><span class="type">${typeText({ name, node })}${isUnit
        ? `, in ${unit}`
        : ""}${fallback === undefined
        ? ""
        : html`, default <code>${JSON.stringify(fallback)}</code>`}</span>
    <span class="note">${prose(description)}${isShown
      ? html`
        Example: <code>${JSON.stringify({ [name]: example })}</code>
      `
      : ""}</span></td>
    </tr>
  `;
}

function typeText({ name, node }: Pick<PlanField, "name" | "node">): Html {
  if (name === "base") return html`<a href="/docs/schemas#schema-Candidate">Candidate</a>`;
  const kinds = listAlternatives(node);
  if (kinds.length > 1) return html`an object of one of ${String(kinds.length)} kinds, below`;
  return html`${allowedText(node)}`;
}
