import rules from "../../../engine-rs/RULES.md" with { type: "text" };
import { FAMILY_ID } from "../../contracts/scalar.ts";
import {
  AIM_TEXT,
  COST_TEXT,
  expressionLines,
  LANGUAGE_TEXT,
  SEASON_TEXT,
  TRIES_TEXT,
  UTILITY_TEXT,
  WINDOWS_TEXT,
} from "../../wording/agents.ts";
import { errorCodes, type OperationDefinition } from "../operation_definition.ts";
import type { DocumentExamples } from "./openapi.ts";
import { ABOUT } from "./openapi_parts.ts";

/** Operations of a session, from the first read to a search. */
const SESSION = [
  "listMarkets",
  "listStrategies",
  "checkCandidate",
  "simulateSummary",
  "evaluate",
  "startSearch",
  "getSearch",
] as const;
/** Members of an answer to show, where it is long. */
const SHOWN: Readonly<Partial<Record<typeof SESSION[number], readonly string[]>>> = {
  simulateSummary: ["simulationId", "metrics", "warnings"],
  evaluate: ["score", "verdict"],
  startSearch: ["searchId", "status", "candidates", "evaluations", "estimatedSeconds"],
  getSearch: ["status", "candidates", "done", "best", "failure", "report"],
};
/** Facts that a reader of the answers needs, beside the examples. */
const NOTES: Readonly<Partial<Record<typeof SESSION[number], string>>> = {
  checkCandidate: "All errors at once; nothing runs.",
  startSearch:
    "`plan.method` is grid, or with a `count` random, sobol, halving or adaptive, as `{kind, count}`; " +
    "`plan.aim` is the figure to maximise, such as `edge`; `plan.evaluate` is the number of the best " +
    "to evaluate, 20 by default. An axis has `min`, `max` and `steps`, or `values`.",
  getSearch:
    "Ask again until `status` is `done`. `report.verdict` then says in `sentence` and `reasons` whether " +
    "the best can be trusted; `report.top` has the best with their evaluations.",
};
/** Most characters of an answer in the short text. */
const ANSWER_MAX = 320;

/** Contents of the texts. */
export interface LlmsParts {
  readonly operations: readonly OperationDefinition[];
  readonly examples: DocumentExamples;
}

/**
 * Returns the page that a language model reads first (llmstxt.org): what the service is, a session of
 * requests with answers of this server, and the language of own rules.
 */
export function llmsText(parts: LlmsParts): string {
  return `# ${ABOUT.title}

> ${ABOUT.summary}. ${AIM_TEXT}

${UTILITY_TEXT}

${TRIES_TEXT}

${WINDOWS_TEXT}

${COST_TEXT}

## A session

Every path under /v1/ needs a key in \`x-api-key\`. Answers are \`{requestId, status, data}\` or a
problem (RFC 9457) with \`code\`, \`detail\` and \`fieldErrors\`.
${SESSION.map((id) => requestText(parts, id)).join("")}
## Seasons

${SEASON_TEXT} \`GET ${familyPath("/seasons")}\` lists them; \`POST ${
    familyPath("/seasons/{seasonId}/entries")
  }\`
takes \`{"candidate": ...}\`, and GET of that path has the entries of the key with their results.

## Rules of your own

${LANGUAGE_TEXT} Columns and functions: \`GET ${familyPath("/strategies/expression/parameters")}\`.
Examples of \`strategyParams\` that run on every official market:

${expressionLines()}

## More

- [All rules and operations as one text](/llms-full.txt)
- [Reference for people](/docs), with a page for each error code
- [OpenAPI 3.1](/openapi/v1.json)
- [Programs that verify an answer](/docs/verify)
- Model Context Protocol: \`POST /mcp\`, with the same key
`;
}

/** Returns the short text, every operation, and the rules behind every number. */
export function llmsFullText(parts: LlmsParts): string {
  const operations = parts.operations.map((operation) => {
    const { id, method, path, summary, scope, cost } = operation;
    const facts = [
      scope === null ? "no key" : `scope ${scope}`,
      ...(cost === undefined ? [] : [cost]),
      ...(scope === null ? [] : [`codes ${errorCodes(operation).join(", ")}`]),
    ];
    return `- \`${method.toUpperCase()} ${path}\` (${id}): ${summary}; ${facts.join("; ")}\n`;
  });
  return `${llmsText(parts)}
# Operations

${operations.join("")}
${rules}`;
}

function requestText({ operations, examples }: LlmsParts, id: typeof SESSION[number]): string {
  const operation = operations.find((each) => each.id === id);
  const example = examples[id];
  if (operation === undefined || example === undefined) return "";
  const { method, path, summary } = operation;
  // The body of an evaluation is the answer of the simulation above it.
  const body = id === "evaluate" ? "\nthe `data` of the simulation, unchanged" : example.body;
  const lines = body === undefined ? "" : typeof body === "string" ? `${body}\n` : printed(body);
  const note = NOTES[id] === undefined ? "" : `\n${NOTES[id]}\n`;
  return `
### ${summary}

\`${method.toUpperCase()} ${path}\`
${note}${lines}${printed(shortAnswer(id, example.response))}`;
}

function printed(value: unknown): string {
  const text = JSON.stringify(value);
  const cut = text.length > ANSWER_MAX ? `${text.slice(0, ANSWER_MAX)} ...` : text;
  return `\n\`\`\`json\n${cut}\n\`\`\`\n`;
}

function shortAnswer(id: typeof SESSION[number], response: unknown): unknown {
  const { data } = response as { readonly data: Readonly<Record<string, unknown>> };
  const shown = SHOWN[id];
  return shown === undefined ? data : Object.fromEntries(shown.map((name) => [name, data[name]]));
}

function familyPath(path: string): string {
  return `/v1/families/${FAMILY_ID}${path}`;
}
