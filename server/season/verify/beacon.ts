// This module is browser compatible.

import { sha256Hex } from "../../base/hash.ts";
import { isSignedRound, NOTE_MS, timeOfRound } from "../beacon.ts";
import { secondOf } from "../records.ts";
import { expectSame, Wrong } from "./finding.ts";
import type { Members } from "./read.ts";

const NETWORK = "drand-quicknet";

/**
 * Verifies the beacon of a season: its round came an hour after the close or later, the reveal came
 * after the round, and drand has signed the round.
 *
 * @param payload the statement of a board
 * @param reveal the record of the reveal
 * @returns the value of the round; null for a season without a beacon
 * @throws {Wrong} that names what differs
 */
export async function beaconOf(
  payload: Members,
  reveal: Members,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const signature = reveal.textOrNull("beaconSignature");
  const value = payload.textOrNull("beaconValue");
  if (payload.any("beacon") === null) {
    expectSame("beaconValue", value, null);
    return null;
  }
  if (signature === null || !/^([0-9a-f]{2})+$/.test(signature)) {
    throw new Wrong("the season has a beacon, its reveal has no beaconSignature");
  }
  const bytes = Uint8Array.fromHex(signature);
  expectSame("beaconValue", value, await sha256Hex(bytes));
  const beacon = payload.object("beacon");
  const [network, round] = [beacon.text("network"), beacon.whole("round")];
  if (network !== NETWORK) throw new Wrong(`beacon/network is ${network}, must be ${NETWORK}`);
  checkTimes(round, payload.text("closesAt"), reveal.text("at"));
  if (!await isSignedRound(round, bytes)) {
    throw new Wrong(
      `the beaconSignature of the reveal is not that of round ${round} of ${network}`,
    );
  }
  return payload.hex("beaconValue", 32);
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
