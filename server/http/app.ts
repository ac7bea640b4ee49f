import { Hono } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { requireScope } from "../auth/require_scope.ts";
import type { Scope } from "../contracts/scopes.ts";
import { type AppContext, type AppEnv, type Deps, stateOf } from "./context.ts";
import { ApiError } from "../base/errors.ts";
import { BASE_COST } from "../limits/cost.ts";
import { authenticate, MCP_PATH } from "./authenticate.ts";
import { charge } from "./charge.ts";
import { logRequests } from "./log_requests.ts";
import { respondProblem } from "./respond.ts";
import type { Operation } from "./routes/operation.ts";
import { type OperationParts, OPERATIONS } from "./routes/operations.ts";
import { mountStyle } from "./routes/style.ts";
import { mountLlms } from "./routes/llms.ts";
import { mountMcp } from "./routes/mcp.ts";
import { type FolderParts, mountArena } from "./routes/arena.ts";
import { mountPage, type PageParts } from "./routes/page.ts";

/** Everything that the app is made of; `openArena()` makes it for the process and for tests. */
export type AppParts = Deps & OperationParts & FolderParts & PageParts;

/**
 * CORS preflight; `respond.ts` sets the `Access-Control-*` headers of other responses. Every header is
 * allowed, because protocols add their own (`Mcp-Param-*`) and a page can send no key that it does not
 * know. The wildcard does not cover `authorization`.
 */
const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "DELETE"],
  allowHeaders: ["*", "authorization"],
  maxAge: 600,
});

/**
 * Makes the app. The order of a request is a contract: request id, log, CORS, key, scope; then, in the
 * operation, slot, body and its deadline, validation, charge, work.
 *
 * @param operations the table of operations
 * @throws {Error} when a path under /v1/ has no scope
 */
export function createApp(
  parts: AppParts,
  operations: readonly Operation<OperationParts>[] = OPERATIONS,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => respondProblem(c, parts, error));
  app.notFound((c) => {
    // Hono calls this for a wrong method, too.
    chargeRejected(c, parts);
    return respondProblem(c, parts, notFound(c.req.path));
  });
  app.use(requestId());
  app.use(logRequests(parts));
  app.use((c, next) => c.req.method === "OPTIONS" ? preflight(c, next) : next());
  app.use("/v1/*", authenticate(parts));
  app.use(MCP_PATH, authenticate(parts));
  app.use(methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      respondProblem(c, parts, methodNotAllowedError(c.req.method, methods.join(", "))),
  }));
  for (const operation of operations) mount(app, parts, operation);
  mountLlms(app, parts);
  mountMcp(app, parts);
  mountStyle(app, parts);
  mountArena(app, parts);
  mountPage(app, parts);
  return app;
}

function mount(
  app: Hono<AppEnv>,
  parts: AppParts,
  operation: Operation<OperationParts>,
): void {
  const { method, path, scope, handle } = operation;
  if (path.startsWith("/v1/") && scope === null) {
    throw new Error(`Cannot serve ${path}: it has no scope, every path under /v1/ must have one`);
  }
  app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) => {
    const state = stateOf(c);
    state.route = path;
    if (scope !== null) authorize(c, parts, scope);
    return handle(c, parts);
  });
}

function authorize(c: AppContext, deps: Deps, scope: Scope): void {
  try {
    requireScope(stateOf(c).key?.scopes ?? [], scope);
  } catch (error) {
    chargeRejected(c, deps);
    throw error;
  }
}

/** Charges an authenticated caller for a rejected request, which would otherwise be unlimited. */
function chargeRejected(c: AppContext, deps: Deps): void {
  if (stateOf(c).account !== undefined) charge(c, deps, BASE_COST);
}

function notFound(path: string): ApiError {
  return new ApiError("NOT_FOUND", `Cannot find ${path}: see GET /openapi/v1.json for the paths`);
}

function methodNotAllowedError(method: string, allowed: string): ApiError {
  return new ApiError(
    "METHOD_NOT_ALLOWED",
    `Cannot ${method} this path: must be one of ${allowed}`,
    {
      headers: { "Allow": allowed },
    },
  );
}
