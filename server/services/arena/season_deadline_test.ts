import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ApiError } from "../../base/errors.ts";
import { ManualClock } from "../../testing/clock.ts";
import { seasonsWithinDeadline } from "./season_deadline.ts";
import type { SeasonService } from "./season_service.ts";

const OPENING_MS = 15_000;
const BYTES = new Uint8Array([1]);
const never = (): Promise<never> => new Promise(() => {});

/** Lets a call reach its service. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("an entry that is not answered in time is dropped if its turn comes later", async () => {
  const clock = new ManualClock();
  const signals: (AbortSignal | undefined)[] = [];
  const stuck: SeasonService = {
    listSeasons: never,
    enterSeason: (_key, _season, _body, signal) => {
      signals.push(signal);
      return never();
    },
    listEntries: never,
    hideEntryName: never,
  };
  const opened = Promise.withResolvers<SeasonService>();
  const seasons = seasonsWithinDeadline(opened.promise, clock);
  const early = assertRejects(() => seasons.enterSeason("key", "one", BYTES), ApiError);
  clock.advance(OPENING_MS);
  // Lets the call wait for the store once more.
  await turn();
  clock.advance(2_000);
  const { code, message } = await early;
  assertEquals(code, "OVERLOADED");
  assertStringIncludes(message, "its store is too slow");
  opened.resolve(stuck);
  await turn();
  assertEquals(signals, [], "a store that opens late makes nothing that its caller has given up");

  const late = assertRejects(() => seasons.enterSeason("key", "one", BYTES), ApiError);
  await turn();
  assertEquals(signals.map((signal) => signal?.aborted), [false]);
  clock.advance(2_000);
  assertEquals((await late).code, "OVERLOADED");
  assertEquals(signals.map((signal) => signal?.aborted), [true]);
});
