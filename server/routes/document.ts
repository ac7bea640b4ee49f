import { z } from "zod";
import { openapiDocument } from "../contracts/openapi.ts";
import { isKnown } from "../middleware/respond.ts";
import { publish, type Published } from "../services/published.ts";
import type { Operation } from "./operation.ts";

const DocumentSchema = z.looseObject({ openapi: z.string() }).meta({
  id: "Document",
  description: "An OpenAPI 3.1 document",
});

/**
 * Returns the operation that serves the description of all operations.
 *
 * @param operations gives the whole table, this operation included
 */
export function documentOperation(operations: () => readonly Operation[]): Operation {
  let document: Published | null = null;
  return {
    id: "getDocument",
    method: "get",
    path: "/openapi/v1.json",
    scope: null,
    tag: "document",
    summary: "Returns this document",
    response: DocumentSchema,
    isConditional: true,
    codes: [],
    answer: (c) => {
      // Made on the first request: nobody should wait for it at the start.
      document ??= publish(openapiDocument(operations()));
      const headers = { "Cache-Control": "public, no-cache", "ETag": document.etag };
      if (isKnown(c.req.header("if-none-match"), document.etag)) return c.body(null, 304, headers);
      return c.body(document.bytes, 200, { ...headers, "Content-Type": "application/json" });
    },
  };
}
