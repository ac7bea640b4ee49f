import type { BoardHead, BoardRow, Entry, Season } from "../../../contracts/season.ts";
import { pathSeedsOf, seasonSeedOf } from "../../../season/rules/seeds.ts";
import type { EntryHalves } from "../../state/half_year.ts";
import type { Receipt } from "../../../season/rules/receipt.ts";
import { readArena, readNumbers } from "./arena_files.ts";

/** The result of a board, as the file of its season lists it. */
export interface BoardResult {
  readonly board: string;
  readonly at: string;
  readonly matrixHash: string;
  readonly boardHash: string;
  readonly log: { readonly index: number; readonly head: string };
  readonly receipt: Receipt | null;
}

/** The file of a season. */
export interface SeasonFile extends Season {
  readonly entriesRoot: string | null;
  readonly results: readonly BoardResult[];
  /** Why the last try to score it stopped. */
  readonly failure?: string | null;
}

/** The file of a scored board: its head and its first rows. */
export interface BoardFile {
  readonly head: BoardHead;
  readonly rows: readonly BoardRow[];
}

/** Shown names by the number of the entry. */
export type Names = Readonly<Record<string, string>>;

/** Rows of one file of rows. */
export const ROWS_PER_FILE = 1000;
/** Entries of one file of entries. */
const ENTRIES_PER_FILE = 1000;
type Listed = Pick<Entry, "number" | "candidateHash">;

/** Reads the file of a season; null if it does not exist. */
export async function readSeason(seasonId: string): Promise<SeasonFile | null> {
  return await readArena(`${seasonId}/season.json`);
}

/** Reads the first rows of a scored board; null when it is not scored. */
export async function readBoard(seasonId: string, board: string): Promise<BoardFile | null> {
  return await readArena(`${seasonId}/${board}.json`);
}

/** Reads rows of a scored board. @param file 1 has the first {@link ROWS_PER_FILE} rows */
export async function readRows(
  seasonId: string,
  board: string,
  file: number,
): Promise<readonly BoardRow[]> {
  const read = await readArena<{ readonly rows: readonly BoardRow[] }>(
    `${seasonId}/${board}-rows-${file}.json`,
  );
  return read?.rows ?? [];
}

/** Reads the names that a season shows; none when the file is missing. */
export async function readNames(seasonId: string): Promise<Names> {
  return await readArena<Names>(`${seasonId}/names.json`) ?? {};
}

/** Reads how much better an entry did than a passive line on each hidden half-year. */
export async function readDifferences(
  { seasonId, board, numbers, paths, line }: BoardHead,
  number: number,
): Promise<Float64Array<ArrayBuffer>> {
  const file = `${seasonId}/${board}.f64`;
  const lineAt = numbers.length + (line === "hold" ? 0 : 1);
  const [own, rival] = await Promise.all(
    [numbers.indexOf(number), lineAt].map((at) => readNumbers(file, at * paths, paths)),
  );
  return Float64Array.from({ length: paths }, (_, at) => (own?.[at] ?? NaN) - (rival?.[at] ?? NaN));
}

/**
 * Reads the half-years of an entry, whose seeds follow from what the season revealed.
 *
 * @param entry id of the season, board and number: "autumn-1/susde-daily/7"
 * @throws {Error} before the reveal, and when the board does not have the entry
 */
export async function readEntryHalves(entry: string): Promise<EntryHalves> {
  const [seasonId = "", board = "", number = ""] = entry.split("/");
  const list = `${seasonId}/entries-${Math.ceil(Number(number) / ENTRIES_PER_FILE)}.json`;
  const [season, file, listed] = await Promise.all([
    readSeason(seasonId),
    readBoard(seasonId, board),
    readArena<{ readonly entries: readonly Listed[] }>(list),
  ]);
  const one = listed?.entries.find((each) => each.number === Number(number));
  const { reveal, entriesRoot } = season ?? {};
  if (!reveal || !entriesRoot || !one || !file?.head.numbers.includes(one.number)) {
    throw new Error(`Cannot open ${entry}: there is no such entry with a result`);
  }
  const { head } = file;
  const seed = await seasonSeedOf({
    secret: Uint8Array.fromHex(reveal.secret),
    entriesRoot: Uint8Array.fromHex(entriesRoot),
    beacon: reveal.beaconValue === null ? null : Uint8Array.fromHex(reveal.beaconValue),
  });
  const { engineVersion: _, ...versions } = head.versions;
  return {
    entry,
    line: head.line,
    differences: await readDifferences(head, one.number),
    seeds: await pathSeedsOf(seed, head.paths),
    evidence: {
      ...versions,
      candidateHash: one.candidateHash,
      datasetHash: head.datasetHash,
    },
  };
}
