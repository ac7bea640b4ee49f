import type { DocumentExamples } from "./openapi.ts";
import { ABOUT, TAGS } from "./openapi_parts.ts";
import type { OperationDefinition } from "../operation_definition.ts";
import { ERROR_CODE_NAMES, errorDefinition } from "../../contracts/error_codes.ts";
import { ORIGIN } from "../../services/published_by_origin.ts";
import { RISKS } from "../../wording/verdict.ts";
import { textView } from "./code_view.ts";
import { type Html, html, page, prose } from "./html.ts";
import {
  codeLink,
  headerRows,
  methodView,
  operationView,
  parameterRow,
  statusView,
} from "./operation_view.ts";
import { type LanguagePart, languageView } from "./language_view.ts";
import { planView } from "./plan_view.ts";
import { type JsonSchema, schemaView } from "./schema_view.ts";

/** Contents of the reference. */
export interface ReferenceParts {
  readonly operations: readonly OperationDefinition[];
  readonly examples: DocumentExamples;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** null where the engine has no language. */
  readonly language: LanguagePart | null;
}

const FIRST_COMMANDS = `export ARENA=${ORIGIN}   # the address of this page\n` +
  "export ARENA_KEY=sa_...   # printed at the first start";

/** Returns the page of all operations, schemas and errors. */
export function referencePage(
  { operations, examples, schemas, language }: ReferenceParts,
): Promise<string> {
  const grouped = TAGS.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return page({
    title: `${ABOUT.title}: reference`,
    description: ABOUT.summary,
    contents: contentsView(grouped),
    main: html`
      ${introduction()}
      ${grouped.map((group) =>
        group.operations.map((operation) => operationView(operation, examples[operation.id]))
      )}
      ${language === null ? "" : languageView(language)}
      ${planView()}
      ${headersView()}
      ${errorsView()}
      <section id="schemas">
      <h2>Schemas</h2>
      <p class="lead">Members that are not named are rejected. <code class="required">name</code> is required.</p>
      ${Object.entries(schemas).toSorted(([left], [right]) => left < right ? -1 : 1)
        .map(([id, schema]) => schemaView(id, schema))}
      </section>
    `,
  });
}

interface Group {
  readonly name: string;
  readonly operations: readonly OperationDefinition[];
}

function contentsView(groups: readonly Group[]): Html {
  return html`<nav class="contents" aria-label="Contents">
<h2>Start</h2>
<ul><li><a href="#start">How to begin</a></li></ul>
${
    groups.map(({ name, operations }) =>
      html`
        <h2>${name.charAt(0).toUpperCase()}${name.slice(1)}</h2>
        <ul>${operations.map((operation) =>
          html`
            <li><a href="#${operation.id}">${methodView(operation)} ${operation.id}</a></li>
          `
        )}</ul>
      `
    )
  }<h2>More</h2>
<ul>
<li><a href="#expression">Rules of your own</a></li>
<li><a href="#plan">Plan of a search</a></li>
<li><a href="#headers">Headers</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>`;
}

function introduction(): Html {
  return html`
    <section id="start">
      <div class="prose">
    <h1>${ABOUT.title}</h1>
    <p class="lead">${ABOUT.summary}.</p>
    <p>${prose(ABOUT.description)}</p>
    <p>Version ${ABOUT
      .version}. The same as <a href="/openapi/v1.json">OpenAPI 3.1</a>, made from the
    schemas of every request and response.</p>
    <h3>How to begin</h3>
    ${textView(FIRST_COMMANDS)}
    <ol>
    <li>See <a href="#listMarkets">the markets</a> and <a href="#listStrategies">the strategies</a>.</li>
    <li><a href="#simulateSummary">Simulate</a> a candidate: a market and 1 to 16 strategies.</li>
    <li><a href="#evaluate">Evaluate</a> the <code>data</code> of the response: this returns its score,
    its verdict and why it is eligible or not.</li>
    <li><a href="#startSearch">Search</a> through thousands of candidates; <code>SEARCH</code> below is
    the <code>searchId</code> of the response.</li>
    </ol>
    <h3>What a verdict says</h3>
    <p>The score concerns one path, on which luck outweighs skill. <code>verdict.edge</code> is the
    utility above the better passive line on 64 fresh half-years of the same generator;
    <code>pAdjusted</code> is the probability that chance alone gives as much after every candidate
    that the key has evaluated on the dataset. Repeating a candidate, or simulating one, is not a
    new try.</p>
    <ul>
    ${Object.values(RISKS).map((risk) => html`<li>${risk}</li>`)}
    </ul>
    <h3>Keys and limits</h3>
    <p>Every path under <code>/v1/</code> needs the header <code>x-api-key</code> and a scope. A read or
    an evaluation costs 1 compute unit, an evaluation of texts 30, a simulation or an entry of a season
    10 per component, a wrong request 1. A key has 50 units in any second, 2 simulations and 4 evaluations at once, unless the operator configured
    other limits. A request that is rejected with 429 or 503 changes nothing and costs nothing: wait
    as long as <code>Retry-After</code> says, then send it again.</p>
      </div>
    </section>
  `;
}

function headersView(): Html {
  return html`
    <section id="headers">
      <h2>Headers</h2>
      <h4>Of requests, all optional</h4>
      <div class="table">
        <table>${["x-request-id", "if-none-match"].map(parameterRow)}</table>
      </div>
      <h4>Of responses</h4>
      <div class="table">
        <table>${headerRows()}</table>
      </div>
    </section>
  `;
}

function errorsView(): Html {
  return html`
    <section id="errors">
      <h2>Errors</h2>
      <p>Every error is a problem (RFC 9457) of the type <code>application/problem+json</code>. Branch on
    its status, then on <code>code</code>; <code>type</code> is the page of the code.</p>
      <div class="table answers">
        <table>${ERROR_CODE_NAMES.map((code) => {
          const { status, title } = errorDefinition(code);
          return html`
            <tr>
              <th scope="row">${statusView(status)}</th>
              <td>${codeLink(code)}<span class="note">${title}</span></td>
            </tr>
          `;
        })}</table>
      </div>
    </section>
  `;
}
