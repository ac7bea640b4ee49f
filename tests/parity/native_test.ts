import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Candidate } from "../../server/contracts/candidate.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { BARS_PER_DAY } from "../../server/contracts/engine_constants.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { sampleOf } from "../../server/testing/nightly.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { payloadOf } from "../../server/engine/answer.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { okValue } from "../../server/engine/wire.ts";
import { CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { candidates } from "../../server/testing/candidates.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { goldenCandidate, goldenCases, goldenDataset } from "../../server/testing/golden.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { NativeEngine } from "../../server/testing/native_engine.ts";
import { testWith } from "../../server/testing/tools.ts";

const VIEWS = ["full", "summary", "trades"] as const;
const CANDIDATE_COUNT = 300;
const SEED = 20261121;

const wasm = loadEngine(await compileEngine());

/** A test that both builds give the same bytes; ignored where the native one cannot be built. */
function parity(name: string, compare: (native: NativeEngine) => Promise<void>): void {
  testWith(["cargo"], name, async () => {
    await using native = await NativeEngine.start();
    await compare(native);
  });
}

function assertSame(found: Uint8Array, expected: Uint8Array, what: string): void {
  // Comparing texts is quick, and its message shows where they part.
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(found), decoder.decode(expected), what);
}

async function addBoth(native: NativeEngine, engine: Engine, dataset: Dataset): Promise<void> {
  const { marketId, marketKey, timeframe } = dataset.header;
  assertSame(
    engine.addDataset(dataset),
    await native.addDataset(dataset),
    `${marketKey} ${timeframe}`,
  );
  const columns = await native.ask("l", encoded(marketId), encoded(BARS_PER_DAY[timeframe]));
  const charted = engine.chartColumns(marketId, timeframe);
  assertEquals(columns, new Uint8Array(charted.buffer), `charts of ${marketKey} ${timeframe}`);
}

/** Runs a candidate in both; says whether it ran. An evaluation is of the payload that came out. */
async function compareRun(
  native: NativeEngine,
  candidate: unknown,
  at: number,
): Promise<boolean> {
  const what = JSON.stringify(candidate);
  const view = VIEWS[at % VIEWS.length];
  const request = encoded({ view, simulationId: "s", candidate });
  const { bytes, trial } = wasm.simulate(request);
  const answer = new TextDecoder().decode(await native.ask("s", request));
  const tail = /,"trial":(\{[^{}]+\})\}$/.exec(answer);
  assertEquals(new TextDecoder().decode(bytes), tail ? answer.replace(tail[0], "}") : answer, what);
  const sweep = encoded({ candidates: [candidate] });
  assertSame(wasm.sweep(sweep), await native.ask("w", sweep), `sweep of ${what}`);
  const alone = encoded(candidate);
  assertSame(wasm.scenarioPaths(alone), await native.ask("h", alone), `paths of ${what}`);
  const columns = new Uint8Array(wasm.runColumns(alone).buffer);
  assertEquals(await native.ask("r", alone), columns, `columns of ${what}`);
  const shown = new Uint8Array(wasm.show(alone).columns.buffer);
  assertEquals(await native.ask("o", alone), shown, `the page's run of ${what}`);
  const { components: [{ strategyId = "" } = {}] = [] } = candidate as Candidate;
  const axes = [{ path: "/components/0/strategyId", values: ["yield-rsi", strategyId] }];
  const plan = { base: candidate, axes, method: "sobol", count: 9, seed: at };
  const described = encoded({ plan, numbers: [at % 9] });
  assertSame(wasm.describePlan(described), await native.ask("x", described), `plan of ${what}`);
  const range = encoded({ plan, from: at % 8, count: 2 });
  const found = new Uint8Array(wasm.planColumns(range).buffer);
  assertEquals(await native.ask("y", range), found, `range of a plan of ${what}`);
  const payload = payloadOf(bytes);
  if (payload === null) return false;
  assert(columns.length > 0, what);
  assertEquals(JSON.parse(tail?.[1] ?? "null"), trial);
  const order = encoded({});
  assertSame(
    wasm.evaluate(order, payload, UNCOUNTED),
    await native.ask("e", order, payload),
    `evaluation of ${what}`,
  );
  return true;
}

parity(
  "the native build answers what the WebAssembly answers, without a dataset",
  async (native) => {
    assertSame(wasm.versions(), await native.ask("i"), "facts");
    assertSame(wasm.strategyCatalogue(), await native.ask("c"), "catalogue");
    assertSame(wasm.familyProfile(), await native.ask("f"), "family profile");
    const candidate = encoded({ marketId: 9, components: [{ strategyId: "no-such" }] });
    assertSame(wasm.check(candidate), await native.ask("k", candidate), "a wrong candidate");
  },
);

parity(
  "both give the same bytes for random candidates and their evaluations",
  async (native) => {
    const datasets = await officialDatasets();
    await inTurn(datasets, (dataset) => addBoth(native, wasm, dataset));
    const catalogue = okValue(CatalogueSchema, wasm.strategyCatalogue());
    const sample = fc.sample(candidates(catalogue), sampleOf(CANDIDATE_COUNT, SEED));
    const ran = await inTurn(sample.entries(), ([at, one]) => compareRun(native, one, at));
    const ranCount = ran.filter(Boolean).length;
    const most = sample.length;
    assert(3 * ranCount >= 2 * most, `${ranCount} of ${most} ran, the others were refused alike`);
  },
);

parity("both give the same statistics of daily excess returns", async (native) => {
  const days = Float64Array.from({ length: 5 * 43 }, (_, day) => 0.001 + 0.01 * Math.sin(day ** 2));
  const bytesOf = (...figures: readonly (number | null)[]): Uint8Array =>
    new Uint8Array(Float64Array.from(figures, (figure) => figure ?? NaN).buffer);
  const excess = new Uint8Array(days.buffer);
  for (const [count, variance] of [[1, null], [300, 0.01]] as const) {
    const { sharpe, deflated } = wasm.sharpeLuck(days, { count, variance });
    const found = await native.ask("a", excess, bytesOf(count, variance));
    assertEquals(found, bytesOf(sharpe, deflated));
  }
  const sample = Array.from({ length: 5 }, (_, at) => days.subarray(at * 43, (at + 1) * 43));
  const { probability = NaN, lossShare = NaN, splits = 0, parts = 0 } = wasm.overfitting(sample) ??
    {};
  assertEquals(splits, 70);
  const found = await native.ask("b", encoded(5), excess);
  assertEquals(found, bytesOf(probability, lossShare, splits, parts));
  const edge = wasm.requiredEdge(0.003, 12, 64);
  assertEquals(await native.ask("q", bytesOf(0.003, 12, 64)), bytesOf(edge));
});

parity("both give the same bytes for every golden case and its evaluation", async (native) => {
  const cases = await goldenCases();
  assertEquals(cases.length, 39);
  await inTurn(cases.entries(), async ([at, one]) => {
    await addBoth(native, wasm, goldenDataset(one));
    await compareRun(native, goldenCandidate(one), at);
  });
});
