import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import type { SeasonDefinition, SeasonVersions } from "../../contracts/season.ts";
import { isSignedRound, timeOfRound } from "../rules/beacon.ts";
import { otherVersion } from "../rules/definition.ts";
import { secondOf } from "../rules/records.ts";
import { secretHashOf } from "../rules/seeds.ts";
import type { StoredReveal } from "../store/season_store.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Everything that a reveal publishes or depends on. */
export interface RevealParts {
  readonly secret: Bytes;
  /** Hexadecimal, as the value; undefined without the option. */
  readonly signature: string | undefined;
  readonly value: string | undefined;
  readonly nowMs: number;
  /** Versions of this program. */
  readonly versions: SeasonVersions;
}

/**
 * Checks a reveal, which is final.
 *
 * @returns the beacon as bytes; null without one
 * @throws {StartError} that names what is wrong, with both values
 */
export async function checkReveal(
  { seasonId, secretHash, beacon, versions: fixed }: SeasonDefinition,
  { secret, signature, value, nowMs, versions }: RevealParts,
): Promise<Pick<StoredReveal, "beaconSignature" | "beacon">> {
  const refused = (reason: string): StartError =>
    new StartError(`Cannot reveal "${seasonId}": ${reason}`);
  const found = await secretHashOf(secret);
  if (found !== secretHash) {
    throw refused(`the secret has the fingerprint ${found}, must have ${secretHash}`);
  }
  const other = otherVersion(fixed, versions);
  if (other !== null) throw refused(other);
  if (beacon === null) {
    if (signature === undefined && value === undefined) {
      return { beaconSignature: null, beacon: null };
    }
    throw refused("it has no beacon, so leave --beacon-signature and --beacon-value out");
  }
  const { network, round } = beacon;
  const time = timeOfRound(round);
  if (nowMs < time) {
    throw refused(
      `it is ${secondOf(nowMs)}, round ${round} of ${network} is published at ${secondOf(time)}`,
    );
  }
  if (!/^[0-9a-f]{96}$/.test(signature ?? "") || !/^[0-9a-f]{64}$/.test(value ?? "")) {
    throw refused(
      `it has a beacon, so --beacon-signature and --beacon-value must be the 96 and 64 hexadecimal ` +
        `digits of round ${round} of ${network}`,
    );
  }
  const bytes = Uint8Array.fromHex(signature ?? "");
  const hash = await sha256Hex(bytes);
  if (hash !== value) {
    throw refused(`the SHA-256 of --beacon-signature is ${hash}, must be --beacon-value, ${value}`);
  }
  if (!await isSignedRound(round, bytes)) {
    throw refused(
      `--beacon-signature is ${signature}, must be the signature of round ${round} of ${network}`,
    );
  }
  return { beaconSignature: bytes, beacon: Uint8Array.fromHex(hash) };
}
