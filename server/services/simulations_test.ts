import { assertEquals, assertRejects } from "@std/assert";
import { makeArena } from "../testing/arena.ts";
import { inTurn } from "../testing/in_turn.ts";
import { RUN_TIMES } from "../testing/runners.ts";
import type { Trial, TrialCounts, TrialLedger } from "../contracts/trial.ts";
import {
  type EngineRunner,
  type InlineRun,
  type RunAnswer,
  type RunTimes,
  type View,
  VIEWS,
} from "../engine/engine.ts";
import { canonicalJson } from "../base/canonical_json.ts";
import { systemClock } from "../base/clock.ts";
import { ApiError } from "../base/errors.ts";
import { Evaluations } from "./evaluations.ts";
import { Simulations } from "./simulations.ts";

const { deps: { local } } = await makeArena();
const encoder = new TextEncoder();
const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.5 };
const COUNTS = { count: 12, counted: true, sharpeCount: 11, sharpeVariance: 2 };
const ANSWER = encoder.encode('{"ok":{"a":1}}');

/** Services whose steps are written down. */
class Steps {
  readonly steps: string[] = [];
  readonly requests: Record<string, unknown>[] = [];
  readonly times: RunTimes[] = [];
  readonly counts: TrialCounts[] = [];
  isBroke = false;
  isInline = false;
  answer = ANSWER;
  readonly #runner: EngineRunner;

