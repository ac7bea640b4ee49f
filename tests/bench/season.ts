/**
 * Measures the figures of seasons: the close of 1,000 entries on an hourly board of 512 paths, ranks of
 * 1,000 and 10,000 rows, and the first page of a board of 10,000 rows over HTTP:
 * `deno run -A tests/bench/season.ts [close] [ranks] [board]`.
 *
 * @module
 */
import { canonicalJson } from "../../server/base/canonical_json.ts";
import { systemClock } from "../../server/base/clock.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { spawnSearchWorker } from "../../server/process/search_thread/spawn_worker.ts";
import { WorkerPool } from "../../server/search/worker_pool.ts";
import { type BoardEntry, boardOf, boardText, rowsText } from "../../server/season/board.ts";
import { secondOf } from "../../server/season/records.ts";
import { openSqliteArena } from "../../server/store/arena/open.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { makeArena } from "../../server/testing/arena.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { random } from "../../server/testing/random.ts";
import { enterCatalogue, scoreSeasons, seasonOf } from "../../server/testing/season.ts";
import { REVEAL, SECRET } from "../../server/testing/reveal.ts";

const SEED = 1;
const PATHS = 512;
const HOUR_MS = 3_600_000;
const REQUESTS = 100;
const wanted = Deno.args.length === 0 ? ["ranks", "board", "close"] : Deno.args;
const [module, datasets] = await Promise.all([compileEngine(), officialDatasets()]);
const engine = loadEngine(module);
for (const dataset of datasets) okBytes(engine.addDataset(dataset));

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

/** Rows that are told apart here and there, as those of candidates are, then hold and idle. */
function matrixOf(entries: number): Float64Array<ArrayBuffer> {
  const next = random(SEED);
  const normal = (): number => next() + next() + next() + next() - 2;
  const hold = Array.from({ length: PATHS }, () => 0.08 + 0.03 * normal());
  const matrix = new Float64Array((entries + 2) * PATHS);
  for (let row = 0; row < entries + 2; row++) {
    const [lead, deviation] = row < entries ? [0.004 * normal(), 0.02 * next()] : [-0.001, 0.005];
    for (let path = 0; path < PATHS; path++) {
      matrix[row * PATHS + path] = (hold[path] ?? 0) + lead + deviation * normal();
    }
  }
  return matrix;
}

function ranks(): void {
  for (const entries of [1_000, 10_000]) {
    const matrix = matrixOf(entries);
    const startMs = performance.now();
    engine.seasonRanks(matrix, PATHS);
    print(`ranks of ${entries} rows: ${((performance.now() - startMs) / 1000).toFixed(2)} s`);
  }
}

async function board(): Promise<void> {
  const arena = await makeArena();
  const { arenaStore: { seasons }, clock } = arena;
  const definition = await seasonOf(engine, datasets, {
    seasonId: "large",
    paths: PATHS,
    opensAt: secondOf(clock.epochMs() - 2 * HOUR_MS),
    closesAt: secondOf(clock.epochMs() - HOUR_MS),
  });
  await seasons.create(definition);
  await seasons.reveal("large", REVEAL);
  const entries = Array.from({ length: 10_000 }, (_, at): BoardEntry => ({
    number: at + 1,
    keyTag: "0123456789abcdef",
    candidate: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    candidateHash: "0".repeat(64),
  }));
  const { head, rows, matrix, boardHash } = await boardOf({
    season: definition,
    board: "susde-daily",
    datasetHash: "0".repeat(64),
    entries,
    failures: new Map(),
    matrix: matrixOf(entries.length),
  }, (all, paths) => engine.seasonRanks(all, paths));
  await seasons.saveBoard("large", {
    board: "susde-daily",
    head: boardText(canonicalJson(head), rows),
    rows: rowsText(rows),
    leaders: head.leaders,
    matrix,
    matrixHash: head.matrixHash,
    boardHash,
    receiptOf: () => Promise.resolve(null),
  });
  const server = Deno.serve({ port: 0, onListen: () => {} }, (request) => arena.fetch(request));
  const url = `http://127.0.0.1:${server.addr.port}/arena/large/susde-daily.json`;
  const tookMs: number[] = [];
  for (let at = 0; at < REQUESTS; at++) {
    const startMs = performance.now();
    await (await fetch(url)).arrayBuffer();
    tookMs.push(performance.now() - startMs);
  }
  await server.shutdown();
  arena.closeSearches();
  const [first = NaN] = tookMs;
  tookMs.sort((one, other) => one - other);
  const p95 = tookMs[Math.floor(0.95 * REQUESTS)] ?? NaN;
  print(
    `first page of a board of 10,000 rows: p95 ${p95.toFixed(1)} ms, first ${first.toFixed(1)} ms`,
  );
}

async function close(): Promise<void> {
  const clock = { ...systemClock, epochMs: (): number => systemClock.epochMs() + skippedMs };
  let skippedMs = 0;
  const workers = new WorkerPool(2, spawnSearchWorker, { module, datasets });
  await withFolder(async (folder) => {
    const arena = openSqliteArena(`${folder}/arena.sqlite`, clock);
    const searches = openSqliteSearches(`${folder}/searches.sqlite`, clock, {
      files: new MemoryParts(),
    });
    const season = await seasonOf(engine, datasets, {
      boards: ["susde-hourly"],
      paths: PATHS,
      opensAt: secondOf(clock.epochMs()),
      closesAt: secondOf(clock.epochMs() + HOUR_MS),
    });
    await arena.seasons.create(season);
    await enterCatalogue(arena, season, engine, datasets, 1_000);
    skippedMs = HOUR_MS;
    const startMs = performance.now();
    await arena.seasons.reveal(season.seasonId, {
      secret: SECRET,
      beaconSignature: null,
      beacon: null,
    });
    await scoreSeasons({ arena, searches, engine, datasets, workers, clock });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    print(`close of 1,000 entries on susde-hourly, ${PATHS} paths, two workers: ${seconds} s`);
    await searches.close();
    await arena.close();
  });
  workers.stop();
}

print(`${secondOf(Date.now())}, seed ${SEED}`);
if (wanted.includes("ranks")) ranks();
if (wanted.includes("board")) await board();
if (wanted.includes("close")) await close();
// The deadlines of ranges, which were met, would keep the process.
Deno.exit();
