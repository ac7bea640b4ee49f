import { assert, assertEquals, assertExists } from "@std/assert";
import { OPERATION_SCHEMAS } from "../../server/contracts/operation_schemas.ts";
import type { OperationId } from "../../server/contracts/operation.ts";
import { type Problem, ProblemSchema } from "../../server/contracts/problem.ts";
import { codeFacts, type ErrorCode } from "../../server/errors/codes.ts";

/** Reads a success with the public schema; checks the headers that every one has. */
export async function expectOk(response: Response, operation: OperationId): Promise<unknown> {
  assertEquals(response.status, 200, await peek(response));
  assertEquals(response.headers.get("content-type"), "application/json");
  const body = await response.json();
  const { answer } = OPERATION_SCHEMAS[operation];
  const outcome = answer.safeParse(body);
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
  const { status, title, headers = {} } = codeFacts(code);
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

async function peek(response: Response): Promise<string> {
  return (await response.clone().text()).slice(0, 500);
}
