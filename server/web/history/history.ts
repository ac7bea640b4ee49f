import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { messageOf } from "../../base/errors.ts";
import { withStores } from "../database.ts";
import { hasTexts } from "../model/own_parameters.ts";
import { quickScore } from "../model/score.ts";
import { pinAll, pins } from "../state/pins.ts";
import { ruleName } from "../state/preferences.ts";
import { arena, candidate, findFacts, run, type RunOf, viewId } from "../state/state.ts";
import { evaluationKey, evaluations } from "../state/evaluations.ts";
import {
  freeName,
  type HistoryRow,
  joinRows,
  NAME_LENGTH_MAX,
  NOTE_LENGTH_MAX,
} from "./history_rows.ts";
import { addTrials, countRun, keyOn, openTrials, trialBook } from "./trial_counts.ts";
import { toJudged } from "../model/standing.ts";
import { isSame, takeStep } from "../state/undo.ts";
import { readWork, writeWork } from "./work_file.ts";

/** How long a candidate stays on the workbench before it enters the history; a dragged slider adds none. */
const REST_MS = 700;
/** The view that runs the edited candidate. */
const BENCH = "workbench";

interface History {
  /** The candidates that were run in this browser, the newest first. */
  readonly rows: readonly HistoryRow[];
  /** Why the browser does not store them; null while it does. */
  readonly fault: string | null;
}

const current = signal<History>({ rows: [], fault: null });

/** Changes of the rows so far: what was read of the store before the last one is out of date. */
let changes = 0;

/** Ends once the history of earlier visits is shown, or cannot be read. */
let loaded = Promise.resolve();

/** To the other tabs; null until the history starts. */
let channel: BroadcastChannel | null = null;

/** The history of this browser. */
export const runHistory: ReadonlySignal<History> = current;

/** Loads the history of earlier visits and records runs from now on. */
export function startHistory(): void {
  openTrials();
  loaded = readHistory();
  channel = followOtherTabs();
  effect(() => {
    const all = evaluations.value;
    untracked(() => keepVerdicts(all));
  });
  effect(() => {
    const { answer, failure, isPending } = run.value;
    // Only a run that was shown is a trial.
    if (answer === null || failure !== null || isPending || viewId.value !== BENCH) return;
    countRun(answer.run.evidence, answer.run.dailySharpe);
    if (answer.candidate !== candidate.value) return;
    const resting = setTimeout(() => {
      takeStep(answer.candidate);
      // Stored sooner, the row would replace the one of an earlier visit, and its note.
      loaded.then(() => record(answer));
    }, REST_MS);
    return () => clearTimeout(resting);
  });
}

/** Adds what this browser has stored, by this tab or another one. */
export async function readHistory(): Promise<void> {
  const before = changes;
  try {
    const written = await withStores<HistoryRow[]>(["candidates"], "readonly", (stores) => {
      return stores("candidates").getAll();
    });
    // A row that was deleted meanwhile would come back, and a note as it was.
    if (changes !== before) return await readHistory();
    // Another tab may have cleared a note: what is stored replaces what is shown.
    const stored = new Set(written.map(({ hash }) => hash));
    show(joinRows(current.value.rows.filter(({ hash }) => !stored.has(hash)), written));
  } catch (thrown) {
    fail(thrown);
  }
}

/** Sets the note or the name of a candidate; an empty text removes it. */
export function annotate(hash: string, part: "note" | "name", written: string): void {
  const text = written.trim().slice(0, part === "note" ? NOTE_LENGTH_MAX : NAME_LENGTH_MAX);
  const changed = current.value.rows.map((row) =>
    row.hash === hash ? { ...row, [part]: text } : row
  );
  store(changed, changed.filter((row) => row.hash === hash));
}

/** Returns the name that the reader gave to a candidate, or null. */
export function givenName(candidate: Candidate): string | null {
  return current.value.rows.find((row) => row.name && isSame(row.candidate, candidate))?.name ??
    null;
}

