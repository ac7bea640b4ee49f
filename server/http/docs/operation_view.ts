import type { OperationExample } from "./openapi.ts";
import { HEADERS, PARAMETERS } from "./openapi_parts.ts";
import {
  ARROW_TYPE,
  errorCodes,
  examplePath,
  type OperationDefinition,
  pathParameters,
} from "../operation_definition.ts";
import { OPERATION_SCHEMAS } from "./operation_schemas.ts";
import { FAMILY_ID } from "../../contracts/scalar.ts";
import { type ErrorCode, errorDefinition } from "../../contracts/error_codes.ts";
import { jsonView, printJson, textView } from "./code_view.ts";
import { type Html, html, prose } from "./html.ts";
import { type JsonSchema, memberRow, schemaLink } from "./schema_view.ts";

/** Bodies with more lines are folded. */
const BODY_LENGTH_MAX = 400;
const BAD_STATUS = 500;

/** Returns the whole section of an operation. */
export function operationView(operation: OperationDefinition, example?: OperationExample): Html {
  const { id, summary, scope, cost } = operation;
  return html`
    <section class="operation" id="${id}">
      <div>
    <h2>${summary}</h2>
    <p class="route">${methodView(operation)} <span>${operation.path}</span></p>
    <ul class="chips">
    <li>${scope === null ? "no key" : html`scope <code>${scope}</code>`}</li>
    ${cost === undefined ? "" : html`<li>${cost}</li>`}
    <li>${id}</li>
    </ul>
    ${parametersView(operation)}
    ${bodyView(operation)}
    ${responsesView(operation)}
      </div>
      <div>
    <h4>Request</h4>
    ${textView(curlCommand(operation, example?.body))}
    ${foldedBody(example?.body)}
    ${responseView(operation, example?.response)}
      </div>
    </section>
  `;
}

/** Returns the method as a badge. */
export function methodView({ method }: OperationDefinition): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Returns a link to the page of a code. */
export function codeLink(code: ErrorCode): Html {
  return html`<a href="/docs/errors/${code}"><code>${code}</code></a>`;
}

/** Returns a status in the colour of its class. */
export function statusView(status: number): Html {
  const kind = status < 400 ? "good" : status < BAD_STATUS ? "warn" : "bad";
  return html`<span class="status ${kind}">${status}</span>`;
}

/**
 * Returns a command that sends the example; `ARENA` is the address, `ARENA_KEY` the key and `SEARCH`
 * the id of a search.
 */
export function curlCommand(
  { id, method, path, scope, hasBody }: OperationDefinition,
  body: unknown,
): string {
  const key = scope === null ? "" : ` \\\n  -H "x-api-key: $ARENA_KEY"`;
  const url = `"$ARENA${examplePath(path.replace("{searchId}", "$SEARCH"))}"`;
  // A terminal takes no binary file, and curl holds a stream back without -N.
  const way = id === "getSearchFile" ? "O" : id === "watchSearch" ? "N" : "";
  if (!hasBody) return `curl -s${way} ${method === "delete" ? "-X DELETE " : ""}${url}${key}`;
  const json = ` \\\n  -H "content-type: application/json"`;
  if (id !== "evaluate") return `curl -s ${url}${key}${json} \\\n  -d '${printJson(body, "  ")}'`;
  const candidate = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
  const simulate = `curl -s "$ARENA/v1/families/${FAMILY_ID}/simulations/summary"`;
  return `${simulate}${key}${json} \\\n  -d '${candidate}' |\n` +
    `curl -s ${url}${key}${json} \\\n  -d @-`;
}

function parametersView({ path, query = [] }: OperationDefinition): Html {
  const names = [...pathParameters(path), ...query];
  if (names.length === 0) return html``;
  return html`
    <h4>Parameters</h4>
    <div class="table">
      <table>${names.map(parameterRow)}</table>
    </div>
  `;
}

function bodyView({ id }: OperationDefinition): Html {
  const schema = OPERATION_SCHEMAS[id].body?.meta();
  if (schema?.id === undefined) return html``;
  return html`<h4>Body</h4>
<p>${schemaLink(schema.id)}: ${prose(schema.description ?? "")}</p>`;
}

function responsesView(operation: OperationDefinition): Html {
  const { response, columns, mediaType } = OPERATION_SCHEMAS[operation.id];
  const schema = response.meta()?.id ?? "";
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errorDefinition(code).status);
  const failures = [...byStatus].toSorted(([left], [right]) => left - right);
  return html`
    <h4>Responses</h4>
    <div class="table answers">
      <table>
    <tr><th scope="row">${statusView(operation.status ?? 200)}</th>
    <td>${schemaLink(schema)}${mediaType === undefined ? "" : html`
      (${mediaType})
    `}${columns === undefined ? "" : html`
      ; to <code>Accept: ${ARROW_TYPE}</code>, a stream of Apache Arrow: ${prose(columns)}
    `}</td></tr>
    ${operation.isRepeatable
      ? html`
        <tr>
          <th scope="row">${statusView(200)}</th>
          <td>the same, which was there</td>
        </tr>
      `
      : ""}
    ${operation.isConditional
      ? html`
        <tr>
          <th scope="row">${statusView(304)}</th>
          <td>the caller has the current representation</td>
        </tr>
      `
      : ""}
    ${failures.map(([status, codes]) =>
      html`
        <tr>
          <th scope="row">${statusView(status)}</th>
          <td class="codes">${codes.map((code) =>
            html`
              ${codeLink(code)}
            `
          )}</td>
        </tr>
      `
    )}</table>
    </div>
  `;
}

function foldedBody(body: unknown): Html {
  if (body === undefined || JSON.stringify(body).length <= BODY_LENGTH_MAX) return html``;
  return html`<details><summary>The body that it sends</summary>${jsonView(body)}</details>`;
}

function responseView({ id }: OperationDefinition, response: unknown): Html {
  if (response === undefined || OPERATION_SCHEMAS[id].mediaType !== undefined) return html``;
  return html`<h4>Response</h4>${jsonView(response)}`;
}

export function parameterRow(component: string): Html {
  const { name, description, schema, required } = PARAMETERS[component] ?? {};
  // Listing all codes would fill a page.
  const { enum: _, ...type } = schema as JsonSchema;
  return memberRow(String(name), { ...type, description: String(description) }, required === true);
}

/** Returns the table rows of the response headers. */
export function headerRows(): readonly Html[] {
  return Object.entries(HEADERS).map(([name, { description, example }]) =>
    html`
      <tr>
        <th scope="row"><code>${name}</code></th>
        <td>${prose(description)}<span class="note"><code>${example}</code></span></td>
      </tr>
    `
  );
}
