import { assert, assertEquals } from "@std/assert";
import { runCandidate } from "../../server/web/engine/runs.ts";
import { iso } from "../../server/web/model/format.ts";
import { CANDIDATE, makeClient } from "../../server/testing/page_client.ts";

Deno.test("the events of a run are those of the trades view", async () => {
  const client = makeClient();
  const { timestamp } = await client.columns(1, "hourly");
  const kinds = new Set<string>();
  const momentum = { ...CANDIDATE, components: [{ strategyId: "yield-tsmom" }] };
  await Promise.all([CANDIDATE, momentum].map(async (candidate) => {
    const { events } = await runCandidate(client, candidate);
    const { simulation } = await client.simulate("trades", candidate);
    assert(simulation.view === "trades");
    const timed = events.map(({ at, ...event }) => ({
      ...event,
      timestamp: iso(timestamp[at] ?? NaN),
      ...event.eventKind === "skipped_signal" &&
        { lastTimestamp: iso(timestamp[at + event.bars - 1] ?? NaN) },
    }));
    // The page does not get the numbers that it does not show.
    timed.forEach((event, at) => {
      assertEquals<unknown>({ ...simulation.events[at], ...event }, simulation.events[at]);
    });
    assertEquals(timed.length, simulation.events.length);
    events.forEach((event) => {
      kinds.add(event.eventKind === "skipped_signal" ? event.skipReason : event.eventKind);
    });
  }));
  assert(kinds.size >= 4, [...kinds].join());
});

Deno.test("a run leaves out the yield that the dataset has, and keeps lines with a level", async () => {
  const client = makeClient();
  const linesOf = async (strategyId: string): Promise<unknown> => {
    const { seen } = await runCandidate(client, { marketId: 1, components: [{ strategyId }] });
    return seen.flat().map(({ name, column }) => [name, column !== null]);
  };
  assertEquals(await linesOf("yield-bollinger"), [
    ["Yield", false],
    ["Distance from the mean", true],
  ]);
  assertEquals(await linesOf("pull-to-par-hold"), [
    ["Implied yield", true],
    ["Days to expiry", true],
  ]);
});
