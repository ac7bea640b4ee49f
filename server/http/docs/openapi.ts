// This module is browser compatible.

import { z } from "zod";
import { ProblemSchema } from "../../contracts/problem.ts";
import { ERROR_CODE_NAMES, type ErrorCode, errorDefinition } from "../../contracts/error_codes.ts";
import { exampleProblem } from "./example_problem.ts";
import { ABOUT, type HeaderName, HEADERS, PARAMETERS, TAGS } from "./openapi_parts.ts";
import {
  ARROW_TYPE,
  errorCodes,
  type OperationDefinition,
  pathParameters,
} from "../operation_definition.ts";
import { OPERATION_SCHEMAS, type OperationId } from "./operation_schemas.ts";
import { MarketIdSchema } from "../../contracts/scalar.ts";

type Json = Record<string, unknown>;

/** Requests and responses of this server, by operation. */
export type DocumentExamples = Readonly<
  Partial<Record<OperationId, OperationExample | undefined>>
>;

/** One request and its response. */
export interface OperationExample {
  readonly body?: unknown;
  readonly response: unknown;
}

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const UNAUTHENTICATED = 401;
const INT32_MAX = 2 ** 31 - 1;

/** Statuses whose responses have `Retry-After`. */
const RETRYABLE: readonly number[] = [429, 503];

/**
 * Returns the OpenAPI 3.1 document of the operations.
 *
 * @param operations the table that the routes are mounted from
 * @param examples requests and responses; an operation may be absent
 * @param marketIds the existing markets
 */
export function openapiDocument(
  operations: readonly OperationDefinition[],
  examples: DocumentExamples,
  marketIds: readonly number[],
): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describe(operation, examples[operation.id]);
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  const codes = ERROR_CODE_NAMES.filter((code) =>
    operations.some((operation) => errorCodes(operation).includes(code))
  );
  return {
    openapi: "3.1.0",
    info: ABOUT,
    servers: [{ url: "/", description: "The server of this document" }],
    tags: TAGS,
    paths,
    components: {
      schemas: componentSchemas(marketIds),
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: Object.fromEntries(codes.map((code) => [code, {
        summary: errorDefinition(code).title,
        value: exampleProblem(code).problem,
      }])),
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key" },
      },
    },
  };
}

function describe(operation: OperationDefinition, example: OperationExample | undefined): Json {
  const { id, tag, summary, scope, cost, path, isConditional } = operation;
  const { body } = OPERATION_SCHEMAS[id];
  const notes = [
    scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`,
    ...cost === undefined ? [] : [`Costs ${cost}.`],
  ];
  const parameters = [...pathParameters(path), ...operation.query ?? [], "x-request-id"];
  if (isConditional) parameters.push("if-none-match");
  if (operation.takesRequestKey) parameters.push("idempotency-key");
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: notes.join(" "),
    security: scope === null ? [] : [{ apiKey: [] }],
    parameters: parameters.map((name) => reference("parameters", name)),
    ...body && {
      requestBody: { required: true, content: content(JSON_TYPE, body, example?.body) },
    },
    responses: { ...successes(operation, example), ...failures(operation) },
  };
}

function successes(operation: OperationDefinition, example: OperationExample | undefined): Json {
  const { response, columns, mediaType = JSON_TYPE } = OPERATION_SCHEMAS[operation.id];
  const { isConditional, summary } = operation;
  const headers = responseHeaders(operation, 200, [
    "Cache-Control",
    ...isConditional ? ["ETag"] as const : [],
  ]);
  const success = (description: string): Json => ({
    description: columns === undefined
      ? description
      : `${description}. To \`Accept: ${ARROW_TYPE}\`, a stream of Apache Arrow: ${columns}`,
    headers,
    content: content(mediaType, response, example?.response),
  });
  return {
    [operation.status ?? 200]: success(summary),
    ...operation.isRepeatable && { 200: success("The same, which was there") },
    ...isConditional && {
      304: { description: "The caller has the current representation", headers },
    },
  };
}

function failures(operation: OperationDefinition): Json {
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errorDefinition(code).status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => {
    const { id = "" } = ProblemSchema.meta() ?? {};
    return [status, {
      description: codes.map(sentence).join("; "),
      headers: responseHeaders(operation, status, failureHeaders(status, codes)),
      content: {
        [PROBLEM_TYPE]: {
          schema: reference("schemas", id),
          examples: Object.fromEntries(codes.map((code) => [code, reference("examples", code)])),
        },
      },
    }];
  }));
}

function sentence(code: ErrorCode): string {
  return `[\`${code}\`](/docs/errors/${code}): ${errorDefinition(code).title}`;
}

