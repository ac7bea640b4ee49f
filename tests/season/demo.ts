/**
 * Plays a whole season on this machine: entries of the catalogue on two boards, the close, the reveal,
 * the ranks, the public folder, and its verification.
 *
 *     deno task season:demo --entries 200 --out data/season-demo
 *
 * @module
 */
import { systemClock } from "../../server/base/clock.ts";
import type { BoardRow } from "../../server/contracts/season.ts";
import { writeArena } from "../../server/season/command/export.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { LocalVerifyEngine } from "../../server/season/verify/verify_engine.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { print } from "../../server/process/output.ts";
import { spawnSearchWorker } from "../../server/process/store_thread/spawn_worker.ts";
import { SEASON_BLOCK } from "../../server/season/jobs/season_search.ts";
import { WorkerPool } from "../../server/search/workers/worker_pool.ts";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import { verify } from "../../server/season/verify/verify.ts";
import { keyRecordOf } from "../../server/season/rules/published_keys.ts";
import { secondOf } from "../../server/season/rules/records.ts";
import { ArenaFolder } from "../../server/season/service/arena_folder.ts";
import { NO_PRACTICE } from "../../server/season/service/empty_arena.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { enterCatalogue, scoreSeasons, seasonOf, signerOf } from "../../server/testing/season.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

/** Reads `--name value`. */
function option(name: string, otherwise: string): string {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? otherwise : Deno.args[at + 1] ?? otherwise;
}

const entries = Number(option("entries", "200"));
const paths = Number(option("paths", "512"));
const boards = option("boards", "susde-hourly,ghousd-daily").split(",");
const out = option("out", "data/season-demo");
/** Lines of progress while entries run. */
const PARTS = 8;
const beginMs = performance.now();

function step(sentence: string): void {
  const seconds = ((performance.now() - beginMs) / 1000).toFixed(1).padStart(5);
  print(`${seconds} s  ${sentence}`);
}

const [module, datasets] = await Promise.all([compileEngine(), officialDatasets()]);
const engine = loadEngine(module);
for (const dataset of datasets) okBytes(engine.addDataset(dataset));
const folder = await Deno.makeTempDir();
const workers = new WorkerPool(navigator.hardwareConcurrency, spawnSearchWorker, {
  module,
  datasets,
});
// The season closes when all candidates have entered: the clock of the store waits for them.
let skippedMs = 0;
const clock = { ...systemClock, epochMs: (): number => systemClock.epochMs() + skippedMs };
const arena = openSqliteArena(`${folder}/arena.sqlite`, clock);
const searches = openSqliteSearches(`${folder}/searches.sqlite`, clock, {
  files: new MemoryParts(),
});
try {
  const opensAt = secondOf(clock.epochMs());
  const closesAt = secondOf(clock.epochMs() + 3_600_000);
  const season = await seasonOf(engine, datasets, {
    seasonId: "demo",
    title: "A season in a minute",
    boards,
    paths,
    opensAt,
    closesAt,
  });
  const key = signingKeyOf(new Uint8Array(32).fill(7));
  await arena.signingKeys.add(keyRecordOf(key, opensAt, null), null);
  await arena.seasons.create(season);
  step(`Season "demo" is open, its secret has the fingerprint ${season.secretHash.slice(0, 16)}…`);
  await enterCatalogue(arena, season, engine, datasets, Math.ceil(entries / boards.length));
  step(`${boards.length * Math.ceil(entries / boards.length)} candidates have entered`);
  skippedMs = 3_600_000;
  await arena.seasons.reveal("demo", REVEAL);
  step(
    `The season is closed, since its clock skips an hour; its secret is published and decides ${paths} hidden paths`,
  );
  const blocks = boards.length * paths / SEASON_BLOCK;
  let ended = 0;
  await scoreSeasons({
    arena,
    searches,
    engine,
    datasets,
    workers,
    clock,
    onJob: (line) => {
      if (!/^range has/.test(line)) return;
      ended++;
      const isTold = Math.floor(PARTS * ended / blocks) > Math.floor(PARTS * (ended - 1) / blocks);
      if (isTold) step(`${ended} of ${blocks} blocks of ${SEASON_BLOCK} paths have run`);
    },
    signer: signerOf(key, ""),
  });
  step("All entries ran on all paths");
  const files = new ArenaFolder({ store: arena, practice: NO_PRACTICE, clock });
  for (const board of boards) {
    const file = await files.file(`demo/${board}.json`);
    const { head, rows } = JSON.parse(new TextDecoder().decode(file?.bytes));
    step(`${board}: ${head.leaders} leaders, and ${head.leadersAlike} like them`);
    for (const row of rows.slice(0, 5)) print(`           ${lineOf(row)}`);
  }
  const count = await writeArena(files, out);
  step(`${count} files are in ${out}`);
  const findings = verify(await Deno.readFile(`${out}/demo/season.json`), {
    files: {
      place: out,
      read: (path) => Deno.readFile(`${out}/${path}`).catch(() => null),
    },
    engine: new LocalVerifyEngine(engine, datasets),
    keys: null,
    head: null,
    sample: 20,
    random: Math.random,
  });
  for await (const { step: name, outcome, text } of findings) {
    step(`${outcome}: ${name}, ${text}`);
    if (outcome === "wrong") throw new Error(text);
  }
} finally {
  workers.stop();
  await searches.close();
  await arena.close();
  await Deno.remove(folder, { recursive: true });
}

// The deadlines of ranges, which were met, would keep the process.
Deno.exit();

/** Returns a row of a board as a line of text. */
function lineOf({ number, line, rankInterval, edge, candidate }: BoardRow): string {
  const place = rankInterval?.join("-") ?? "";
  const name = line ?? `entry ${number}`;
  const strategies = candidate?.components.map(({ strategyId }) => strategyId).join(" + ") ?? "";
  const percent = (100 * (edge ?? 0)).toFixed(2).padStart(6);
  return `${place.padEnd(8)} ${name.padEnd(10)} ${percent} %/y over the line  ${strategies}`;
}
