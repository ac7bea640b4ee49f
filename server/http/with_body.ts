import { type AppContext, type Deps, stateOf } from "./context.ts";
import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../errors.ts";
import { codeFacts } from "../contracts/error_codes.ts";
import type { SlotKind } from "../limits/account.ts";
import { BASE_COST } from "../limits/cost.ts";
import { accountOf, charge, keyIdOf } from "./charge.ts";
import { readBody } from "./read_body.ts";

/** Statuses of a limit that refused: it costs nothing. */
const TOO_MANY = 429;

/** How an operation takes its body. */
export interface BodyRule {
  readonly slot: SlotKind;
  readonly bytesMax: number;
  /** Throws when there is no room for the work: then nobody waits for the body, or reads it. */
  readonly admit: (keyId: string) => void;
}

/**
 * Takes a slot, reads the body, works on it, and gives the slot and the bytes back when the work is
 * done, however it ends and whether or not the caller is still there. A body that is refused costs
 * one unit.
 *
 * @param work gets the body and charges for it
 */
export async function withBody<T>(
  c: AppContext,
  deps: Deps,
  { slot, bytesMax, admit }: BodyRule,
  work: (body: Bytes) => Promise<T>,
): Promise<T> {
  const leaveSlot = accountOf(c).takeSlot(slot, deps.clock.nowMs());
  const keyId = keyIdOf(c);
  const held = deps.bodyBytes.open(keyId);
  try {
    admit(keyId);
    return await work(await readBody(c, deps, bytesMax, held));
  } catch (error) {
    if (isCallersFault(error) && stateOf(c).cost === 0) charge(c, deps, BASE_COST);
    throw error;
  } finally {
    held.release();
    leaveSlot();
  }
}

function isCallersFault(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = codeFacts(error.code);
  return status < 500 && status !== TOO_MANY;
}
