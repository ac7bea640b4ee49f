import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { originOf } from "../../contracts/market_ids.ts";
import { engine, stopEngines } from "../engines.ts";
import { type Failure, toFailure } from "../engine/failure.ts";
import { latestWins } from "../engine/latest.ts";
import type { Arena, HalfYear, MarketColumns, Run } from "../engine/messages.ts";
import { runCandidate } from "../engine/runs.ts";
import { type Address, type HalfPlace, readAddress, toHash } from "../model/address.ts";
import { FIRST_CANDIDATE, timeframeOf } from "../model/candidate.ts";
import { withoutUnused } from "../model/own_parameters.ts";
import { localMarkets, openLocalDatasets } from "./local_markets.ts";
import type { Market, MarketTimeframe } from "../../contracts/catalog.ts";

/** A value from the engine: the last answer, and the failure of a newer one. */
export interface Resource<T> {
  readonly answer: T | null;
  readonly failure: Failure | null;
  readonly isPending: boolean;
}

/** A run with its candidate and dataset. */
export interface RunOf {
  /** As entered; `run.candidate` has every default filled in. */
  readonly candidate: Candidate;
  readonly run: Run;
  readonly dataset: MarketColumns;
  /** The fresh half-year of the run, and the engine's facts of it; undefined for the history. */
  readonly half?: HalfYear & { readonly facts: Facts };
}

/** The facts of a dataset that a score follows from. */
type Facts = Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">;

/** Marks of the time from a change to its curve, for `performance.getEntriesByName`. */
export const CHANGED_MARK = "candidate-changed";
export const DRAWN_MEASURE = "candidate-to-curve";

const CLOSED: boolean = false;
/** A resource before its first answer. */
export const EMPTY: Resource<never> = { answer: null, failure: null, isPending: false };

const address = signal<Address>(readAddress(""));
const edited = signal<Candidate>(FIRST_CANDIDATE);
const addressed = signal<Candidate>(FIRST_CANDIDATE);

/** The path in the address: a view, and after a slash its tab. */
export const path: ReadonlySignal<string> = computed(() => address.value.path);
/** Id of the view in the address, and of its tab; the tab may be empty. */
export const viewId: ReadonlySignal<string> = computed(() => path.value.split("/")[0] ?? "");
export const tabId: ReadonlySignal<string> = computed(() => path.value.split("/")[1] ?? "");
/** The candidates that a shared link holds, for the comparison. */
export const shared: ReadonlySignal<readonly Candidate[]> = computed(() => address.value.shared);
/** The number of the fresh half-year that the tabs of the run show; null: they show the history. */
export const halfNumber: ReadonlySignal<number | null> = computed(() =>
  address.value.half?.number ?? null
);
/** The entry of a season to which it belongs; null: it is of the candidate's verdict. */
export const halfEntry: ReadonlySignal<string | null> = computed(() =>
  address.value.half?.entry ?? null
);
const isOnBoard = computed(() => viewId.value === "board");
/** Why the candidate of the address could not be read. */
export const addressProblem: ReadonlySignal<string | null> = computed(() => address.value.problem);
/** The candidate as the editor shows it, with the names of a text that no text uses yet. */
export const draft: ReadonlySignal<Candidate> = edited;
/** The edited candidate, without such names. It may be invalid; then `run` has the failure. */
export const candidate: ReadonlySignal<Candidate> = computed(() => withoutUnused(edited.value));
/**
 * The candidate as the address has it, which links and the tools of the page follow: while a knob moves,
 * only its curve and the editor are drawn again.
 */
