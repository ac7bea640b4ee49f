import { assert, assertEquals, assertExists } from "@std/assert";
import { ApiError } from "../../server/base/errors.ts";
import {
  type Bytes,
  type Engine,
  type EngineRunner,
  EngineTrap,
  type RunAnswer,
} from "../../server/engine/engine.ts";
import { type Account, SLOT_KINDS, type SlotKind } from "../../server/limits/account.ts";
import { SERVICE_LIMITS } from "../../server/limits/key_limits.ts";
import { type LimitedKey, Limiter } from "../../server/limits/limiter.ts";
import { type Arena, CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { random } from "../../server/testing/random.ts";
import { TestRunner } from "../../server/testing/runners.ts";
import { turn, until } from "../../server/testing/until.ts";

const SEED = 20_260_601;
const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

/** A naive model of a key's admitted requests. */
class Ledger {
  readonly charges: { atMs: number; units: number }[] = [];
  readonly held: Record<SlotKind, (() => void)[]> = { simulations: [], evaluations: [] };
  #first = 0;
  #sum = 0;

  /** Adds a charge; returns the units in the second that ends with it. */
  add(atMs: number, units: number): number {
    this.charges.push({ atMs, units });
    this.#sum += units;
    for (; (this.charges[this.#first]?.atMs ?? Infinity) <= atMs - 1000; this.#first++) {
      this.#sum -= this.charges[this.#first]?.units ?? 0;
    }
    return this.#sum;
  }
}

/** Performs a step of an account; returns a refusal instead of throwing it. */
function isAllowed(step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

Deno.test("a million steps of eight keys: never over 50 units in a second, 2 and 4 in flight", () => {
  const next = random(SEED);
  const limiter = new Limiter(POLICY);
  const ledgers = Array.from({ length: 8 }, () => new Ledger());
  const counts = { allowed: 0, refused: 0 };
  let nowMs = 0;
  for (let step = 0; step < 1_000_000; step++) {
    nowMs += next() < 0.3 ? next() * 40 : 0;
    const key = Math.floor(next() * ledgers.length);
    const ledger = ledgers[key] ?? new Ledger();
    const account = limiter.account(keyOf(key), nowMs);
    const isDone = isAllowed(() => play(next, account, ledger, nowMs));
    counts[isDone ? "allowed" : "refused"]++;
    assert(ledger.held.simulations.length <= 2 && ledger.held.evaluations.length <= 4);
    // Unknown keys come and go without leaving state behind.
    if (next() < 0.05) limiter.account(keyOf(`stranger ${step}`), nowMs);
  }
  assert(counts.allowed > 300_000 && counts.refused > 100_000, JSON.stringify(counts));
  assert(limiter.size < 100, `${limiter.size} accounts are remembered`);
  for (const { held } of ledgers) {
    for (const kind of SLOT_KINDS) held[kind].forEach((leave) => leave());
  }
  ledgers.forEach((_, key) => {
    const standing = limiter.account(keyOf(key), nowMs + 1001).remaining(nowMs + 1001);
    assertEquals(standing, { units: 50, fullInMs: null, slots: POLICY.slots });
  });
});

function keyOf(id: unknown): LimitedKey {
  return { id: String(id), limits: SERVICE_LIMITS };
}

function play(next: () => number, account: Account, ledger: Ledger, nowMs: number): void {
  const kind = next() < 0.5 ? "simulations" : "evaluations";
  const choice = next();
  if (choice < 0.6) {
    const units = next() < 0.5 ? 1 : 10 * Math.ceil(next() * 6);
    account.charge(nowMs, units);
    assert(ledger.add(nowMs, units) <= 50, `over 50 units in the second up to ${nowMs}`);
  } else if (choice < 0.8) ledger.held[kind].push(account.takeSlot(kind, nowMs));
  else {
    const leave = ledger.held[kind].shift();
    leave?.();
    // A second release has no effect.
    leave?.();
  }
}

/** A runner whose runs end when and how the test decides. */
class ChaosRunner extends TestRunner {
  readonly waiting: ((isTrap: boolean) => void)[] = [];

  override async simulate(request: Bytes): Promise<RunAnswer> {
    await this.#turn();
    return await super.simulate(request);
  }

  override async evaluate(...run: Parameters<EngineRunner["evaluate"]>): Promise<RunAnswer> {
    await this.#turn();
    return await super.evaluate(...run);
  }

  async #turn(): Promise<void> {
    const isTrap = await new Promise<boolean>((resolve) => this.waiting.push(resolve));
    if (isTrap) throw new EngineTrap("Cannot finish a job: its worker is lost");
  }
}

const HEADERS = { "content-type": "application/json" };
const BODIES: readonly (() => BodyInit)[] = [
  () => JSON.stringify(CANDIDATE),
  () => JSON.stringify(CANDIDATE),
  () => "{",
  () => "{}",
  () => " ".repeat(70_000),
  // One body that breaks off, and one that never arrives.
  () => new ReadableStream({ pull: (stream) => stream.error(new Error("connection reset")) }),
  () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) }),
];

Deno.test("errors, aborts, timeouts and traps leave no slot, no byte and no timer behind", async () => {
  const next = random(SEED);
  const made: ChaosRunner[] = [];
  const runner = (engine: Engine): ChaosRunner => {
    made.push(new ChaosRunner(engine));
    return made[0] ?? new ChaosRunner(engine);
  };
  const arena = await makeArena({ runner });
  const [chaos] = made;
  assertExists(chaos);
  const account = arena.deps.limiter.account(keyOf(arena.key.slice(3, 15)), 0);
  const answers: Promise<number>[] = [];
  for (let step = 0; step < 1_500; step++) {
    const choice = next();
    if (choice < 0.5) answers.push(ask(arena, next));
    else if (choice < 0.7) chaos.waiting.shift()?.(next() < 0.3);
    else if (choice < 0.72) chaos.isSaturated = !chaos.isSaturated;
    else arena.clock.advance(next() < 0.05 ? 10_000 : next() * 500);
    await turn();
    const { slots } = account.remaining(arena.clock.nowMs());
    assert(slots.simulations >= 0 && slots.evaluations >= 0);
    assert(chaos.waiting.length <= 6, "no more runs than slots");
  }
  chaos.isSaturated = false;
  arena.clock.advance(10_000);
  let left = answers.length;
  for (const answer of answers) answer.then(() => left--);
  await until(() => {
    chaos.waiting.shift()?.(false);
    return left === 0;
  });
  const statuses = new Set(await Promise.all(answers));
  assertEquals(statuses, new Set([200, 400, 408, 413, 429, 500, 503]));
  arena.clock.advance(2_000);
  assertEquals(account.remaining(arena.clock.nowMs()).slots, POLICY.slots);
  assertEquals([arena.deps.bodyBytes.held, arena.clock.pendingCount], [0, 0]);
});

/** Sends one of the bodies, and sometimes disconnects; returns the status of the answer. */
async function ask({ request }: Arena, next: () => number): Promise<number> {
  const body = BODIES[Math.floor(next() * BODIES.length)]?.() ?? "";
  const path = next() < 0.5 ? `${FAMILY}/simulations/summary` : `${FAMILY}/evaluations`;
  const leaving = new AbortController();
  const init = { method: "POST", headers: HEADERS, body, signal: leaving.signal };
  const answer = request(path, init);
  if (next() < 0.2) leaving.abort();
  const response = await answer;
  await response.body?.cancel();
  return response.status;
}
