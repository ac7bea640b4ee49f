// This module is browser compatible.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Candidate } from "../contracts/candidate.ts";
import { EngineClient } from "./engine/client.ts";
import { type Failure, failureOf } from "./engine/failure.ts";
import { latestWins } from "./engine/latest.ts";
import type { Arena, DatasetName, MarketColumns, Run } from "./engine/messages.ts";
import { type Address, readAddress, toHash } from "./model/address.ts";
import { FIRST_CANDIDATE, timeframeOf } from "./model/candidate.ts";

/** Something that comes from the engine: the last answer, and why there is no newer one. */
export interface Remote<T> {
  readonly answer: T | null;
  readonly failure: Failure | null;
  readonly isPending: boolean;
}

/** A run with what it is of. */
export interface RunOf {
  /** As it was given; `run.candidate` has every default filled in. */
  readonly candidate: Candidate;
  readonly run: Run;
  readonly dataset: MarketColumns;
}

/** Marks of the time from a change to its curve, for `performance.getEntriesByName`. */
export const CHANGED_MARK = "candidate-changed";
export const DRAWN_MEASURE = "candidate-to-curve";

const SOURCES = "/assets/sources.json";
const EMPTY = { answer: null, failure: null, isPending: false };

/**
 * Opens one more engine, for work that the shown one should not wait for.
 *
 * @param first the dataset that it is opened for
 */
export function openEngine(first: DatasetName | null = null): EngineClient {
  const program = document.querySelector<HTMLScriptElement>("script[data-worker]");
  const url = program?.dataset["worker"] ?? "";
  return new EngineClient(() => new Worker(url, { type: "module" }), SOURCES, first);
}

const address = signal<Address>(readAddress(location.hash));
const edited = signal<Candidate>(address.value.candidate ?? FIRST_CANDIDATE);

/** The engine that answers what is on the screen. */
export const engine = openEngine({
  marketId: edited.value.marketId,
  timeframe: timeframeOf(edited.value),
});

/** Id of the view that the address names. */
export const viewId: ReadonlySignal<string> = computed(() => address.value.view);
/** Why the candidate of the address could not be read. */
export const addressProblem: ReadonlySignal<string | null> = computed(() => address.value.problem);
/** The candidate that is edited. It may be wrong: `run` says so. */
export const candidate: ReadonlySignal<Candidate> = edited;
/** Catalogue, profile, versions and markets. */
export const arena = signal<Remote<Arena>>(EMPTY);
/** The last good run, of the candidate or of one before it. */
export const run = signal<Remote<RunOf>>(EMPTY);
/** The dataset of the candidate. */
export const market = signal<Remote<MarketColumns>>(EMPTY);

/** Shows a candidate without a new entry in the history, as a slider moves. */
export function preview(changed: Candidate): void {
  performance.mark(CHANGED_MARK);
  edited.value = changed;
}

/** Shows a candidate; the back button leads to the one before. */
export function commit(changed: Candidate): void {
  if (!isSame(changed, edited.value)) preview(changed);
  go(viewId.value, changed);
}

/** Goes to a view, with the candidate or another one. */
export function go(view: string, changed: Candidate = edited.value): void {
  const hash = toHash(view, changed);
  if (hash !== location.hash) history.pushState(null, "", hash);
  follow();
}

/** Returns the address of a view with the current candidate, for a link. */
export function linkTo(view: string): string {
  return toHash(view, edited.value);
}

/** Asks again for all that failed. */
export function retry(): void {
  openArena();
  edited.value = { ...edited.value };
}

function follow(): void {
  address.value = readAddress(location.hash);
  const named = address.value.candidate;
  if (named !== null && !isSame(named, edited.value)) preview(named);
}

function isSame(one: Candidate, other: Candidate): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function openArena(): void {
  receive(arena, engine.arena());
}

/** Keeps the last answer until the next one, and with a failure too. */
async function receive<T>(target: Signal<Remote<T>>, coming: Promise<T | null>): Promise<void> {
  target.value = { ...target.peek(), isPending: true };
  try {
    const answer = await coming;
    if (answer !== null) target.value = { answer, failure: null, isPending: false };
  } catch (error) {
    target.value = { ...target.peek(), failure: failureOf(error), isPending: false };
  }
}

const runLatest = latestWins(async (changed: Candidate): Promise<RunOf> => {
  const run = await engine.run(changed);
  return { candidate: changed, run, dataset: await datasetOf(changed) };
});
const datasetLatest = latestWins(datasetOf);
const datasets = new Map<string, Promise<MarketColumns>>();

/** Answers with the dataset of a candidate, which is asked for once. */
async function datasetOf(of: Candidate): Promise<MarketColumns> {
  const timeframe = timeframeOf(of);
  const key = `${of.marketId} ${timeframe}`;
  const coming = datasets.get(key) ?? engine.columns(of.marketId, timeframe);
  datasets.set(key, coming);
  try {
    return await coming;
  } catch (error) {
    datasets.delete(key);
    throw error;
  }
}

/** Starts the engine and follows address and candidate from now on. */
export function start(): void {
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  openArena();
  effect(() => {
    receive(run, runLatest(edited.value));
  });
  effect(() => {
    receive(market, datasetLatest(edited.value));
  });
}
