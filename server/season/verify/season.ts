// This module is browser compatible.

import { sha256Hex } from "../../base/hash.ts";
import type { BoardHead, BoardRow } from "../../contracts/season.ts";
import { boardOf, type Failure } from "../rules/board.ts";
import { checkComplete, checkRows, type FileRow, readBoard, readRows } from "./board_rows.ts";
import { splitBoard } from "./entries_file.ts";
import { checkVersions } from "./evaluation.ts";
import { expectSame, type Finding, Skipped, Wrong } from "./finding.ts";
import { need } from "./log.ts";
import { checkMatrix, readMatrix, sampleOf } from "./matrix.ts";
import type { ArenaFiles, VerifyEngine } from "./ports.ts";
import type { Members } from "./read.ts";
import type { SeasonOfLog } from "./season_log.ts";

/** How a board is verified. */
export interface SeasonParts {
  readonly files: ArenaFiles;
  readonly engine: VerifyEngine;
  /** Number of rows to run again, picked at random; null runs all. */
  readonly sample: number | null;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Receives the number of finished paths and of all. */
  progress?(done: number, of: number): void;
}

/** The files of a board that its statement covers, with their rows. */
interface BoardFiles {
  readonly head: Members;
  readonly first: readonly unknown[];
  readonly rows: readonly FileRow[];
  readonly matrix: Float64Array<ArrayBuffer>;
}

/**
 * Verifies a board against the log: its files, that its rows are the entries of the log, its matrix
 * against the engine, and its ranks from the matrix.
 *
 * @throws {Wrong} that names what differs, with both values
 * @throws {Skipped} when a file is missing
 */
export async function* checkBoard(
  payload: Members,
  ofLog: SeasonOfLog,
  parts: SeasonParts,
): AsyncGenerator<Finding> {
  const { engine, sample } = parts;
  const [board, capital] = [payload.text("board"), payload.text("capital")];
  await checkVersions(payload.object("versions"), engine);
  const { marketKey, timeframe } = splitBoard(board);
  const files = await readFiles(payload, parts.files);
  yield holds(`matrix and board of ${board} have their hashes`);

  const market = await engine.market(marketKey, timeframe);
  if (market === null) throw new Wrong(`this program has no market ${board}`);
  const { generatorVersion } = market;
  expectSame(
    "generatorVersion",
    payload.object("versions").any("generatorVersion"),
    generatorVersion,
  );
  expectSame("head/datasetHash", files.head.text("datasetHash"), market.datasetHash);
  const { marketId } = market;
  await checkRows(files.rows, ofLog.entries, { marketId, timeframe, capital });
  yield* checkOthers(payload, ofLog, files.rows, parts.files);

  const picked = sampleOf(files.rows, sample, () => parts.random());
  await checkMatrix(files.matrix, files.rows, {
    picked,
    order: { marketKey, timeframe, capital: Number(capital), seeds: ofLog.seeds },
    engine,
    progress: (done) => parts.progress?.(done, ofLog.seeds.length),
  });
  const all = picked.length === entriesOf(files.rows).length;
  yield holds(
    `${
      all ? `all ${picked.length}` : `${picked.length} random`
    } entries of ${board}, hold and idle ` +
      `were run again on ${ofLog.seeds.length} paths: equal to the bit`,
  );
  await checkRanks(payload, files, engine);
  yield holds(`ranks, intervals and leaders of ${board} follow from its matrix`);
}

async function readFiles(payload: Members, files: ArenaFiles): Promise<BoardFiles> {
  const [board, paths] = [payload.text("board"), payload.whole("paths")];
  const folder = `${payload.text("seasonId")}/${board}`;
  const bytes = await need(files, `${folder}.json`);
  expectSame("boardHash", payload.text("boardHash"), await sha256Hex(bytes));
  const { head, first } = readBoard(`${folder}.json`, bytes);
  const matrix = await need(files, `${folder}.f64`);
  expectSame("matrixHash", payload.text("matrixHash"), await sha256Hex(matrix));
  const rows = await readRows(files, folder, head.whole("entries") + 2);
  const numbers = entriesOf(rows).filter(({ isFailed }) => !isFailed).map(({ number }) => number);
  expectSame("head/numbers", head.list("numbers"), numbers);
  return { head, first, rows, matrix: readMatrix(matrix, numbers.length + 2, paths) };
}

/** Verifies with the rows of the season's other boards that no entry was left out. */
async function* checkOthers(
  payload: Members,
  { entries }: SeasonOfLog,
  own: readonly FileRow[],
  files: ArenaFiles,
): AsyncGenerator<Finding> {
  const seasonId = payload.text("seasonId");
  const others = payload.list("boards").filter((name) => name !== payload.text("board"));
  try {
    const boards = [own];
    for (const name of others) {
      const folder = `${seasonId}/${name}`;
      const { head } = readBoard(`${folder}.json`, await need(files, `${folder}.json`));
      boards.push(await readRows(files, folder, head.whole("entries") + 2));
    }
    checkComplete(boards, entries);
    yield holds(`each of the ${entries.length} entries of the log stands on one board`);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    const text = `whether an entry of the log stands on no board: ${error.message}`;
    yield { step: "season", outcome: "skipped", text };
  }
}

/** Makes the board again from its matrix, and compares head and rows. */
async function checkRanks(
  payload: Members,
  { head, first, rows, matrix }: BoardFiles,
  engine: VerifyEngine,
): Promise<void> {
  const paths = payload.whole("paths");
  const places = await engine.seasonRanks(matrix, paths);
  const entries = entriesOf(rows).map(({ members, number, candidate }) => ({
    number,
    keyTag: members.text("keyTag"),
    candidate: candidate as BoardRow["candidate"] & object,
    candidateHash: members.text("candidateHash"),
  }));
  const failures = new Map(
    entriesOf(rows).filter(({ isFailed }) => isFailed).map(({ members, number }) => {
      return [number, members.object("failure").raw as unknown as Failure] as const;
    }),
  );
  const board = await boardOf({
    season: {
      seasonId: payload.text("seasonId"),
      paths,
      versions: payload.any("versions") as BoardHead["versions"],
    },
    board: payload.text("board"),
    datasetHash: head.text("datasetHash"),
    entries,
    failures,
    matrix,
  }, () => places);
  expectSame("head", head.raw, board.head);
  board.rows.forEach((row, at) => {
    expectSame(`row ${at + 1} of the board`, rows[at]?.members.raw, row);
  });
  first.forEach((row, at) => expectSame(`first row ${at + 1} of the board`, row, board.rows[at]));
  // Members that no check above compares, such as the number of the first rows.
  expectSame("boardHash", payload.text("boardHash"), board.boardHash);
}

type EntryRow = FileRow & { readonly number: number };

/** Returns the rows of entries, by number. */
function entriesOf(rows: readonly FileRow[]): readonly EntryRow[] {
  return rows.filter((row): row is EntryRow => row.number !== null)
    .toSorted((one, other) => one.number - other.number);
}

function holds(text: string): Finding {
  return { step: "season", outcome: "holds", text };
}
