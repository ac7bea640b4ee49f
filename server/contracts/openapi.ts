// This module is browser compatible.

import { z } from "zod";
import { codeFacts, type ErrorCode } from "../errors/codes.ts";
import { codesOf, type OperationFacts } from "./operation.ts";
import { OPERATION_SCHEMAS } from "./operation_schemas.ts";
import { ProblemSchema } from "./problem.ts";

type Json = Record<string, unknown>;

const API_VERSION = "1.0.0-beta";

const ABOUT = {
  title: "Strategy arena",
  version: API_VERSION,
  summary: "Build strategy candidates, run them on official datasets and score them",
  description: "Read the markets and strategies, run a candidate in one of three views, and send " +
    "the data of the answer to the evaluation. Every answer is an envelope or a problem " +
    "(RFC 9457); clients branch on the status and then on `code`.",
  license: { name: "MIT", identifier: "MIT" },
};

const TAGS = [
  { name: "health", description: "Whether the process is alive and takes work" },
  { name: "catalog", description: "The family, its markets and its strategies" },
  { name: "simulations", description: "Runs of a candidate" },
  { name: "evaluations", description: "Scores of simulations" },
  { name: "document", description: "This description" },
];

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

const text = { schema: { type: "string" } };

const HEADERS = {
  "x-request-id": { ...text, description: "Id of the request: the caller's, or a new one" },
  "RateLimit-Policy": { ...text, description: "The limits of the key" },
  "RateLimit": { ...text, description: "What is left of the limits" },
  "Retry-After": { schema: { type: "integer" }, description: "Seconds after which to try again" },
  "ETag": { ...text, description: "Validator for If-None-Match" },
} as const satisfies Json;

/**
 * Returns the OpenAPI 3.1 document of the operations.
 *
 * @param operations the table that the routes are mounted from
 */
export function openapiDocument(operations: readonly OperationFacts[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: ABOUT,
    servers: [{ url: "/", description: "The server that gave this document" }],
    tags: TAGS,
    paths,
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key" },
      },
    },
  };
}

function describe(operation: OperationFacts): Json {
  const { id, tag, summary, scope, cost, path } = operation;
  const { body } = OPERATION_SCHEMAS[id];
  const notes = [
    scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`,
    ...cost === undefined ? [] : [`Costs ${cost}.`],
  ];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: notes.join(" "),
    security: scope === null ? [] : [{ apiKey: [] }],
    ...names.length > 0 && {
      parameters: names.map((name) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
      })),
    },
    ...body && { requestBody: { required: true, content: jsonContent(JSON_TYPE, body) } },
    responses: { ...successes(operation), ...failures(operation) },
  };
}

function successes(operation: OperationFacts): Json {
  const headers = headersOf(operation, operation.isConditional ? ["ETag"] : []);
  const content = jsonContent(JSON_TYPE, OPERATION_SCHEMAS[operation.id].answer);
  return {
    200: { description: operation.summary, headers, content },
    ...operation.isConditional && {
      304: { description: "The caller has the current answer", headers },
    },
  };
}

function failures(operation: OperationFacts): Json {
  const byStatus = Map.groupBy(codesOf(operation), (code) => codeFacts(code).status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, {
    description: codes.map(sentence).join("; "),
    headers: headersOf(operation, status === 429 || status === 503 ? ["Retry-After"] : []),
    content: jsonContent(PROBLEM_TYPE, ProblemSchema),
  }]));
}

function sentence(code: ErrorCode): string {
  return `\`${code}\`: ${codeFacts(code).title}`;
}

function headersOf({ scope }: OperationFacts, more: readonly (keyof typeof HEADERS)[]): Json {
  const limits = ["RateLimit-Policy", "RateLimit"] as const;
  const names = ["x-request-id", ...scope === null ? [] : limits, ...more];
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Returns every schema that has an id, with references between them. */
function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: reference,
    override: ({ jsonSchema }) => {
      // The format says it; the pattern of a calendar would be 400 characters.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function reference(id: string): string {
  return `#/components/schemas/${id}`;
}

function jsonContent(mediaType: string, schema: z.ZodType): Json {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error("Cannot describe an operation: a schema of it has no id");
  return { [mediaType]: { schema: { $ref: reference(id) } } };
}
