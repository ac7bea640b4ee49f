import { assert, assertEquals } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { toApiError, toProblem } from "./problem.ts";

const HERE = { requestId: "r1", path: "/v1/families/strategy-arena/markets" };

Deno.test("toProblem() gives body, headers and family", () => {
  const error = new ApiError("COMPUTE_BUDGET_EXCEEDED", "Cannot run", {
    retryAfterMs: 1001,
    members: { limit: 50, cost: 60 },
  });
  assertEquals(toProblem(error, HERE), {
    problem: {
      type: "/docs/errors/COMPUTE_BUDGET_EXCEEDED",
      title: "The compute budget is used up",
      status: 429,
      detail: "Cannot run",
      instance: "/requests/r1",
      code: "COMPUTE_BUDGET_EXCEEDED",
      requestId: "r1",
      family: "strategy-arena",
      retryAfterMs: 1001,
      limit: 50,
      cost: 60,
    },
    headers: { "Retry-After": "2" },
  });
});

Deno.test("toProblem() rounds a wait up to whole seconds, at least one", () => {
  const secondsOf = (retryAfterMs: number): string | undefined => {
    const error = new ApiError("OVERLOADED", "Cannot", { retryAfterMs });
    return toProblem(error, HERE).headers["Retry-After"];
  };
  assertEquals([0, 1, 1000, 1001].map(secondsOf), ["1", "1", "1", "2"]);
});

Deno.test("toProblem() names the family only for paths in it", () => {
  const family = (path: string): string | undefined => {
    return toProblem(new ApiError("NOT_FOUND", "Cannot"), { ...HERE, path }).problem.family;
  };
  const paths = ["/v1/families/strategy-arena", "/v1/families", "/v1/families/strategy-arenas"];
  assertEquals(paths.map(family), ["strategy-arena", undefined, undefined]);
});

Deno.test("toApiError() hides internal errors from the caller", () => {
  const cause = new TypeError("secret is undefined");
  const error = toApiError(cause);
  assertEquals([error.code, error.cause], ["INTERNAL_UNEXPECTED", cause]);
  assert(!JSON.stringify(toProblem(error, HERE)).includes("secret"));
});
