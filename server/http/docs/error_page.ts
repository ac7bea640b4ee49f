import { ABOUT } from "./openapi_parts.ts";
import { errorCodes, type OperationDefinition } from "../operation_definition.ts";
import { type ErrorCode, errorDefinition } from "../../contracts/error_codes.ts";
import { exampleProblem } from "./example_problem.ts";
import { ERROR_GUIDES } from "./error_guides.ts";
import { jsonView, textView } from "./code_view.ts";
import { html, page, prose } from "./html.ts";
import { methodView, statusView } from "./operation_view.ts";

/** Returns the page of a code: meaning, remedies, an example, and its operations. */
export function errorPage(
  code: ErrorCode,
  operations: readonly OperationDefinition[],
): Promise<string> {
  const { status, title } = errorDefinition(code);
  const { meaning, remedies } = ERROR_GUIDES[code];
  const { problem, headers } = exampleProblem(code);
  const answering = operations.filter((operation) => errorCodes(operation).includes(code));
  return page({
    title: `${code}: ${ABOUT.title}`,
    description: title,
    main: html`<article class="prose">
<p class="route">${statusView(status)} <code>${code}</code></p>
<h1>${title}</h1>
<p class="lead">${prose(meaning)}</p>
<h3>What to do</h3>
<ul>${remedies.map((remedy) => html`<li>${prose(remedy)}</li>`)}</ul>
<h3>An example</h3>
${textView(headLines(status, headers).join("\n"))}
${jsonView(problem)}
${
      code === "METHOD_NOT_ALLOWED" || answering.length === 0
        ? ""
        : html`<h3>Operations with this error</h3>
<ul class="answering">${
          answering.map((operation) =>
            html`
              <li><a href="/docs/${operation.tag}#${operation.id}">${methodView(
                operation,
              )} ${operation.id}</a></li>
            `
          )
        }</ul>`
    }
<p><a href="/docs#errors">All errors</a></p>
</article>`,
  });
}

function headLines(status: number, headers: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [`HTTP/1.1 ${status}`, "content-type: application/problem+json", ...lines];
}
