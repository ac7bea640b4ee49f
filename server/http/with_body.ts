import { type AppContext, type Deps, stateOf } from "./context.ts";
import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../base/errors.ts";
import { errorDefinition } from "../contracts/error_codes.ts";
import type { SlotKind } from "../limits/account.ts";
import { BASE_COST } from "../limits/cost.ts";
import { accountOf, charge, keyIdOf } from "./charge.ts";
import { readBody } from "./read_body.ts";

/** Status of a request over a limit, which costs nothing. */
const TOO_MANY_REQUESTS = 429;

/** Limits of an operation on its body. */
export interface BodyRule {
  /** null for an operation that takes none. */
  readonly slot: SlotKind | null;
  readonly bytesMax: number;
  /** Throws when there is no room for the work, before the body is read. */
  readonly admit: (keyId: string) => void;
}

/**
 * Takes a slot if the operation has one, reads the body, runs the work, and releases slot and bytes when the work ends, even
 * after an error or a disconnect. A rejected body costs one unit.
 *
 * @param work receives the body and charges for it
 */
export async function withBody<T>(
  c: AppContext,
  deps: Deps,
  { slot, bytesMax, admit }: BodyRule,
  work: (body: Bytes) => Promise<T>,
): Promise<T> {
  const releaseSlot = slot === null
    ? (): void => {}
    : accountOf(c).takeSlot(slot, deps.clock.nowMs());
  const keyId = keyIdOf(c);
  const reservation = deps.bodyBytes.reserve(keyId);
  try {
    admit(keyId);
    return await work(await readBody(c, deps, bytesMax, reservation));
  } catch (error) {
    if (isClientError(error) && stateOf(c).cost === 0) charge(c, deps, BASE_COST);
    throw error;
  } finally {
    reservation.release();
    releaseSlot();
  }
}

/** Runs work on a body of at most the size of a simulation's; it costs one unit. */
export function withSmallBody<T>(
  c: AppContext,
  deps: Deps,
  slot: SlotKind | null,
  work: (body: Bytes) => T | Promise<T>,
): Promise<T> {
  const rule = { slot, bytesMax: deps.bodies.simulationBytesMax, admit: (): void => {} };
  return withBody(c, deps, rule, async (body) => {
    charge(c, deps, BASE_COST);
    return await work(body);
  });
}

function isClientError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = errorDefinition(error.code);
  return status < 500 && status !== TOO_MANY_REQUESTS;
}
