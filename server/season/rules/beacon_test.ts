import { assert, assertEquals } from "@std/assert";
import { firstRound, isSignedRound, timeOfRound } from "./beacon.ts";
import { inTurn } from "../../testing/in_turn.ts";

/** Rounds that drand has published. */
const ROUNDS: readonly (readonly [number, string])[] = [
  [
    1_000,
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  ],
  [
    12_040_883,
    "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394",
  ],
];

Deno.test("a published round is signed by drand; another round, and other bytes, are not", async () => {
  await inTurn(ROUNDS, async ([round, hex]) => {
    const signature = Uint8Array.fromHex(hex);
    assert(await isSignedRound(round, signature));
    assert(!await isSignedRound(round + 1, signature));
    // The sign of the point is flipped: a point of the curve, but another one.
    assert(!await isSignedRound(round, signature.with(0, (signature[0] ?? 0) ^ 32)));
    assert(!await isSignedRound(round, signature.with(20, (signature[20] ?? 0) ^ 1)));
  });
  assert(!await isSignedRound(1_000, new Uint8Array(48)));
  assert(!await isSignedRound(1_000, new Uint8Array(47)));
});

Deno.test("a round is published three seconds after the one before it", () => {
  assertEquals(new Date(timeOfRound(1)).toISOString(), "2023-08-23T15:09:27.000Z");
  assertEquals(timeOfRound(1_000) - timeOfRound(1), 999 * 3_000);
  assertEquals([0, 1, 3_000].map((ms) => firstRound(timeOfRound(7) + ms)), [7, 8, 8]);
});
