// This module is browser compatible.

import { canonicalJson } from "../../base/canonical_json.ts";
import type { Clock } from "../../base/clock.ts";
import type { LogPosition } from "../../contracts/season.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { simulationCost } from "../../limits/cost.ts";
import { type Board, boardOf, boardText, type Failure, rowsText } from "../rules/board.ts";
import { definitionOf } from "../rules/definition.ts";
import type { Signer } from "../rules/receipt.ts";
import { secondOf } from "../rules/records.ts";
import { seasonStatement } from "../rules/statements.ts";
import type { NewBoard } from "../store/season_store.ts";
import type { JobOutcome, NewRange, RangeResult } from "../../store/search_store.ts";
import type { NumberRange } from "../../search/stages/engine_plan.ts";
import type { AskStore, OpenSearch, RangeJob } from "../../search/jobs/open_search.ts";
import { whileMoving } from "../../search/workers/range_deadline.ts";
import type { SearchWorkers } from "../../search/workers/search_workers.ts";
import { BlockMatrix, packBlock, type Trap } from "./block_matrix.ts";
import { RunTrapped } from "../../search/workers/run_utilities.ts";
import { type AskSeasons, type OpenBoard, type OpenSeason, openSeason } from "./season_parts.ts";

/** The parts of the search that scores a season. */
export interface SeasonSearchParts {
  readonly id: string;
  readonly seasons: AskSeasons;
  readonly ask: AskStore;
  /** Signs the results; null: no result is signed. */
  readonly signer: Signer | null;
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly workers: SearchWorkers;
  readonly clock: Pick<Clock, "after">;
}

/** Paths of a range. */
export const SEASON_BLOCK = 32;

/**
 * Scores a season: a range has all entries of a board on 32 paths, and the step after the last range
 * ranks the rows and stores the board. The season decides all bytes, whoever runs its jobs.
 */
export class SeasonSearch implements OpenSearch {
  /** No candidate runs on an official path, so none is a trial. */
  readonly unfinished = {};
  readonly #parts: SeasonSearchParts;
  readonly #season: OpenSeason;

  private constructor(parts: SeasonSearchParts, season: OpenSeason) {
    this.#parts = parts;
    this.#season = season;
  }

  /** @throws {StartError} when this program cannot score the season */
  static async open(seasonId: string, parts: SeasonSearchParts): Promise<SeasonSearch> {
    return new SeasonSearch(parts, await openSeason(parts.seasons, seasonId, parts));
  }

  async range(
    { stage, from, count }: RangeJob,
    signal?: AbortSignal,
  ): Promise<RangeResult> {
    const board = this.#board(stage);
    const { rows, traps } = await this.#run(board, { from, count }, signal);
    return {
      count: count * board.entries.length,
      summary: packBlock(rows, traps),
      merit: null,
      best: null,
      part: null,
    };
  }

  async step(): Promise<JobOutcome> {
    const { id, ask, seasons } = this.#parts;
    const { definition: { seasonId, boards } } = this.#season;
    const stored = await seasons((store) => store.results(seasonId));
    const isStored = (name: string): boolean => stored.some(({ board }) => board === name);
    const missing = boards.filter((name) => !isStored(name));
    const ranges: NewRange[] = [];
    for (const name of missing) {
      const done = new Set(await ask((store) => store.ranges(id, name)));
      ranges.push(...this.#ranges(this.#board(name)).filter(({ from }) => !done.has(from)));
    }
    if (ranges.length > 0) return { kind: "ranges", ranges };
    for (const name of missing) await this.#save(this.#board(name));
    return { kind: "end", end: { status: "done", outcome: "{}" } };
  }

  #board(name: string): OpenBoard {
    const board = this.#season.boards.get(name);
    if (board === undefined) throw new Error(`the season has no board ${name}`);
    return board;
  }

  #ranges({ board, components }: OpenBoard): readonly NewRange[] {
    const { paths } = this.#season.definition;
    return Array.from({ length: paths / SEASON_BLOCK }, (_, priority) => ({
      stage: board,
      from: priority * SEASON_BLOCK,
      count: SEASON_BLOCK,
      units: SEASON_BLOCK * simulationCost(components),
      priority,
      task: "{}",
    }));
  }

  /**
   * Runs a block of paths again without each candidate that traps the engine. Each run has a deadline of
   * its own, since it waits for a worker.
   */
  async #run(
    { board, candidates, dataset: { header: { marketId, timeframe } } }: OpenBoard,
    { from, count }: NumberRange,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly rows: Float64Array<ArrayBuffer>; readonly traps: readonly Trap[] }> {
    const { workers, clock } = this.#parts;
    const { definition: { capital }, seeds } = this.#season;
    const paths = {
      marketId,
      timeframe,
      capital: Number(capital),
      seeds: seeds.slice(from, from + count),
    };
    const traps: Trap[] = [];
    const alone: number[] = [];
    for (;;) {
      const skipped = traps.map(({ candidate, path }) => ({ candidate, path: path - from - 1 }));
      try {
        const task = { ...paths, candidates, skipped, alone };
        const rows = await whileMoving(
          clock,
          { stage: board, count },
          signal,
          (either, moved) => workers.utilities(task, either, moved),
        );
        return { rows, traps };
      } catch (error) {
        if (!(error instanceof RunTrapped)) throw error;
        const [first, ...others] = error.candidates;
        if (first === undefined) throw error;
        if (others.length > 0) alone.push(first, ...others);
        else traps.push({ candidate: first, path: from + error.path + 1 });
      }
    }
  }

  async #save({ board, entries, dataset }: OpenBoard): Promise<void> {
    const { id, ask, seasons, workers } = this.#parts;
    const { definition } = this.#season;
    const { paths } = definition;
    const found = new BlockMatrix(entries.length, paths);
    for (let from = 0; from < paths; from += SEASON_BLOCK) {
      const [block = null] = await ask((store) => store.summaries(id, board, [from]));
      found.add(from, new Float64Array(block?.buffer ?? [0]));
    }
    const failures = new Map<number, Failure>();
    entries.forEach(({ number }, at) => {
      const failure = found.failureOf(at);
      if (failure !== null) failures.set(number, failure);
    });
    const made = await boardOf({
      season: definition,
      board,
      datasetHash: dataset.header.sha256,
      entries,
      failures,
      matrix: found.matrix(),
    }, (matrix, count) => workers.ranks(matrix, count));
    await seasons((store) => store.saveBoard(definition.seasonId, this.#newBoard(board, made)));
  }

  #newBoard(board: string, { head, rows, matrix, boardHash }: Board): NewBoard {
    return {
      board,
      head: boardText(canonicalJson(head), rows),
      rows: rowsText(rows),
      leaders: head.leaders,
      matrix,
      matrixHash: head.matrixHash,
      boardHash,
      receiptOf: (log, at) => this.#receiptOf({ board, head, boardHash }, log, at),
    };
  }

  async #receiptOf(
    { board, head: { matrixHash }, boardHash }: Pick<Board, "head" | "boardHash"> & {
      readonly board: string;
    },
    log: LogPosition,
    at: number,
  ): Promise<string | null> {
    const { signer } = this.#parts;
    if (signer === null) return null;
    const { definition, entriesRoot, secret, beaconValue } = this.#season;
    const statement = seasonStatement(
      definitionOf(definition),
      { board, entriesRoot, secret, beaconValue, matrixHash, boardHash, log },
      { issuer: signer.issuer, issuedAt: secondOf(at) },
    );
    return canonicalJson({ ...await signer.sign(statement) });
  }
}