export const committed: ReadonlySignal<Candidate> = addressed;
const served = signal<Resource<Arena>>(EMPTY);
/** Catalogue, profile, versions and markets, local markets last. */
export const arena: ReadonlySignal<Resource<Arena>> = computed(() => {
  const { answer } = served.value;
  if (answer === null || localMarkets.value.length === 0) return served.value;
  const markets = [...answer.markets, ...localMarkets.value];
  return { ...served.value, answer: { ...answer, markets } };
});
/** Its markets and strategies; none until the engine has answered. */
export const markets: ReadonlySignal<readonly Market[]> = computed(() =>
  arena.value.answer?.markets ?? []
);
export const strategies: ReadonlySignal<Arena["strategies"]> = computed(() =>
  arena.value.answer?.strategies ?? []
);

/** Returns the market with an id. */
export function findMarket(marketId: number): Market | undefined {
  return markets.value.find(({ id }) => id === marketId);
}

/** Returns the engine's summary of the dataset of a candidate. */
export function findFacts(of: Candidate): MarketTimeframe | undefined {
  return findMarket(of.marketId)?.timeframes[timeframeOf(of)];
}

/** Returns the name of a strategy; its id until the catalogue is known. */
export function strategyName(id: string): string {
  return strategies.value.find(({ strategyId }) => strategyId === id)?.name ?? id;
}

/** The last successful run, of the candidate or an earlier one. */
export const run = signal<Resource<RunOf>>(EMPTY);
/** Its answer and its failure, for components that do not depend on `isPending`. */
export const shownRun: ReadonlySignal<RunOf | null> = computed(() => run.value.answer);
export const runFailure: ReadonlySignal<Failure | null> = computed(() => run.value.failure);
/** Whether the list of keys is open. */
export const isKeyListOpen = signal<boolean>(CLOSED);
/** Whether the palette is open. */
export const isPaletteOpen = signal<boolean>(CLOSED);
/** The term whose definition is shown, or an empty text for all of them; null: the list is closed. */
export const shownTerm = signal<string | null>(null);
/** The dataset of the candidate. */
export const market = signal<Resource<MarketColumns>>(EMPTY);

/** Whether the server runs a market too: it has no local market, and no example of the page. */
export function isServed(marketId: number): boolean {
  return originOf(marketId) !== "mine" &&
    !(arena.value.answer?.examples.includes(marketId) ?? false);
}

/** Whether the market of the candidate has new data. */
export const hasNewData: ReadonlySignal<boolean> = computed(() => isGenerated(edited.value));

/**
 * Returns whether the market of a candidate has a generator, which makes half-years that no rule was
 * tuned on. Until the markets are known, official ones are taken to have it.
 */
export function isGenerated(of: Candidate): boolean {
  const facts = findFacts(of);
  if (facts === undefined) return originOf(of.marketId) === "official";
  return facts.provenance.kind === "synthetic";
}

/**
 * Shows a candidate without a new history entry, for example while a slider moves. A half-year belongs
 * to the judged candidate.
 */
export function preview(changed: Candidate): void {
  performance.mark(CHANGED_MARK);
  if (address.peek().half !== null) address.value = { ...address.peek(), half: null };
  edited.value = changed;
}

/** Shows a candidate with a new history entry. */
export function commit(changed: Candidate): void {
  if (!isSame(changed, edited.value)) preview(changed);
  navigate(path.value, changed);
}

/**
 * Goes to a path, with the candidate or another one.
 *
 * @param others more candidates that the address holds
 */
export function navigate(
  to: string,
  changed: Candidate = candidate.value,
  others: readonly Candidate[] = [],
  half: HalfPlace | null = keptHalf(to, changed),
): void {
  const hash = toHash(to, withoutUnused(changed), others, half);
  if (hash !== location.hash) history.pushState(null, "", hash);
  readLocation();
}

/** Returns the address that {@link navigate} goes to, for a link. */
export function linkTo(
  to: string,
  of: Candidate = addressed.value,
  others: readonly Candidate[] = [],
  half: HalfPlace | null = keptHalf(to, of),
): string {
  return toHash(to, of, others, half);
}