  constructor() {
    const run = (name: string, request: Uint8Array): Promise<RunAnswer> => {
      this.steps.push(name);
      this.requests.push(JSON.parse(new TextDecoder().decode(request)));
      return Promise.resolve({ bytes: this.answer, trial: TRIAL, ...RUN_TIMES });
    };
    this.#runner = {
      isAlive: true,
      admit: () => this.steps.push("admit"),
      runInline: (_: string, run: InlineRun) => {
        const answer = run((weight) => {
          this.steps.push(`may run ${weight}`);
          return this.isInline;
        });
        return answer && { ...answer, ...RUN_TIMES };
      },
      simulate: (request: Uint8Array, weight: number) => run(`simulate ${weight}`, request),
      evaluate: (request: Uint8Array, _: Uint8Array, keyId: string, ledger: TrialLedger) => {
        this.counts.push(ledger.count(TRIAL));
        return run(`evaluate of ${keyId}`, request);
      },
    } as EngineRunner;
  }

  readonly #trials = {
    record: (keyId: string, { candidateHash }: Trial) => {
      this.steps.push(`record ${keyId} ${candidateHash}`);
    },
    count: (keyId: string, { candidateHash }: Trial) => {
      this.steps.push(`count ${keyId} ${candidateHash}`);
      return COUNTS;
    },
  };

  readonly #input = {
    keyId: "key",
    charge: (units: number) => {
      if (this.isBroke) throw new ApiError("COMPUTE_BUDGET_EXCEEDED", "no");
      this.steps.push(`charge ${units}`);
    },
    bill: (units: number) => {
      this.steps.push(`bill ${units}`);
    },
    onRun: (times: RunTimes) => {
      this.times.push(times);
    },
  };

  simulate(candidate: unknown, view: View = "summary"): Promise<Uint8Array> {
    const parts = {
      local,
      runner: this.#runner,
      trials: this.#trials,
      datasets: [],
      makeId: () => "an-id",
    };
    const body = encoder.encode(JSON.stringify(candidate));
    return new Simulations(parts).simulate({ ...this.#input, body, view });
  }

  /** Runs a batch of three. */
  simulateAll(signal: AbortSignal = new AbortController().signal): Promise<readonly unknown[]> {
    const parts = {
      local,
      runner: this.#runner,
      trials: this.#trials,
      datasets: [],
      makeId: () => "an-id",
    };
    const body = encoder.encode(JSON.stringify({ candidates: Array(3).fill(candidate(2)) }));
    const pause = (): Promise<void> => Promise.resolve(void this.steps.push("pause"));
    return new Simulations(parts).simulateAll({ ...this.#input, body, signal, pause });
  }

  evaluate(): Promise<Uint8Array> {
    const parts = {
      runner: this.#runner,
      trials: this.#trials,
      signer: null,
      clock: systemClock,
    };
    return new Evaluations(parts).evaluate({ ...this.#input, body: ANSWER, componentsMax: 5 });
  }
}

function candidate(count: number): Record<string, unknown> {
  const components = Array.from({ length: count }, () => ({ strategyId: "yield-rsi" }));
  return { marketId: 3, components };
}

Deno.test("a simulation is admitted, charged, run and counted, in this order", async () => {
  const service = new Steps();
  const payload = await service.simulate(candidate(2));
  assertEquals(new TextDecoder().decode(payload), '{"a":1}');
  assertEquals(service.steps, [
    "admit",
    "charge 20",
    "may run 2",
    "simulate 2",
    "record key a",
  ]);
  assertEquals(service.requests, [
    { view: "summary", simulationId: "an-id", candidate: candidate(2) },
  ]);
  assertEquals(Object(service.times[0]).engineMs, RUN_TIMES.engineMs);
});

Deno.test("a light simulation runs on this thread, in the same order", async () => {
  const service = new Steps();
  service.isInline = true;
  const { evidence } = JSON.parse(new TextDecoder().decode(await service.simulate(candidate(1))));
  const steps = ["admit", "charge 10", "may run 1", `record key ${evidence.candidateHash}`];
  assertEquals([service.steps, service.requests], [steps, []]);
  assertEquals(service.times.map(({ engineMs }) => engineMs), [RUN_TIMES.engineMs]);
});

Deno.test("a view with events never runs on this thread", async () => {
  const steps = await inTurn(["full", "trades"] as const, async (view) => {
    const service = new Steps();
    service.isInline = true;
    await service.simulate(candidate(1), view);
    return service.steps;
  });
  assertEquals(steps, [
    ["admit", "charge 10", "simulate 8", "record key a"],
    ["admit", "charge 10", "simulate 1", "record key a"],
  ]);
});

Deno.test("a refused request is neither charged nor run, and has no times", async () => {
  const service = new Steps();
  service.isInline = true;
  const { code } = await assertRejects(() => service.simulate({ marketId: 1 }), ApiError);
  assertEquals([code, service.steps, service.times], ["REQUEST_VALIDATION_FAILED", [], []]);
});

Deno.test("a full view weighs eight components, other views weigh their components", async () => {
  const weights = await inTurn(VIEWS, async (view) => {
    const service = new Steps();
    await service.simulate(candidate(3), view);
    return `${view} ${service.steps.find((step) => step.startsWith("simulate"))}`;
  });
  assertEquals(weights, ["full simulate 8", "summary simulate 3", "trades simulate 3"]);
});

Deno.test("a request over the budget is neither run nor counted", async () => {
  const service = new Steps();
  service.isBroke = true;
  await assertRejects(() => service.simulate(candidate(1)), ApiError);
  await assertRejects(() => service.evaluate(), ApiError);
  assertEquals(service.steps, ["admit", "admit"]);
});

Deno.test("a batch is charged first, lets others have a turn, and ends with its caller", async () => {
  const service = new Steps();
  const run = ["pause", "admit", "may run 2", "simulate 2", "record key a"];
  await service.simulateAll();
  assertEquals(service.steps, ["charge 60", ...run, ...run, ...run]);
  assertEquals(service.times.map(({ engineMs }) => engineMs), [3 * RUN_TIMES.engineMs]);
  const left = new Steps();
  const signal = {
    get aborted() {
      return left.steps.filter((step) => step === "pause").length > 1;
    },
  };
  const { code } = await assertRejects(() => left.simulateAll(signal as AbortSignal), ApiError);
  assertEquals([code, left.steps], ["REQUEST_TIMEOUT", ["charge 60", ...run, "pause"]]);
});

Deno.test("a candidate reaches the engine unchanged, with the members that the engine ignores", async () => {
  const service = new Steps();
  const sent = { ...candidate(1), executionConfig: [{ feeBps: 0 }, null] };
  await service.simulate(sent);
  assertEquals(Object(service.requests[0]).candidate, sent);
});

Deno.test("an evaluation on paths of its own texts is billed 29 more units", async () => {
  const billed = async (
    strategyId: string,
    pathSeed: string | null,
  ): Promise<readonly string[]> => {
    const service = new Steps();
    const candidate = { components: [{ strategyId }] };
    service.answer = encoder.encode(canonicalJson({ ok: { candidate, verdict: { pathSeed } } }));
    await service.evaluate();
    return service.steps.filter((step) => /^(charge|bill)/.test(step));
  };
  assertEquals(await billed("yield-rsi", "1"), ["charge 1"]);
  assertEquals(await billed("expression", null), ["charge 1"]);
  assertEquals(await billed("expression", "1"), ["charge 1", "bill 29"]);
});

Deno.test("an evaluation is admitted, charged one unit, and counted while it runs", async () => {
  const service = new Steps();
  await service.evaluate();
  assertEquals(service.steps, ["admit", "charge 1", "count key a", "evaluate of key"]);
  assertEquals(service.counts, [COUNTS]);
  assertEquals(service.requests, [{ componentsMax: 5, componentUnits: 10 }]);
  assertEquals(service.times.length, 1);
});
