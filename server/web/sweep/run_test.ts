import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import type { SweepPoint } from "../engine/messages.ts";
import { CHUNK, isPoint, runSweep, type Sweeper } from "./run.ts";

const POINT: SweepPoint = {
  score: 1,
  dailySharpe: 0.1,
  probabilisticSharpe: 0.5,
  fills: 1,
  intents: 1,
  annualizedMeanReturn: 0,
  maxDrawdown: 0,
  cvar: 0,
  turnover: 0,
  executionCost: 0,
};

/** Candidates that can be told apart by their capital. */
function candidates(count: number): readonly Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    return { marketId: 1, capital: String(index), components: [{ strategyId: "s" }] };
  });
}

/** Answers at once with the capital as the score. */
class Quick implements Sweeper {
  chunks = 0;

  sweep(wanted: readonly Candidate[]): Promise<readonly SweepPoint[]> {
    this.chunks++;
    return Promise.resolve(wanted.map(({ capital }) => ({ ...POINT, score: Number(capital) })));
  }
}

/** Answers when the test says so. */
class Held extends Quick {
  readonly #gates: (() => void)[] = [];

  override async sweep(wanted: readonly Candidate[]): Promise<readonly SweepPoint[]> {
    await new Promise<void>((resolve) => this.#gates.push(resolve));
    return await super.sweep(wanted);
  }

  release(): void {
    this.#gates.shift()?.();
  }
}

Deno.test("every candidate runs once and its point comes at its place", async () => {
  const all = candidates(3 * CHUNK + 7);
  const scores: number[] = [];
  const isWhole = await runSweep({
    candidates: all,
    engines: [new Quick(), new Quick()],
    signal: new AbortController().signal,
    received: (first, points) =>
      points.forEach((point, index) => {
        if (isPoint(point)) scores[first + index] = point.score;
      }),
  });
  assert(isWhole);
  assertEquals(scores, all.map((_, index) => index));
});

Deno.test("an engine that is slow holds nobody up", async () => {
  const [slow, quick] = [new Held(), new Quick()];
  let count = 0;
  const signal = new AbortController().signal;
  const sweep = runSweep({
    candidates: candidates(5 * CHUNK),
    engines: [slow, quick],
    signal,
    received: (_, points) => {
      count += points.length;
      if (count === 4 * CHUNK) slow.release();
    },
  });
  assert(await sweep);
  assertEquals([slow.chunks, quick.chunks, count], [1, 4, 5 * CHUNK]);
});

Deno.test("a cancelled sweep takes no further chunk and says that it is not whole", async () => {
  const engine = new Quick();
  const cancel = new AbortController();
  let count = 0;
  const isWhole = await runSweep({
    candidates: candidates(9 * CHUNK),
    engines: [engine],
    signal: cancel.signal,
    received: (_, points) => {
      count += points.length;
      if (count === 2 * CHUNK) cancel.abort();
    },
  });
  assertEquals([isWhole, engine.chunks], [false, 2]);
});

Deno.test("when one engine breaks off the others stop, and the sweep fails with its reason", async () => {
  const broken: Sweeper = { sweep: () => Promise.reject(new Error("unreachable")) };
  const held = new Held();
  const sweep = runSweep({
    candidates: candidates(9 * CHUNK),
    engines: [broken, held],
    signal: new AbortController().signal,
    received: () => {},
  });
  held.release();
  await assertRejects(() => sweep, Error, "unreachable");
  assertEquals(held.chunks, 1);
});
