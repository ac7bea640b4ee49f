import { assert, assertEquals } from "@std/assert";
import type { Candidate } from "../../server/contracts/candidate.ts";
import type { CatalogueEntry } from "../../server/contracts/types.ts";
import { payloadOf } from "../../server/engine/answer.ts";
import { candidateHashOf } from "../../server/engine/canonical.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

Deno.test("the page computes the engine's hash of a candidate before it runs", async () => {
  const engine = await makeEngine(await officialDatasets());
  const read = (bytes: Uint8Array): unknown =>
    JSON.parse(decoder.decode(payloadOf(bytes) ?? undefined));
  const { strategies } = read(engine.strategyCatalogue()) as {
    readonly strategies: readonly CatalogueEntry[];
  };
  const ours = strategies.filter(({ language }) => language === undefined);
  const alone = ours.map(({ strategyId }) => ({ marketId: 1, components: [{ strategyId }] }));
  const [rsi, bollinger] = ["yield-rsi", "yield-bollinger"].map((strategyId) => ({ strategyId }));
  assert(rsi && bollinger);
  const candidates: readonly Candidate[] = [
    ...alone,
    { marketId: 3, timeframe: "daily", capital: "2500.50", components: [rsi, bollinger, rsi] },
    { marketId: 1, components: [{ ...rsi, strategyParams: { overbought: 72.5 } }] },
    { marketId: 1, strategyParams: { period: 20 }, components: [rsi, bollinger] },
    {
      marketId: 2,
      capital: "100000.00",
      components: [{ ...rsi, weightBps: 7000 }, { ...bollinger, weightBps: 3000 }],
    },
  ];
  const hashes = await Promise.all(candidates.map((one) => candidateHashOf(one, strategies)));
  candidates.forEach((candidate, at) => {
    const request = { view: "summary", simulationId: "x", candidate };
    const { bytes, trial } = engine.simulate(encoder.encode(JSON.stringify(request)));
    assert(trial !== null, decoder.decode(bytes));
    assertEquals(hashes[at], trial.candidateHash, JSON.stringify(candidate));
  });
  assertEquals(new Set(hashes).size, candidates.length);
});