/** Returns the headers of the codes of a status. */
function failureHeaders(status: number, codes: readonly ErrorCode[]): readonly HeaderName[] {
  const own = codes.flatMap((code) =>
    Object.keys(errorDefinition(code).headers ?? {}) as HeaderName[]
  );
  return [
    "Cache-Control",
    ...own,
    ...codes.includes("METHOD_NOT_ALLOWED") ? ["Allow"] as const : [],
    ...RETRYABLE.includes(status) ? ["Retry-After"] as const : [],
  ];
}

function responseHeaders(
  { scope }: OperationDefinition,
  status: number,
  more: readonly HeaderName[],
): Json {
  // A 401 carries no RateLimit headers: there is no key to report on.
  const isLimited = scope !== null && status !== UNAUTHENTICATED;
  const limits = isLimited ? ["RateLimit-Policy", "RateLimit"] as const : [];
  const names = ["x-request-id", ...limits, ...more];
  return Object.fromEntries(names.map((name) => [name, reference("headers", name)]));
}

/**
 * Returns every schema that has an id, with references between them.
 *
 * @param marketIds the existing markets, the only accepted and returned ids
 */
export function componentSchemas(marketIds: readonly number[]): Readonly<Record<string, object>> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => reference("schemas", id).$ref,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === MarketIdSchema) {
        const { description } = jsonSchema;
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, { type: "integer", enum: marketIds, description });
      }
      if (zodSchema instanceof z.ZodDiscriminatedUnion) discriminate(zodSchema, jsonSchema);
      // A member with a default is optional in a request.
      const { required, properties = {} } = jsonSchema;
      if (required) {
        jsonSchema.required = required.filter((name) =>
          Object(properties[name]).default === undefined
        );
      }
    },
  });
  // Sorted by name: the registry's order depends on the order in which modules were loaded.
  const byName = Object.keys(schemas).toSorted();
  return Object.fromEntries(byName.map((id) => {
    const { $schema: _, $id: __, ...schema } = schemas[id] ?? {};
    return [id, forGenerators(schema)];
  }));
}

/** Names the member that tells named schemas of a union apart, and the schema of each of its values. */
function discriminate({ def }: z.ZodDiscriminatedUnion, node: Json): void {
  const { discriminator: propertyName, options } = def;
  const schemas = node["oneOf"] as readonly { readonly $ref?: string }[];
  if (schemas.some(({ $ref }) => $ref === undefined)) return;
  const mapping = Object.fromEntries(
    options.flatMap((option, at) =>
      [...option._zod.propValues?.[propertyName] ?? []].map((value) => [value, schemas[at]?.$ref])
    ),
  );
  node["discriminator"] = { propertyName, mapping };
}

/**
 * Returns a schema, or any part of one, in the words that generators of clients understand:
 * 64-bit numbers by their format and apart from texts, unions of which one schema holds, pairs as arrays of two, and defaults that are objects or arrays in
 * the description.
 */
function forGenerators(part: unknown): object {
  if (typeof part !== "object" || part === null) return part as never;
  if (Array.isArray(part)) return part.map(forGenerators);
  const node: Json = Object.fromEntries(
    Object.entries(part).map(([name, member]) => [name, forGenerators(member)]),
  );
  // A number that may be null has a list of types.
  const types = [node["type"]].flat();
  if (types.filter((type) => type !== "null").length > 1) {
    delete node["type"];
    return { ...node, oneOf: types.map((type) => forGenerators({ type })) };
  }
  if (types.includes("number")) node["format"] = "double";
  if (types.includes("integer") && Number(node["maximum"]) > INT32_MAX) node["format"] = "int64";
  // Named schemas are closed objects: no value is of two of them.
  const { anyOf } = node;
  if (Array.isArray(anyOf) && anyOf.every(({ $ref }) => $ref !== undefined)) {
    delete node["anyOf"];
    node["oneOf"] = anyOf;
  }
  // The format is enough; the pattern of a valid date has 400 characters.
  if (node["format"] === "date-time") delete node["pattern"];
  const { prefixItems, default: fallback } = node;
  if (Array.isArray(prefixItems)) {
    delete node["prefixItems"];
    Object.assign(node, {
      items: prefixItems[0],
      minItems: prefixItems.length,
      maxItems: prefixItems.length,
    });
  }
  if (typeof fallback === "object" && fallback !== null) {
    delete node["default"];
    node["description"] = `${node["description"]}; by default \`${JSON.stringify(fallback)}\``;
  }
  return node;
}

function reference(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

function content(mediaType: string, schema: z.ZodType, example: unknown): Json {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error("Cannot describe an operation: a schema of it has no id");
  return {
    [mediaType]: { schema: reference("schemas", id), ...example !== undefined && { example } },
  };
}
