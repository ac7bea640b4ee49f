// This module is browser compatible.

import { BARS_PER_DAY } from "../contracts/engine_constants.ts";
import type { Timeframe } from "../contracts/scalar.ts";
import type { Trial, TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type * as Glue from "../../pkg/arena_engine.js";
import {
  type Admit,
  type Bytes,
  type Engine,
  EngineTrap,
  type GeneratedPaths,
  type Overfitting,
  type SharpeLuck,
  type SharpeTrials,
  type ShownRun,
  type SimulationAnswer,
  type SimulationOrder,
} from "./engine.ts";

const [OPEN, CLOSE] = [0x7b, 0x7d];
const TRIAL = ',"trial":';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An array over a buffer of its own; anything else as it is. */
type Owned<T> = T extends Uint8Array ? Bytes
  : T extends Float64Array ? Float64Array<ArrayBuffer>
  : T extends BigUint64Array ? BigUint64Array<ArrayBuffer>
  : T;

/** The engine of `pkg/`, over one instance of its WebAssembly module. */
export class WasmEngine implements Engine {
  readonly #glue: typeof Glue;
  readonly #arena: Glue.Arena;
  readonly #memory: WebAssembly.Memory;

  /**
   * @param glue the generated bindings; one copy of them serves one instance only
   * @param module the compiled `.wasm`
   */
  constructor(glue: typeof Glue, module: WebAssembly.Module) {
    this.#glue = glue;
    this.#memory = glue.initSync({ module }).memory;
    this.#arena = new glue.Arena();
  }

  versions(): Uint8Array {
    return call(() => this.#glue.engineInfo());
  }

  strategyCatalogue(): Uint8Array {
    return call(() => this.#glue.strategyCatalogue());
  }

  familyProfile(): Uint8Array {
    return call(() => this.#glue.familyProfile());
  }

  addDataset({ header, columns }: Dataset): Uint8Array {
    return call(() => this.#arena.addDataset(encoder.encode(JSON.stringify(header)), columns));
  }

  prepare(marketId: number, timeframe: Timeframe): void {
    call(() => this.#arena.prepare(marketId, BARS_PER_DAY[timeframe]));
  }

  check(candidate: Uint8Array): Uint8Array {
    return call(() => this.#arena.check(candidate));
  }

  simulate(request: Uint8Array): SimulationAnswer {
    return withoutTrial(call(() => this.#arena.simulate(request)));
  }

  simulateAdmitted(order: SimulationOrder, admit: Admit): SimulationAnswer | null {
    const { candidate, view, simulationId } = order;
    const gate = new WasmGate(admit);
    const answer = call(() => this.#arena.simulateAdmitted(candidate, view, simulationId, gate));
    gate.rethrow();
    return answer.length === 0 ? null : withoutTrial(answer);
  }

  evaluate(request: Uint8Array, payload: Uint8Array, ledger: TrialLedger): Bytes {
    const asked = new WasmLedger(ledger);
    const answer = call(() => this.#arena.evaluate(request, payload, asked));
    asked.rethrow();
    return answer;
  }

  scenarioPaths(candidate: Uint8Array): Bytes {
    return call(() => this.#arena.scenarioPaths(candidate));
  }

  generateDataset(request: Uint8Array): Bytes {
    return call(() => this.#glue.generateDataset(request));
  }

  generateColumns(request: Uint8Array): Float64Array<ArrayBuffer> {
    return call(() => this.#glue.generateColumns(request));
  }

  chartColumns(marketId: number, timeframe: Timeframe): Float64Array<ArrayBuffer> {
    return call(() => this.#arena.chartColumns(marketId, BARS_PER_DAY[timeframe]));
  }

  runColumns(candidate: Uint8Array): Float64Array<ArrayBuffer> {
    return call(() => this.#arena.runColumns(candidate));
  }

  show(candidate: Uint8Array): ShownRun {
    const all = call(() => this.#arena.show(candidate));
    const [count = 0] = all;
    const answer = new Uint8Array(all.buffer, 8 * (1 + count), all.at(-1));
    return { answer, columns: all.subarray(1, 1 + count) };
  }

  sweep(request: Uint8Array): Bytes {
    return call(() => this.#arena.sweep(request));
  }

  describePlan(request: Uint8Array): Bytes {
    return call(() => this.#arena.describePlan(request));
  }

  planColumns(request: Uint8Array): Float64Array<ArrayBuffer> {
    return call(() => this.#arena.planColumns(request));
  }

  summarise(request: Uint8Array, before: Uint8Array, points: Float64Array): Bytes {
    return call(() => this.#arena.summarise(request, before, points));
  }

  report(request: Uint8Array, results: Uint8Array): Bytes {
    return call(() => this.#arena.report(request, results));
  }

  searchSize(request: Uint8Array): Bytes {
    return call(() => this.#arena.searchSize(request));
  }

  stageRows(request: Uint8Array, results: Uint8Array): Float64Array<ArrayBuffer> {
    return call(() => this.#arena.stageRows(request, results));
  }

  mergeSummaries(one: Uint8Array, other: Uint8Array): Bytes {
    const merged = call(() => this.#glue.mergeSummaries(one, other));
    if (merged.length > 0 || one.length + other.length === 0) return merged;
    throw new Error("Cannot merge: these are not summaries of one plan");
  }

  sharpeLuck(
    excess: Float64Array,
    { count, variance }: SharpeTrials = { count: 1, variance: null },
  ): SharpeLuck {
    const [sharpe = NaN, deflated = NaN] = call(() =>
      this.#glue.sharpeLuck(excess, count, variance ?? NaN)
    );
    const orNull = (figure: number): number | null => Number.isNaN(figure) ? null : figure;
    return { sharpe: orNull(sharpe), deflated: orNull(deflated) };
  }

  overfitting(excess: readonly Float64Array[]): Overfitting | null {
    const days = excess[0]?.length ?? 0;
    const all = new Float64Array(days * excess.length);
    excess.forEach((own, at) => all.set(own, at * days));
    const [probability, lossShare, splits, parts] = call(() =>
      this.#glue.overfitting(all, excess.length)
    );
    if (
      probability === undefined || lossShare === undefined || splits === undefined ||
      parts === undefined
    ) return null;
    return { probability, splits, parts, candidates: excess.length, lossShare };
  }

  requiredEdge(standardError: number, trials: number, paths: number): number {
    return call(() => this.#glue.requiredEdge(standardError, trials, paths));
  }

  pathUtilities(
    { marketId, timeframe, capital, seeds }: GeneratedPaths,
    candidates: readonly string[],
  ): Float64Array<ArrayBuffer> {
    const list = encoder.encode(`[${candidates.join(",")}]`);
    return call(() =>
      this.#arena.pathUtilities(marketId, BARS_PER_DAY[timeframe], capital, list, seeds)
    );
  }

  sisterSeeds(): BigUint64Array<ArrayBuffer> {
    return call(() => this.#glue.sisterSeeds());
  }

  seasonRanks(utilities: Float64Array, paths: number): Float64Array<ArrayBuffer> {
    return call(() => this.#glue.seasonRanks(utilities, paths));
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }
}

/** A ledger as the engine calls it: in numbers, and without throwing through WebAssembly. */
class WasmLedger implements Glue.Ledger {
  readonly #ledger: TrialLedger;
  #failure: { readonly thrown: unknown } | null = null;

  constructor(ledger: TrialLedger) {
    this.#ledger = ledger;
  }

  count(candidateHash: string, datasetHash: string, ratio: number): Float64Array {
    const dailySharpe = Number.isNaN(ratio) ? null : ratio;
    try {
      const { count, counted, sharpeCount, sharpeVariance } = this.#ledger.count({
        candidateHash,
        datasetHash,
        dailySharpe,
      });
      return new Float64Array([count, counted ? 1 : 0, sharpeCount, sharpeVariance ?? NaN]);
    } catch (thrown) {
      this.#failure = { thrown };
      return new Float64Array();
    }
  }

  /** Rethrows the exception of the ledger. */
  rethrow(): void {
    if (this.#failure !== null) throw this.#failure.thrown;
  }
}

/** A gate as the engine calls it: without throwing through WebAssembly. */
class WasmGate implements Glue.Gate {
  readonly #admit: Admit;
  #failure: { readonly thrown: unknown } | null = null;

  constructor(admit: Admit) {
    this.#admit = admit;
  }

  admit(components: number): boolean {
    try {
      return this.#admit(components);
    } catch (thrown) {
      this.#failure = { thrown };
      return false;
    }
  }

  /** Rethrows the exception of the gate. */
  rethrow(): void {
    if (this.#failure !== null) throw this.#failure.thrown;
  }
}

/**
 * Removes the trial from the end of an answer, `{"ok": ..., "trial": ...}`: only the service uses it.
 * The trial is the last object of the answer, and contains no other object.
 */
function withoutTrial(bytes: Bytes): SimulationAnswer {
  const start = bytes.lastIndexOf(OPEN) - TRIAL.length;
  if (start < 0) return { bytes, trial: null };
  const member = decoder.decode(bytes.subarray(start, -1));
  if (!member.startsWith(TRIAL)) return { bytes, trial: null };
  const trial: Trial = JSON.parse(member.slice(TRIAL.length));
  bytes[start] = CLOSE;
  return { bytes: bytes.subarray(0, start + 1), trial };
}

/**
 * Calls the engine. It never throws on purpose, so anything thrown is a trap. The bindings copy every
 * answer out of the engine's memory, so the answer owns its buffer.
 */
function call<T extends Uint8Array | Float64Array | BigUint64Array | boolean | number>(
  work: () => T,
): Owned<T> {
  try {
    return work() as Owned<T>;
  } catch (cause) {
    throw new EngineTrap("Cannot finish an engine call: the engine broke off", { cause });
  }
}
