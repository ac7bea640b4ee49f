import type { OperationFacts } from "../../contracts/operation.ts";
import type { AppContext, Deps } from "../context.ts";

/** One operation of the service: what the public is told of it, and what answers it. */
export interface Operation extends OperationFacts {
  /** Answers a request that was let in; throws `ApiError` for a refusal. */
  answer(c: AppContext, deps: Deps): Response | Promise<Response>;
}
