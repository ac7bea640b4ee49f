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

/** A page of the reference, in the order of its contents. */
interface ReferencePage {
  readonly path: string;
  readonly title: string;
  readonly main: Html;
}

/** Returns the pages of the reference by their paths: where to begin, concepts, and one a group. */
export async function referencePages(parts: ReferenceParts): Promise<ReadonlyMap<string, string>> {
  const pages = [...groupPages(parts), ...topicPages(parts)];
  const contents = contentsView(pages);
  const all = [{ path: START, title: ABOUT.title, main: startView(parts, pages) }, ...pages];
  const made = all.map(async ({ path, title, main }) =>
    [
      path,
      await page({ title: `${title}: reference`, description: ABOUT.summary, contents, main }),
    ] as const
  );
  return new Map(await Promise.all(made));
}

const START = "/docs";

function groupPages({ operations, examples }: ReferenceParts): readonly ReferencePage[] {
  return TAGS.map(({ name, description }) => ({
    path: `/docs/${name}`,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    main: html`
      <section>
        <h1>${description}</h1>
      </section>
      ${operations.filter(({ tag }) => tag === name)
        .map((operation) => operationView(operation, examples[operation.id]))}
    `,
  }));
}

function topicPages({ language, schemas }: ReferenceParts): readonly ReferencePage[] {
  return [
    { path: "/docs/concepts", title: "Concepts", main: conceptsView() },
    ...language === null
      ? []
      : [{ path: "/docs/expression", title: "Rules of your own", main: languageView(language) }],
    { path: "/docs/plan", title: "Plan of a search", main: planView() },
    { path: "/docs/headers", title: "Headers", main: headersView() },
    {
      path: "/docs/schemas",
      title: "Schemas",
      main: html`
        <section id="schemas">
        <h2>Schemas</h2>
        <p class="lead">Members that are not named are rejected. <code class="required">name</code> is required.</p>
        ${namesOf(schemas).map((id) => schemaView(id, schemas[id] ?? {}))}
        </section>
      `,
    },
  ];
}

function namesOf(schemas: ReferenceParts["schemas"]): readonly string[] {
  return Object.keys(schemas).toSorted();
}

function contentsView(pages: readonly ReferencePage[]): Html {
  return html`
    <nav class="contents" aria-label="Contents">
      <h2>Reference</h2>
      <ul>
    <li><a href="${START}">How to begin</a></li>
    ${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}
    <li><a href="${START}#errors">Errors</a></li>
      </ul>
    </nav>
  `;
}

/** The first page: five steps, and every anchor that the reference had when it was one page. */
function startView(
  { operations, schemas }: ReferenceParts,
  pages: readonly ReferencePage[],
): Html {
  return html`
    <section id="start">
      <div class="prose">
    <h1>${ABOUT.title}</h1>
    <p class="lead">${ABOUT.summary}, in five steps. What the words mean is in
    <a href="/docs/concepts">Concepts</a>.</p>
    ${textView(FIRST_COMMANDS)}
    <ol>
    <li>See <a href="/docs/catalog#listMarkets">the markets</a> and
    <a href="/docs/catalog#listStrategies">the strategies</a>.</li>
    <li><a href="/docs/simulations#simulateSummary">Simulate</a> a candidate: a market and 1 to 16
    strategies.</li>
    <li><a href="/docs/evaluations#evaluate">Evaluate</a> the <code>data</code> of the response: this
    returns its score, its verdict and why it is eligible or not.</li>
    <li><a href="/docs/searches#startSearch">Search</a> through thousands of candidates;
    <code>SEARCH</code> in the commands is the <code>searchId</code> of the response.</li>
    <li><a href="/docs/seasons#enterSeason">Enter</a> the best into a season, on half-years that
    nobody has seen.</li>
    </ol>
    <p>The same as <a href="/openapi/v1.json">OpenAPI 3.1</a>, version ${ABOUT.version}, made from
    the schemas of every request and response.</p>
    <h3>Operations</h3>
    <ul>${operations.map((operation) =>
      html`
        <li
          id="${operation.id}"><a href="/docs/${operation.tag}#${operation.id}">${methodView(
            operation,
          )} ${operation.id}</a> ${operation.summary}</li>
      `
    )}</ul>
    <h3>More</h3>
    <ul>${pages.filter(({ path }) => !TAGS.some(({ name }) => path === `/docs/${name}`))
      .map(({ path, title }) =>
        html`<li id="${path.slice("/docs/".length)}"><a href="${path}">${title}</a></li>`
      )}</ul>
    <p>${namesOf(schemas).map((id) =>
      html`
        <a id="schema-${id}" href="/docs/schemas#schema-${id}">${id}</a>
      `
    )}</p>
      </div>
    </section>
    ${errorsView()}
  `;
}

function conceptsView(): Html {
  return html`
    <section id="concepts">
      <div class="prose">
    <h1>Concepts</h1>
    ${ABOUT.description.split("\n\n").map((text) => html`<p>${prose(text)}</p>`)}
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
    an evaluation costs 1 compute unit, a look of the key at itself 5, an evaluation of texts 30, a simulation or an entry of a season
    10 per component, a wrong request 1. A key has 50 units in any second, 2 simulations and 4 evaluations at once, unless the operator configured
    other limits. A request over these limits changes nothing and costs nothing; one over a quota, or while a
    store is out of reach, can cost its units. Wait as long as <code>Retry-After</code> says, then send it again.</p>
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
