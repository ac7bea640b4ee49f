import { assertEquals } from "@std/assert";
import { PendingTrials } from "./pending_trials.ts";
import { candidateOf, countRatios, joinRatios, NO_TRIALS, ratioOf } from "./trials.ts";

/** A fingerprint with unordered first digits. */
function hashOf(number: number): string {
  return (number * 2_654_435_761 % 2 ** 32).toString(16).padStart(8, "0").padEnd(64, "e");
}

Deno.test("recording equals joining one by one, with the first ratio of each candidate", () => {
  const pending = new PendingTrials();
  let expected = NO_TRIALS.ratios;
  for (let number = 0; number < 300; number++) {
    const [hash, ratio] = [hashOf(number % 130), number % 7 === 0 ? null : number];
    pending.record(hash, ratio);
    expected = joinRatios(expected, ratioOf(candidateOf(hash), ratio));
    if (number % 50 === 0) assertEquals(pending.trials.ratios, expected);
  }
  assertEquals(pending.trials, { ...NO_TRIALS, ratios: expected });
  assertEquals(countRatios(pending.trials.ratios), 130);
});

Deno.test("an evaluation counts once, apart from the ratios", () => {
  const pending = new PendingTrials();
  pending.record(hashOf(1), 1);
  for (const number of [2, 2, 3]) pending.evaluate(candidateOf(hashOf(number)));
  const { evaluated, ratios } = pending.trials;
  assertEquals([evaluated.kept.length / 8, evaluated.beyond, countRatios(ratios)], [2, 0, 1]);
});
