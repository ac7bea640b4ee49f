import { assertEquals, assertRejects } from "@std/assert";
import { sha256Hex } from "../../base/hash.ts";
import { inTurn } from "../../testing/in_turn.ts";
import { isSignedRound } from "../rules/beacon.ts";
import { beaconOf } from "./beacon.ts";
import { Wrong } from "./finding.ts";
import { Members } from "./read.ts";

/** Signature of round 1,000 of drand-quicknet, published at 2023-08-23T15:59:24Z. */
const SIGNATURE =
  "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
const VALUE = await sha256Hex(Uint8Array.fromHex(SIGNATURE));
const MADE_UP = "ab".repeat(48);

/** Returns the beacon of a statement and a reveal, some of whose members are replaced. */
async function found(
  changes: Readonly<Record<string, unknown>> = {},
  revealed: Readonly<Record<string, unknown>> = {},
  isSigned = isSignedRound,
): Promise<readonly (string | null | undefined)[]> {
  const reveal = { beaconSignature: SIGNATURE, at: "2023-08-23T15:59:24Z", ...revealed };
  const signature = String(reveal.beaconSignature);
  const payload = {
    beacon: { network: "drand-quicknet", round: 1_000 },
    beaconValue: await sha256Hex(Uint8Array.fromHex(signature)),
    closesAt: "2023-08-23T14:59:24Z",
    ...changes,
  };
  const [statement, record] = [new Members("payload", payload), new Members("reveal", reveal)];
  const { value, unchecked } = await beaconOf(statement, record, isSigned);
  return [value?.toHex(), unchecked];
}

Deno.test("the value of a beacon is the hash of a signature by drand", async () => {
  assertEquals(await found(), [VALUE, null]);
});

Deno.test("a made-up, early or late beacon makes a season wrong", async () => {
  const wrong = [
    [{}, { beaconSignature: MADE_UP }, "is not that of round 1000"],
    [
      { beacon: { network: "drand-quicknet", round: 1_001 } },
      { at: "2023-08-23T16:00:00Z" },
      "1001",
    ],
    [{}, { at: "2023-08-23T15:59:23Z" }, "the reveal is of 2023-08-23T15:59:23Z, round 1000 was"],
    [{}, { at: "soon" }, "the reveal is of soon"],
    [{ closesAt: "2023-08-23T14:59:25Z" }, {}, "must be an hour or more after the close"],
    [{ beaconValue: "00" }, {}, "beaconValue is"],
  ] as const;
  await inTurn(wrong, async ([changes, revealed, sentence]) => {
    await assertRejects(() => found(changes, revealed), Wrong, sentence);
  });
});

Deno.test("the value of an unknown network, or without the library, is said not to be checked", async () => {
  const unchecked = "the value of round 1000 was not checked: ";
  const other = { beacon: { network: "other", round: 1_000 } };
  assertEquals(await found(other), [VALUE, `${unchecked}this program does not know other`]);
  await assertRejects(() => found({ ...other, beaconValue: "00" }), Wrong, "beaconValue is");
  const lacking = (): Promise<boolean> => Promise.reject(new TypeError("no module"));
  const reason = "the library of its signatures cannot be loaded, no module";
  assertEquals(await found({}, {}, lacking), [VALUE, unchecked + reason]);
  await assertRejects(
    () => found({}, { at: "2023-08-23T15:59:23Z" }, lacking),
    Wrong,
    "the reveal is of",
  );
});
