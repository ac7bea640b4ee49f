import { assert, assertEquals, assertExists } from "@std/assert";
import { OPERATION_SCHEMAS, type OperationId } from "../http/docs/operation_schemas.ts";
import { openapiDocument } from "../http/docs/openapi.ts";
import type { OperationDefinition } from "../http/operation_definition.ts";
import { type Problem, ProblemSchema } from "../contracts/problem.ts";
import { type ErrorCode, errorDefinition } from "../contracts/error_codes.ts";
import { OPERATIONS } from "../http/routes/operations.ts";

interface DeclaredOperation {
  readonly responses: Readonly<
    Record<string, { readonly headers: Readonly<Record<string, unknown>> }>
  >;
}

const PATHS: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>> = JSON.parse(
  JSON.stringify(openapiDocument(OPERATIONS, {}, [])["paths"]),
);

/** Reads a success with the public schema; checks the headers that every one has. */
export async function expectOk(response: Response, operation: OperationId): Promise<unknown> {
  const { status = 200 } = OPERATIONS.find(({ id }) => id === operation) ?? {};
  assertEquals(response.status, status, await peek(response));
  const { response: schema, mediaType } = OPERATION_SCHEMAS[operation];
  const charset = mediaType === "text/html" ? "; charset=utf-8" : "";
  const contentType = mediaType === undefined ? "application/json" : `${mediaType}${charset}`;
  assertEquals(response.headers.get("content-type"), contentType);
  const body = mediaType === undefined ? await response.json() : await response.text();
  const outcome = schema.safeParse(body);
  assertEquals(outcome.error?.issues ?? [], []);
  if (body.requestId !== undefined) {
    assertEquals(response.headers.get("x-request-id"), body.requestId);
    assertExists(response.headers.get("ratelimit"));
    assertExists(response.headers.get("ratelimit-policy"));
  }
  return body.data ?? body;
}

/** Reads a problem with the public schema; checks status, type, title and headers of its code. */
export async function expectProblem(response: Response, code: ErrorCode): Promise<Problem> {
  const { status, title, headers = {} } = errorDefinition(code);
  assertEquals(response.status, status, await peek(response));
  assertEquals(response.headers.get("content-type"), "application/problem+json");
  assertEquals(response.headers.get("cache-control"), "no-store");
  for (const [name, value] of Object.entries(headers)) {
    assertEquals(response.headers.get(name), value);
  }
  const outcome = ProblemSchema.safeParse(await response.json());
  assertEquals(outcome.error?.issues ?? [], []);
  const problem = outcome.data;
  assertExists(problem);
  assertEquals({ code: problem.code, status: problem.status, title: problem.title }, {
    code,
    status,
    title,
  });
  assertEquals(problem.type, `/docs/errors/${code}`);
  assertEquals(problem.requestId, response.headers.get("x-request-id"));
  const seconds = response.headers.get("retry-after");
  if (problem.retryAfterMs !== undefined) {
    assert(Number(seconds) * 1000 >= problem.retryAfterMs, "Retry-After is enough");
  }
  return problem;
}

/** Headers of HTTP and of CORS, which no contract has to declare. */
const UNDECLARED =
  /^(access-control-.*|content-(encoding|type|length|security-policy)|vary|referrer-policy|x-content-type-options|cross-origin-resource-policy)$/;

/** Checks that the document declares the status and every header of an answer. */
export function expectDeclared(response: Response, operation: OperationDefinition): void {
  const { responses } = PATHS[operation.path]?.[operation.method] ?? {};
  const declared = responses?.[response.status];
  assertExists(declared, `${operation.id} declares ${response.status}`);
  const names = new Set(Object.keys(declared.headers).map((name) => name.toLowerCase()));
  const present = [...response.headers.keys()].filter((name) => !UNDECLARED.test(name));
  assertEquals(present.filter((name) => !names.has(name)), []);
}

async function peek(response: Response): Promise<string> {
  return (await response.clone().text()).slice(0, 500);
}
