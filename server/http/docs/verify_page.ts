import hashesPython from "./programs/hashes.py" with { type: "text" };
import hashesTypeScript from "./programs/hashes.ts" with { type: "text" };
import ranksPython from "./programs/ranks.py" with { type: "text" };
import receiptPython from "./programs/receipt.py" with { type: "text" };
import receiptTypeScript from "./programs/receipt.ts" with { type: "text" };
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

const RECEIPT_COMMANDS = `pip install cryptography
curl -s --create-dirs --remote-name-all --output-dir arena $ARENA/arena/keys.json $ARENA/arena/log.json $ARENA/arena/log-1.json
python3 receipt.py receipt.json arena   # the signature, and the place in the log`;

const RANKS_COMMANDS = `curl -s --create-dirs --remote-name-all --output-dir arena/autumn-1 \\
  $ARENA/arena/autumn-1/susde-hourly.json $ARENA/arena/autumn-1/susde-hourly.f64 \\
  $ARENA/arena/autumn-1/susde-hourly-rows-1.json
python3 ranks.py arena/autumn-1 susde-hourly  # lists what differs, by more than 1e-12, and then fails`;

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

const RECEIPT: readonly Program[] = [
  { id: "receipt-python", name: "receipt.py", text: receiptPython },
  { id: "receipt-typescript", name: "receipt.ts", text: receiptTypeScript },
];
const RANKS: readonly Program[] = [{ id: "ranks-python", name: "ranks.py", text: ranksPython }];

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
          They need only the answer or the arena's public folder, and Python 3, or TypeScript in any
          runtime with the Web Crypto API.</p>
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
      <section id="receipt">
        <div class="prose">
      <h2>Receipts</h2>
      ${sentences(RECEIPT_TEXT)}
      ${textView(RECEIPT_COMMANDS)}
        </div>
      ${RECEIPT.map(programView)}
      </section>
      <section id="ranks">
        <div class="prose">
      <h2>Ranks of a season</h2>
      ${sentences(RANKS_TEXT)}
      ${textView(RANKS_COMMANDS)}
        </div>
      ${RANKS.map(programView)}
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

const RECEIPT_TEXT = [
  "A receipt is `{payload, keyId, signature}`. `payload` is a text, canonical JSON (RFC 8785), and its " +
  "UTF-8 bytes are what is signed, with Ed25519. `keyId` is the first 16 hexadecimal digits of the " +
  "SHA-256 of the 32 bytes of the public key; `keys.json` of the public folder has the keys, each with " +
  "the time in which it signs.",
  "The log of the arena is a hash chain: `head` is the SHA-256 of the head before it and of the " +
  "record's `leaf`, the SHA-256 of the record's canonical JSON. The receipt of an entry or of a result " +
  "has the number of its record and the head after it, so a record that is dropped or moved later is " +
  "proved by its receipt.",
  "`main.ts verify FILE`, and `npx arena verify FILE` of the package, do the same, run the candidate " +
  "of an evaluation again, and recompute a season from its secret to its ranks. The board of the page verifies a file that is dropped on it.",
];

const RANKS_TEXT = [
  "The matrix of a board has the utility of every entry, then of Hold and idle, on every path: 64-bit " +
  "floats, little endian, row after row. Places, intervals, leaders and all figures of the rows follow " +
  "from it. The program needs no package and takes a minute for 1,000 entries.",
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
      <h2>Receipts</h2>
      <ul><li><a href="#receipt">What is signed</a></li>${links(RECEIPT)}</ul>
      <h2>Ranks</h2>
      <ul><li><a href="#ranks">What follows from the matrix</a></li>${links(RANKS)}</ul>
    </nav>
  `;
}
