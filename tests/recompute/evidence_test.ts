import { assertEquals } from "@std/assert";
import { SummarySimulationSchema } from "../../server/contracts/simulation.ts";
import { okValue } from "../../server/engine/wire.ts";
import { resultHash } from "../../server/http/docs/programs/hashes.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";

Deno.test("every changed figure, count or bound of the window changes the resultHash", async () => {
  const engine = await officialEngine(await officialDatasets());
  const candidate = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  const request = encoded({ view: "summary", simulationId: "s", candidate });
  const simulation = okValue(SummarySimulationSchema, engine.simulate(request).bytes);
  const seen = new Set([simulation.evidence.resultHash]);
  const { metrics, resolvedScoringProfile } = simulation;
  const { components: sleeves, nearest: _nearest, ...totals } = simulation.execution;
  const components = sleeves.map(({ excess: _excess, ...counts }) => counts);
  const edited: object[] = [
    ...editsOf(metrics).map((metrics) => ({ metrics })),
    ...editsOf(resolvedScoringProfile).map((profile) => ({ resolvedScoringProfile: profile })),
    ...editsOf(totals).map((totals) => ({ execution: { components, ...totals } })),
    ...components.flatMap(editsOf).map((one) => ({ execution: { ...totals, components: [one] } })),
    { execution: { ...totals, components: [] } },
    { evidence: { ...simulation.evidence, datasetHash: "0".repeat(64) } },
    { candidate: { ...simulation.candidate, capital: "100001" } },
  ];
  await inTurn(edited, async (edit) => seen.add(await resultHash({ ...simulation, ...edit })));
  assertEquals(seen.size, 1 + edited.length);
  assertEquals(edited.length, 18 + 6 + 2 * 8 + 3);
});

/** Copies of a record of figures, each with one figure, at any depth, changed by the smallest step. */
function editsOf<T extends object>(record: T): T[] {
  return Object.entries(record).flatMap(([name, value]): T[] => {
    const others: readonly unknown[] = typeof value === "object" && value !== null
      ? editsOf(value)
      : [neighbour(value)];
    return others.map((other) => ({ ...record, [name]: other }));
  });
}

function neighbour(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (value === null) return 0;
  if (typeof value === "string") return new Date(Date.parse(value) + 1000).toISOString();
  if (Number.isInteger(value)) return Number(value) + 1;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Number(value));
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
  return bits.getFloat64(0);
}