/** Deletes candidates from the history. Their trials stay counted, because their scores were seen. */
export function forget(hashes: readonly string[]): void {
  store(current.value.rows.filter(({ hash }) => !hashes.includes(hash)), []);
}

/** Returns history, pins and trials as the text of one file. */
export function exportWork(): string {
  return writeWork({ rows: current.value.rows, pins: pins.value, book: trialBook.value });
}

/** Imports a file; returns a sentence that says what was added, or why nothing was. */
export async function importWork(name: string, text: string): Promise<string> {
  const work = readWork(name, text);
  if (typeof work === "string") return work;
  await loaded;
  const before = current.value.rows.length;
  store(joinRows(current.value.rows, work.rows), work.rows);
  addTrials(work.book);
  const left = pinAll(work.pins);
  const added = current.value.rows.length - before;
  const full = left === 0 ? "" : `; no place for ${left} of its pins`;
  return `${name}: ${work.rows.length} candidates, ${added} of them new here${full}.`;
}

function record({ candidate: of, run: { metrics, evidence, candidate: resolved } }: RunOf): void {
  const known = arena.value.answer;
  const facts = findFacts(resolved);
  if (!known || facts === undefined) return;
  const { annualizedMeanReturn, maxDrawdown, fills } = metrics;
  const now = Date.now();
  const row: HistoryRow = {
    hash: evidence.candidateHash,
    candidate: of,
    ...quickScore(metrics, known.profile, facts),
    annualizedMeanReturn,
    maxDrawdown,
    fills,
    firstAt: now,
    lastAt: now,
    note: "",
    name: hasTexts(of) ? givenName(of) ?? ruleName.peek() : "",
  };
  store(joinRows(current.value.rows, [row]), [row]);
  keepVerdicts(evaluations.value);
}

/** Keeps the verdicts of this visit with their rows. */
function keepVerdicts(all: typeof evaluations.value): void {
  const { rows } = current.value;
  const changed = rows.map((row) => withVerdict(row, all));
  const written = changed.filter((row, at) => row !== rows[at]);
  if (written.length > 0) store(changed, written);
}

/** Returns a row with its verdict. A text is named when it is judged first. */
function withVerdict(row: HistoryRow, all: typeof evaluations.value): HistoryRow {
  const datasetHash = findFacts(row.candidate)?.datasetHash ?? "";
  const found = all.get(evaluationKey({ datasetHash, candidateHash: row.hash }));
  const key = keyOn(datasetHash);
  if (found === undefined || row.judged?.key === key) return row;
  const name = row.name || (hasTexts(row.candidate) ? freeName(current.value.rows) : "");
  return { ...row, name, judged: { ...toJudged(found), key } };
}

/** Shows rows and stores the changes. */
function store(changed: readonly HistoryRow[], written: readonly HistoryRow[]): void {
  const hashes = new Set(written.map(({ hash }) => hash));
  const stays = new Set(changed.map(({ hash }) => hash));
  const gone = current.value.rows.filter(({ hash }) => !stays.has(hash));
  changes++;
  show(changed);
  withStores<null>(["candidates"], "readwrite", (stores) => {
    for (const { hash } of gone) stores("candidates").delete(hash);
    for (const row of changed) if (hashes.has(row.hash)) stores("candidates").put(row, row.hash);
    return null;
  }).then(() => channel?.postMessage(gone.map(({ hash }) => hash)), fail);
}

/** Follows the history of other tabs: each sends the hashes that it deleted after it stored. */
function followOtherTabs(): BroadcastChannel {
  const opened = new BroadcastChannel("arena-history");
  opened.onmessage = ({ data: gone }: MessageEvent<readonly string[]>) => {
    changes++;
    show(current.value.rows.filter(({ hash }) => !gone.includes(hash)));
    readHistory();
  };
  return opened;
}

function show(rows: readonly HistoryRow[]): void {
  current.value = { ...current.value, rows };
}

function fail(thrown: unknown): void {
  const fault = `Cannot keep candidates in this browser: ${messageOf(thrown)}`;
  current.value = { ...current.value, fault };
}
