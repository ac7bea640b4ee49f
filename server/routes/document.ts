import { respondPublic } from "../middleware/respond.ts";
import { publish, type Published } from "../services/published.ts";
import type { Operation } from "./operation.ts";

/**
 * Returns the operation that serves the description of all operations.
 *
 * @param operations gives the whole table, this operation included
 */
export function documentOperation(operations: () => readonly Operation[]): Operation {
  let document: Promise<Published> | null = null;
  return {
    id: "getDocument",
    method: "get",
    path: "/openapi/v1.json",
    scope: null,
    tag: "document",
    summary: "Returns this document",
    hasBody: false,
    isConditional: true,
    codes: [],
    answer: async (c) => {
      // Made on the first request: nobody should wait for it at the start.
      document ??= describe(operations());
      return respondPublic(c, await document);
    },
  };
}

async function describe(operations: readonly Operation[]): Promise<Published> {
  const { openapiDocument } = await import("../contracts/openapi.ts");
  return await publish(openapiDocument(operations));
}