/** Returns the half-year that a link within the tabs of the run keeps. */
function keptHalf(to: string, of: Candidate): HalfPlace | null {
  const isRun = /^workbench(?:\/(?:chart|why|trades|scenarios))?$/.test(to);
  return isRun && isSame(of, addressed.value) ? address.value.half : null;
}

/** Drops cached datasets after one was removed: every engine restarts at its next call. */
export function forgetDatasets(): void {
  datasets.clear();
  stopEngines();
  retry();
}

/** Retries everything that failed. */
export function retry(): void {
  openArena();
  edited.value = { ...edited.value };
  addressed.value = candidate.value;
}

function readLocation(): void {
  address.value = readAddress(location.hash);
  const { candidate: named, problem } = address.value;
  // An address without a candidate shows the one of a newly opened page.
  const shown = named ?? (problem === null ? FIRST_CANDIDATE : candidate.value);
  const { half } = address.value;
  if (!isSame(shown, candidate.value)) preview(shown);
  addressed.value = candidate.value;
  address.value = { ...address.value, half };
}

function isSame(one: Candidate, other: Candidate): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function openArena(): void {
  track(served, engine.arena());
}

/** Starts the worker of the engine, which the first run did not need, and shows its failure. */
export async function startWorker(): Promise<void> {
  try {
    await engine.arena();
  } catch (error) {
    served.value = { ...served.peek(), failure: toFailure(error) };
  }
}

/** Tracks a promise in a signal; the last answer stays until the next one, also after a failure. */
export async function track<T>(
  target: Signal<Resource<T>>,
  promise: Promise<T | null>,
): Promise<void> {
  target.value = { ...target.peek(), isPending: true };
  try {
    const answer = await promise;
    if (answer !== null) target.value = { answer, failure: null, isPending: false };
  } catch (error) {
    target.value = { ...target.peek(), failure: toFailure(error), isPending: false };
  }
}

const runLatest = latestWins(async (changed: Candidate): Promise<RunOf> => {
  const run = await runCandidate(engine, changed);
  return { candidate: changed, run, dataset: await loadDataset(changed) };
});
const datasetLatest = latestWins(loadDataset);
const datasets = new Map<string, Promise<MarketColumns>>();

/** Returns the dataset of a candidate; each dataset is requested once. */
async function loadDataset(of: Candidate): Promise<MarketColumns> {
  const timeframe = timeframeOf(of);
  const key = `${of.marketId} ${timeframe}`;
  const promise = datasets.get(key) ?? engine.columns(of.marketId, timeframe);
  datasets.set(key, promise);
  try {
    return await promise;
  } catch (error) {
    datasets.delete(key);
    throw error;
  }
}

/** Starts the engine, then follows the address and the candidate. */
export function start(): void {
  readLocation();
  addEventListener("popstate", readLocation);
  addEventListener("hashchange", readLocation);
  openArena();
  openLocalDatasets(({ marketId, timeframe }) => engine.summary(marketId, timeframe));
  effect(() => {
    // The board runs all strategies at once; the edited candidate would only delay them.
    if (!isOnBoard.value) track(run, runLatest(candidate.value));
  });
  effect(() => {
    track(market, datasetLatest(candidate.value));
  });
}

/** Whether the last successful run belongs to an earlier candidate. */
export const isStale: ReadonlySignal<boolean> = computed(() => {
  const shown = shownRun.value;
  return shown !== null && (runFailure.value !== null || !isSameDataset(shown.candidate));
});

/**
 * Whether the shown run is that of another candidate than the edited one, whose own run has failed or
 * not ended: no verdict of it may be shown, and none asked for.
 */
export const isBehind: ReadonlySignal<boolean> = computed(() =>
  runFailure.value !== null || shownRun.value?.candidate !== candidate.value
);

/** Returns whether a run has the dataset of the edited candidate; another dataset may take time to load. */
function isSameDataset(of: Candidate): boolean {
  const current = candidate.value;
  return of.marketId === current.marketId && timeframeOf(of) === timeframeOf(current);
}
