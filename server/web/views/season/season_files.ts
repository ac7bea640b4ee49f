import type { BoardHead, BoardRow, Season } from "../../../contracts/season.ts";
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
