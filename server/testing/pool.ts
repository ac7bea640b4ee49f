import { type TrialLedger, UNCOUNTED } from "../contracts/trial.ts";
import { compileEngine } from "../engine/load.ts";
import { EnginePool, type PoolOptions } from "../engine/pool.ts";
import { ManualClock } from "./clock.ts";
import { FakeWorker } from "./workers.ts";

const module = await compileEngine();

/** A pool whose workers and clock the test controls. */
export interface FakePool {
  readonly pool: EnginePool;
  readonly workers: FakeWorker[];
  /** Reasons for which workers were lost. */
  readonly lost: string[];
  /** Number of times that the pool asked for a new process. */
  readonly spent: { count: number };
  readonly clock: ManualClock;
  /** Sends a simulation; returns its answer as text. */
  run(text: string, weight?: number, keyId?: string): Promise<string>;
  /** Sends an evaluation; returns its answer as text. */
  evaluate(text: string, keyId?: string, ledger?: TrialLedger): Promise<string>;
}

/** Makes a pool that is not open yet. */
export function makePool(changes: Partial<PoolOptions> = {}): FakePool {
  const workers: FakeWorker[] = [];
  const lost: string[] = [];
  const spent = { count: 0 };
  const clock = new ManualClock();
  const pool = new EnginePool({
    workersMax: 2,
    queueMax: 9,
    jobDeadlineMs: 5_000,
    clock,
    spawn: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    onRun: () => {},
    onLost: (reason) => lost.push(reason),
    onExhausted: () => spent.count++,
    ...changes,
  }, { module, datasets: [] });
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return {
    pool,
    workers,
    lost,
    spent,
    clock,
    run: async (text, weight = 1, keyId = "key") => {
      const { bytes } = await pool.simulate(encoder.encode(text), weight, keyId);
      return decoder.decode(bytes);
    },
    evaluate: async (text, keyId = "key", ledger = UNCOUNTED) => {
      const { bytes } = await pool.evaluate(new Uint8Array(), encoder.encode(text), keyId, ledger);
      return decoder.decode(bytes);
    },
  };
}

/** Makes a pool whose first worker is ready. */
export async function openPool(changes: Partial<PoolOptions> = {}): Promise<FakePool> {
  const made = makePool(changes);
  const opened = made.pool.open();
  made.workers[0]?.ready();
  await opened;
  return made;
}
