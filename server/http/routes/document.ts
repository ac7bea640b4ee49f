import type { DocumentExamples } from "../docs/openapi.ts";
import { originOf } from "../address.ts";
import { ApiError } from "../../base/errors.ts";
import { ERROR_CODE_NAMES } from "../../contracts/error_codes.ts";
import { respondPage, respondPublic } from "../respond.ts";
import { publish, type Published, publishText } from "../../services/published.ts";
import { PublishedByOrigin } from "../../services/published_by_origin.ts";
import type { ExampleParts } from "../docs/examples.ts";
import type { OperationDefinition } from "../operation_definition.ts";
import type { CatalogParts } from "./catalog.ts";
import type { Operation } from "./operation.ts";

const common = {
  method: "get",
  scope: null,
  tag: "document",
  hasBody: false,
  isConditional: true,
} as const;

/** What the documents are made from. */
export type DocumentParts = CatalogParts & Omit<ExampleParts, "catalog">;

/** The pages of the reference: the first one names the address of its server. */
interface Reference {
  readonly first: PublishedByOrigin;
  /** The others by their paths. */
  readonly pages: ReadonlyMap<string, Published>;
}

/** The documents that describe all operations; each is made once. */
export interface Documents {
  document(deps: DocumentParts): Promise<Published>;
  reference(deps: DocumentParts): Promise<Reference>;
  verification(deps: DocumentParts): Promise<Published>;
  errorPages(deps: DocumentParts): Promise<ReadonlyMap<string, Published>>;
  /** The texts for language models. */
  agentTexts(deps: DocumentParts): Promise<Readonly<Record<"short" | "full", Published>>>;
  /** The style of their pages. */
  styleSheet(deps: DocumentParts): Promise<Published>;
}

/** @param operations returns the whole table, including the operations of the documents */
export function makeDocuments(operations: () => readonly OperationDefinition[]): Documents {
  return {
    document: once((deps) => makeDocument(operations(), deps)),
    reference: once((deps) => makeReference(operations(), deps)),
    verification: once(makeVerification),
    errorPages: once(() => makeErrorPages(operations())),
    agentTexts: once((deps) => makeAgentTexts(operations(), deps)),
    styleSheet: once(async () => {
      const { STYLE_SHEET } = await import("../docs/style.ts");
      return await publishText(STYLE_SHEET);
    }),
  };
}

/**
 * Makes all documents in advance, which blocks the thread for 100 ms. No caller without a key makes
 * the process load a module later, for which it would need a descriptor.
 */
export async function prepareDocuments(documents: Documents, deps: DocumentParts): Promise<void> {
  await documents.document(deps);
  await documents.reference(deps);
  await documents.verification(deps);
  await documents.errorPages(deps);
  await documents.agentTexts(deps);
  await documents.styleSheet(deps);
}

/** Returns the operations that serve the documents. */
export function documentOperations(
  { document, reference, verification, errorPages }: Documents,
): readonly Operation<DocumentParts>[] {
  return [
    {
      ...common,
      id: "getDocument",
      path: "/openapi/v1.json",
      summary: "Returns this document",
      codes: [],
      handle: async (c, deps) => respondPublic(c, deps, await document(deps)),
    },
    {
      ...common,
      id: "getReference",
      path: "/docs",
      summary: "Shows this document as a page",
      codes: [],
      handle: async (c, deps) =>
        respondPage(c, deps, await (await reference(deps)).first.for(originOf(c, deps))),
    },
    {
      ...common,
      id: "getVerification",
      path: "/docs/verify",
      summary: "Shows programs that verify an answer",
      codes: [],
      handle: async (c, deps) => respondPage(c, deps, await verification(deps)),
    },
    {
      ...common,
      id: "getErrorPage",
      path: "/docs/errors/{code}",
      summary: "Explains the code of a problem",
      codes: ["NOT_FOUND"],
      handle: async (c, deps) => {
        const found = (await errorPages(deps)).get(c.req.param("code") ?? "");
        if (found !== undefined) return await respondPage(c, deps, found);
        throw new ApiError("NOT_FOUND", `Cannot find ${c.req.path}: see /docs for all codes`);
      },
    },
  ];
}

/** Makes a value on first use; after a failure the next use tries again. */
function once<T>(make: (deps: DocumentParts) => Promise<T>): (deps: DocumentParts) => Promise<T> {
  const made = new WeakMap<DocumentParts, Promise<T>>();
  return (deps) => {
    const known = made.get(deps);
    if (known !== undefined) return known;
    const making = make(deps);
    made.set(deps, making);
    making.catch(() => made.delete(deps));
    return making;
  };
}

async function makeDocument(
  operations: readonly OperationDefinition[],
  deps: DocumentParts,
): Promise<Published> {
  const { openapiDocument } = await import("../docs/openapi.ts");
  const [examples, marketIds] = [await loadExamples(deps), await listMarketIds(deps)];
  return await publish(openapiDocument(operations, examples, marketIds));
}

async function makeReference(
  operations: readonly OperationDefinition[],
  deps: DocumentParts,
): Promise<Reference> {
  const [{ componentSchemas }, { referencePages }] = await Promise.all([
    import("../docs/openapi.ts"),
    import("../docs/reference_page.ts"),
  ]);
  const schemas = componentSchemas(await listMarketIds(deps));
  const { languagePart } = await import("../docs/examples.ts");
  const language = languagePart({ ...deps, catalog: await deps.catalog() });
  const examples = await loadExamples(deps);
  const made = await referencePages({ operations, examples, schemas, language });
  const pages = [...made].map(async ([path, text]) => [path, await publishText(text)] as const);
  return {
    first: new PublishedByOrigin(made.get("/docs") ?? ""),
    pages: new Map(await Promise.all(pages)),
  };
}

async function makeVerification(): Promise<Published> {
  const { verifyPage } = await import("../docs/verify_page.ts");
  return await publishText(await verifyPage());
}

async function makeErrorPages(
  operations: readonly OperationDefinition[],
): Promise<ReadonlyMap<string, Published>> {
  const { errorPage } = await import("../docs/error_page.ts");
  const pages = ERROR_CODE_NAMES.map(async (code) =>
    [code, await publishText(await errorPage(code, operations))] as const
  );
  return new Map(await Promise.all(pages));
}

async function makeAgentTexts(
  operations: readonly OperationDefinition[],
  deps: DocumentParts,
): Promise<Readonly<Record<"short" | "full", Published>>> {
  const { llmsFullText, llmsText } = await import("../docs/llms.ts");
  const parts = { operations, examples: await loadExamples(deps) };
  return {
    short: await publishText(llmsText(parts)),
    full: await publishText(llmsFullText(parts)),
  };
}

async function listMarketIds({ catalog }: DocumentParts): Promise<readonly number[]> {
  return (await catalog()).marketList.map(({ id }) => id);
}

/** Returns a request and this server's answer for each operation. */
async function loadExamples(deps: DocumentParts): Promise<DocumentExamples> {
  const { makeExamples } = await import("../docs/examples.ts");
  return makeExamples({ ...deps, catalog: await deps.catalog() });
}
