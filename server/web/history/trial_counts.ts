import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import type { Trial, TrialCounts, TrialsBefore } from "../../contracts/trial.ts";
import type { Evidence, SweepError, SweepPoint } from "../../contracts/types.ts";
import { countEvaluated, NO_TRIALS, type Trials } from "../../store/trials.ts";
import { withStores } from "../database.ts";
import { candidateHashOf } from "../../engine/canonical.ts";
import { hasTexts } from "../model/own_parameters.ts";
import { once } from "../engine/program.ts";
import { engine } from "../engines.ts";
import { arena, findFacts, strategies } from "../state/state.ts";
import {
  type Book,
  bookKey,
  joinBooks,
  trialCounts,
  trialsBefore,
  withEvaluations,
  withRuns,
} from "./trials.ts";

/** Time between two writes, milliseconds: a slider runs a candidate in every frame. */
const WRITE_MS = 1000;
const NONE: Book = new Map();

const known = signal<Book>(NONE);
/** Trials that are not stored yet; other tabs may store theirs meanwhile. */
let unwritten: Book = NONE;
let writing: ReturnType<typeof setTimeout> | null = null;

/** The trials of this browser, by dataset. */
export const trialBook: ReadonlySignal<Book> = known;

/** Returns the number of candidates whose verdict on a dataset this browser has shown. */
export function judgedOn(datasetHash: string): number {
  return countEvaluated((known.value.get(keyOn(datasetHash)) ?? NO_TRIALS).evaluated);
}

/** Returns the number of tries that a verdict on a dataset counts, itself included. */
export function triesOn(datasetHash: string): number {
  return Math.max(1, judgedOn(datasetHash));
}

/** Returns the key of the trials and verdicts on a dataset, which a new formula changes. */
export function keyOn(datasetHash: string): string {
  return bookKey(datasetHash, formulaVersion());
}

/** Returns the verdicts that this browser has shown, on every dataset. */
export function judgedBefore(): readonly TrialsBefore[] {
  return trialsBefore(known.value, formulaVersion());
}

function formulaVersion(): number | undefined {
  return arena.value.answer?.versions.formulaVersion;
}

/** Loads the trials of earlier visits, once. */
export const openTrials: () => Promise<void> = once(async () => {
  addEventListener("pagehide", write);
  const written = new Map<string, Trials>();
  await withStores(["tried"], "readonly", (stores) => {
    const cursor = stores("tried").openCursor();
    cursor.onsuccess = () => {
      if (cursor.result === null) return;
      written.set(String(cursor.result.key), cursor.result.value);
      cursor.result.continue();
    };
    return null;
  }).catch(() => {});
  known.value = joinBooks(known.value, written);
});

/** Counts a run whose score is shown. */
export function countRun(evidence: Evidence, dailySharpe: number | null): void {
  const run = { candidateHash: evidence.candidateHash, dailySharpe };
  add((book) => withRuns(book, keyOfEvidence(evidence), [run]));
}

/** Counts the candidates of a sweep that ran; all have the same dataset. */
export async function countRuns(
  candidates: readonly Candidate[],
  points: readonly (SweepPoint | SweepError | null)[],
): Promise<void> {
  const runs = await trialsOf(candidates, points);
  const [first] = runs;
  if (first !== undefined) add((book) => withRuns(book, keyOn(first.datasetHash), runs));
}

/** A verdict about to be shown, by its own formula if it names one. */
type ShownTrial = Trial & Partial<Pick<Evidence, "formulaVersion">>;

/** Counts candidates whose verdicts are about to be shown, on any dataset. */
export async function countVerdicts(shown: readonly ShownTrial[]): Promise<void> {
  // Verdicts that came sooner would not count the tries of earlier visits.
  await openTrials();
  // The engine of the screen, which tells the page its formula, may answer after the one that judges.
  const byDataset = Map.groupBy(
    shown,
    ({ datasetHash, formulaVersion: own = formulaVersion() }) => bookKey(datasetHash, own),
  );
  add((book) =>
    [...byDataset].reduce((counted, [key, own]) => withEvaluations(counted, key, own), book)
  );
}

/** Returns the trials of those candidates that ran; all have the same dataset. */
export async function trialsOf(
  candidates: readonly Candidate[],
  points: readonly (SweepPoint | SweepError | null)[],
): Promise<readonly Trial[]> {
  const [first] = candidates;
  const facts = first && findFacts(first);
  if (facts === undefined) return [];
  const { datasetHash } = facts;
  const ran = await Promise.all(candidates.map(async (one, at): Promise<Trial | null> => {
    const point = points[at] ?? null;
    if (point === null || !("score" in point)) return null;
    const { dailySharpe } = point;
    // Only the engine knows the one spelling of a text.
    const candidateHash = hasTexts(one)
      ? (await engine.check(one)).candidateHash
      : await candidateHashOf(one, strategies.value);
    return { candidateHash, datasetHash, dailySharpe };
  }));
  return ran.filter((trial) => trial !== null);
}

/** Returns the current counts of a dataset. */
export function countsNow(evidence: Evidence): TrialCounts {
  return trialCounts(known.peek(), keyOfEvidence(evidence));
}

/** Adds imported trials. */
export function addTrials(book: Book): void {
  add((mine) => joinBooks(mine, book));
}

function keyOfEvidence({ datasetHash, formulaVersion }: Evidence): string {
  return bookKey(datasetHash, formulaVersion);
}

function add(change: (book: Book) => Book): void {
  const before = known.peek();
  const changed = change(before);
  if (changed === before) return;
  known.value = changed;
  unwritten = change(unwritten);
  writing ??= setTimeout(write, WRITE_MS);
}

/** Merges unwritten trials into the store. Without storage they last as long as the page. */
function write(): void {
  if (writing !== null) clearTimeout(writing);
  writing = null;
  const added = unwritten;
  unwritten = NONE;
  if (added.size === 0) return;
  withStores(["tried"], "readwrite", (stores) => {
    for (const [key, mine] of added) {
      const read = stores("tried").get(key);
      read.onsuccess = () => {
        const before: Trials = read.result ?? NO_TRIALS;
        stores("tried").put(
          joinBooks(new Map([[key, before]]), new Map([[key, mine]])).get(key),
          key,
        );
      };
    }
    return null;
  }).catch(() => {});
}
