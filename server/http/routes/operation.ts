import type { OperationDefinition } from "../../contracts/operation.ts";
import type { AppContext, Deps } from "../context.ts";

/** One operation of the service: its public definition and its handler. */
export interface Operation extends OperationDefinition {
  /** Responds to an authorized request; throws `ApiError` to reject it. */
  handle(c: AppContext, deps: Deps): Response | Promise<Response>;
}
