// This module is browser compatible.

import { messageOf } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { isSignedRound, NOTE_MS, timeOfRound } from "../rules/beacon.ts";
import { secondOf } from "../rules/records.ts";
import { expectSame, Wrong } from "./finding.ts";
import type { Members } from "./read.ts";

const NETWORK = "drand-quicknet";

export interface BeaconOfLog {
  /** null of a season without a beacon. */
  readonly value: Uint8Array<ArrayBuffer> | null;
  /** The reason why the value was not checked; null for a checked value and for a season without a beacon. */
  readonly unchecked: string | null;
}

/**
 * Verifies the beacon of a season: its round came an hour after the close or later, the reveal came
 * after the round, and drand has signed the round. Of another network, or without the library of
 * signatures, the value is taken as it is, and the answer says so.
 *
 * @param payload the statement of a board
 * @param reveal the record of the reveal
 * @param isSigned rejects when the library cannot be loaded
 * @throws {Wrong} that names what differs
 */
export async function beaconOf(
  payload: Members,
  reveal: Members,
  isSigned: typeof isSignedRound = isSignedRound,
): Promise<BeaconOfLog> {
  const signature = reveal.textOrNull("beaconSignature");
  const value = payload.textOrNull("beaconValue");
  if (payload.any("beacon") === null) {
    expectSame("beaconValue", value, null);
    return { value: null, unchecked: null };
  }
  if (signature === null || !/^([0-9a-f]{2})+$/.test(signature)) {
    throw new Wrong("the season has a beacon, its reveal has no beaconSignature");
  }
  const bytes = Uint8Array.fromHex(signature);
  expectSame("beaconValue", value, await sha256Hex(bytes));
  const beacon = payload.object("beacon");
  const [network, round] = [beacon.text("network"), beacon.whole("round")];
  const found = payload.hex("beaconValue", 32);
  const unchecked = `the value of round ${round} was not checked`;
  if (network !== NETWORK) {
    return { value: found, unchecked: `${unchecked}: this program does not know ${network}` };
  }
  checkTimes(round, payload.text("closesAt"), reveal.text("at"));
  try {
    if (await isSigned(round, bytes)) return { value: found, unchecked: null };
  } catch (error) {
    const reason = `the library of its signatures cannot be loaded, ${messageOf(error)}`;
    return { value: found, unchecked: `${unchecked}: ${reason}` };
  }
  throw new Wrong(`the beaconSignature of the reveal is not that of round ${round} of ${network}`);
}

/** The conditions are negated so that a text that is no instant is refused too. */
function checkTimes(round: number, closesAt: string, at: string): void {
  const time = timeOfRound(round);
  if (!(time >= Date.parse(closesAt) + NOTE_MS)) {
    throw new Wrong(
      `round ${round} is of ${
        secondOf(time)
      }, must be an hour or more after the close, ${closesAt}`,
    );
  }
  if (!(Date.parse(at) >= time)) {
    throw new Wrong(`the reveal is of ${at}, round ${round} was published at ${secondOf(time)}`);
  }
}
