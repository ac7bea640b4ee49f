import { accepts } from "hono/accepts";
import type { AppContext } from "./context.ts";
import { ARROW_TYPE } from "./operation_definition.ts";

const JSON_TYPE = "application/json";
/** A longer list is not read: that would cost more than the answer. */
const ACCEPT_MAX = 1_000;

/** Returns whether a caller prefers columns to JSON, which is the default. */
export function acceptsArrow(c: AppContext): boolean {
  if ((c.req.header("accept")?.length ?? 0) > ACCEPT_MAX) return false;
  const supports = [JSON_TYPE, ARROW_TYPE];
  return accepts(c, { header: "Accept", supports, default: JSON_TYPE }) === ARROW_TYPE;
}
