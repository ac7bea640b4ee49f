import hashesPython from "./programs/hashes.py" with { type: "text" };
import hashesTypeScript from "./programs/hashes.ts" with { type: "text" };
import verdictPython from "./programs/verdict.py" with { type: "text" };
import verdictTypeScript from "./programs/verdict.ts" with { type: "text" };
import { textView } from "./code_view.ts";
import { type Html, html, page, prose } from "./html.ts";
import { ABOUT } from "./openapi_parts.ts";

const CANDIDATE = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
const CURL = 'curl -s -H "x-api-key: $ARENA_KEY" -H "content-type: application/json"';
const FAMILY = "$ARENA/v1/families/strategy-arena";

const HASH_COMMANDS = `${CURL} -d '${CANDIDATE}' \\
  ${FAMILY}/simulations/summary > simulation.json
python3 hashes.py < simulation.json   # candidateHash and resultHash`;

const VERDICT_COMMANDS = `${CURL} -d @simulation.json \\
  ${FAMILY}/evaluations > evaluation.json
python3 verdict.py < evaluation.json  # lists what differs, by more than 1e-12, and then fails`;

/** A program with which a reader can verify an answer. */
interface Program {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

const HASHES: readonly Program[] = [
  { id: "hashes-python", name: "hashes.py", text: hashesPython },
  { id: "hashes-typescript", name: "hashes.ts", text: hashesTypeScript },
];
const VERDICT: readonly Program[] = [
  { id: "verdict-python", name: "verdict.py", text: verdictPython },
  { id: "verdict-typescript", name: "verdict.ts", text: verdictTypeScript },
];

/** Returns the page of programs that recompute an answer. A test runs each on real answers. */
export function verifyPage(): Promise<string> {
  return page({
    title: `${ABOUT.title}: verify an answer`,
    description: "Programs that recompute hashes and verdicts from an answer alone",
    contents: contentsView(),
    main: html`
      <section id="about">
        <div class="prose">
          <h1>Verify an answer</h1>
          <p class="lead">The claims of an answer follow from its data. These programs recompute them.
          They need only the answer, and Python 3, or TypeScript in any runtime with the Web Crypto
          API.</p>
        </div>
      </section>
      <section id="hashes">
        <div class="prose">
      <h2>Hashes of a simulation</h2>
      ${sentences(HASH_TEXT)}
      ${textView(HASH_COMMANDS)}
        </div>
      ${HASHES.map(programView)}
      </section>
      <section id="verdict">
        <div class="prose">
      <h2>Verdict of an evaluation</h2>
      ${sentences(VERDICT_TEXT)}
      ${textView(VERDICT_COMMANDS)}
        </div>
      ${VERDICT.map(programView)}
      </section>
    `,
  });
}

const HASH_TEXT = [
  "`candidateHash` is the SHA-256 of the candidate's canonical JSON (RFC 8785), with every default " +
  "filled in and the capital without trailing zeros. `resultHash` is the SHA-256 of 291 bytes and 32 " +
  "per component: the head `arena-result-2`, both hashes, the scored window, the figures as doubles, " +
  "and the counts of intents, fills and skips. Every view of a candidate has the same two hashes.",
  "`provenanceHash` is the SHA-256 of the canonical JSON of the inputs besides the file: `absent`, " +
  "`estimated`, `expiry`, `farExpiry`, `provenance`, `pyIndex` and `scalarRoot`. The list of markets " +
  "has all of them.",
  "Python prints some numbers differently from RFC 8785, so the program keeps the digits of the " +
  "answer: give it the unchanged answer.",
];

const VERDICT_TEXT = [
  "`verdict.series` has the utility of the candidate, of Hold, of idle capital and of the blind twin " +
  "on every path. Edge, error, t, p, its adjustment for the tries, the interval, the twin's test, " +
  "`capitalScore` and the gates follow from them, from `passiveGap` and from `trials`.",
  "Two kinds of figures are taken from the answer instead of being recomputed: the official run's, " +
  "which a replay proves (the payload is run again, and `resultHash` covers them), and `tEff`, " +
  "which needs the daily returns of the full view.",
  "A verdict concerns the generator of the dataset, and is a hypothesis until it is confirmed on " +
  "hidden paths. Recomputing it shows only that it was computed as published.",
];

function sentences(texts: readonly string[]): readonly Html[] {
  return texts.map((text) => html`<p>${prose(text)}</p>`);
}

function programView({ id, name, text }: Program): Html {
  return html`<h3 id="${id}">${name}</h3>
${textView(text)}`;
}

function contentsView(): Html {
  const links = (programs: readonly Program[]): readonly Html[] =>
    programs.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`);
  return html`
    <nav class="contents" aria-label="Contents">
      <h2>Hashes</h2>
      <ul><li><a href="#hashes">What they cover</a></li>${links(HASHES)}</ul>
      <h2>Verdict</h2>
      <ul><li><a href="#verdict">What follows from the series</a></li>${links(VERDICT)}</ul>
    </nav>
  `;
}
