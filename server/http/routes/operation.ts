import type { OperationDefinition } from "../operation_definition.ts";
import type { AppContext, Deps } from "../context.ts";

/**
 * One operation of the service: its public definition and its handler.
 *
 * @template Parts what it needs besides `Deps`: the service that it speaks for
 */
export interface Operation<Parts = unknown> extends OperationDefinition {
  /** Responds to an authorized request; throws `ApiError` to reject it. */
  handle(c: AppContext, deps: Deps & Parts): Response | Promise<Response>;
}
