import { systemClock } from "../../base/clock.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import type { SeasonVersions } from "../../contracts/season.ts";
import { openPractice } from "../service/practice.ts";
import { openEngine } from "../../cli/open_engine.ts";
import { boardDatasets, seasonVersions } from "../jobs/season_boards.ts";
import { type Config, readConfig } from "../../process/config.ts";
import { print } from "../../process/output.ts";
import { writePage } from "../../process/write_page.ts";
import { openTries } from "../../process/store_thread/open_searches.ts";
import { openArenaStore } from "../../process/store_thread/open_arena_store.ts";
import { secretHashOf } from "../rules/seeds.ts";
import { ArenaFolder } from "../service/arena_folder.ts";
import { NO_PRACTICE } from "../service/empty_arena.ts";
import { publicSeason } from "../service/public_season.ts";
import type { ArenaStore } from "../store/arena_store.ts";
import type { ChangeOutcome, StoredSeason } from "../store/season_store.ts";
import { StoreError } from "../../store/sql.ts";
import { type Command, pickCommand, readCommand } from "../../cli/command_line.ts";
import { SEASON_COMMANDS, type SeasonOptions } from "./commands.ts";
import { writeArena } from "./export.ts";
import { checkReveal } from "./reveal_checks.ts";
import { readDefinition } from "./season_definition.ts";
import { toSeasonLine, toSeasonText } from "./season_text.ts";
import { readSecret, writeSecret } from "./secret_file.ts";

/** Everything that a command works with. */
interface Call {
  readonly arena: ArenaStore;
  readonly config: Config;
  readonly options: SeasonOptions;
  readonly operands: readonly string[];
}

type Run = (call: Call) => Promise<void>;

const COMMANDS: readonly (Command & { readonly run: Run })[] = [
  { ...SEASON_COMMANDS.create, run: create },
  { ...SEASON_COMMANDS.list, run: list },
  { ...SEASON_COMMANDS.show, run: show },
  { ...SEASON_COMMANDS.reveal, run: reveal },
  { ...SEASON_COMMANDS.void, run: declareVoid },
  { ...SEASON_COMMANDS.name, run: hideName },
  { ...SEASON_COMMANDS.unpublish, run: unpublish },
  { ...SEASON_COMMANDS.export, run: exportFolder },
];

const SECRET_BYTES = 32;
const REASON_MAX = 300;

/**
 * Runs a command on the seasons. It works on the store, so a server need not run.
 *
 * @param words arguments after `season` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runSeason([name, ...words]: readonly string[]): Promise<void> {
  const summary = "Creates, reveals and shows the seasons of a server, which may run meanwhile.";
  const command = pickCommand({ name: "season", summary, commands: COMMANDS }, name);
  const { values, operands } = readCommand(command, words);
  const config = readConfig((variable) => Deno.env.get(variable));
  const arena = await openStore(config);
  try {
    await command.run({ arena, config, options: values, operands });
  } catch (error) {
    throw error instanceof StoreError ? cannotUse(config, error) : error;
  } finally {
    await arena.close();
  }
}

/** @throws {StartError} when the store cannot be opened */
export async function openStore(config: Config): Promise<ArenaStore> {
  const { arena: { file }, databaseUrl } = config;
  try {
    if (databaseUrl === null) await Deno.mkdir(parentFolder(file), { recursive: true });
    return await openArenaStore(config, systemClock);
  } catch (error) {
    throw cannotUse(config, error);
  }
}

async function create({ arena: { seasons }, config, options }: Call): Promise<void> {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const { boards, versions } = await readProgram(config);
  const definition = readDefinition(options, {
    nowMs: systemClock.epochMs(),
    boards,
    versions,
    secretHash: await secretHashOf(secret),
  });
  const { seasonId } = definition;
  const file = options["secret-file"] ?? "";
  // Before the season: a season without its secret could never be revealed.
  await writeSecret(file, secret, parentFolder(config.arena.file));
  // An error may hide that the season was created, so the file stays then.
  if (!await seasons.create(definition)) {
    await Deno.remove(file);
    throw new StartError(`Cannot create "${seasonId}": there is a season with this id`);
  }
  const season = await requireSeason(seasons, "show", seasonId);
  if (options.json) return print(JSON.stringify(publicSeason(season)));
  print(
    `${toSeasonText(season)}\n\nIts secret is in ${file}: keep a copy, and show it to nobody ` +
      "before the reveal.",
  );
}

async function list({ arena: { seasons }, options }: Call): Promise<void> {
  const all = await seasons.list();
  if (options.json) return print(JSON.stringify(all.map(publicSeason)));
  for (const season of all) print(toSeasonLine(season));
}

async function show({ arena: { seasons }, options, operands: [id = ""] }: Call): Promise<void> {
  printSeason(await requireSeason(seasons, "show", id), options);
}

async function reveal(call: Call): Promise<void> {
  const { arena: { seasons }, config, options, operands: [id = ""] } = call;
  const season = await requireSeason(seasons, "reveal", id);
  // The store decides again, inside its lock.
  if (season.state !== "closed") throw refused("reveal", season, "must be closed");
  const secret = await readSecret(options["secret-file"] ?? "");
  const { versions } = await readProgram(config);
  const { "beacon-signature": signature, "beacon-value": value } = options;
  const nowMs = systemClock.epochMs();
  const beacon = await checkReveal(season.definition, {
    secret,
    signature,
    value,
    nowMs,
    versions,
  });
  const outcome = await seasons.reveal(id, { secret, ...beacon });
  await printOutcome(call, outcome, "reveal", "must be closed");
}

async function declareVoid(call: Call): Promise<void> {
  const { arena: { seasons }, options: { reason = "" }, operands: [id = ""] } = call;
  if (reason.trim() === "" || reason.length > REASON_MAX || /\p{C}/u.test(reason)) {
    throw new StartError(
      `Cannot declare "${id}" void: --reason must have 1 to ${REASON_MAX} characters, without ` +
        "control characters",
    );
  }
  const outcome = await seasons.void(id, reason);
  await printOutcome(call, outcome, "declare void", "must be announced, open or closed");
}

async function hideName(call: Call): Promise<void> {
  const { arena: { seasons }, options, operands: [id = "", text = ""] } = call;
  if (!options.hide) throw new StartError("Cannot change a name: --hide is missing");
  await requireSeason(seasons, "hide a name in", id);
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (!await seasons.hideName(id, number)) {
    throw new StartError(`Cannot hide the name of entry ${text}: "${id}" has no such entry`);
  }
  print(
    options.json
      ? JSON.stringify({ seasonId: id, number })
      : `The name of entry ${number} is hidden.`,
  );
}

async function unpublish({ arena, options, operands: [hash = ""] }: Call): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw new StartError(
      `Cannot delete a candidate: its hash is "${hash}", must be 64 hexadecimal digits`,
    );
  }
  const rows = await arena.published.remove(hash);
  if (rows === 0) throw new StartError(`Cannot delete ${hash}: no board has this candidate`);
  print(
    options.json
      ? JSON.stringify({ candidateHash: hash, rows })
      : `The practice boards have lost ${rows} row${rows === 1 ? "" : "s"} of this candidate.`,
  );
}

async function exportFolder({ arena, config, options, operands }: Call): Promise<void> {
  const [id, into] = operands.length === 1 ? [undefined, operands[0]] : operands;
  if (into === undefined || (id === undefined) !== (options.all ?? false)) {
    throw new StartError("Cannot export: give ID and DIR, or --all and DIR");
  }
  if (id !== undefined) await requireSeason(arena.seasons, "export", id);
  const hasPage = options.page ?? false;
  const program = id === undefined || hasPage ? await openEngine(config) : null;
  // The files of one season have no practice boards.
  const practice = id !== undefined || program === null ? NO_PRACTICE : openPractice({
    store: arena,
    issuer: config.publicUrl,
    clock: systemClock,
    countTries: await openTries(config),
    ...program,
  });
  const folder = new ArenaFolder({ store: arena, practice, clock: systemClock });
  const files = await writeArena(folder, hasPage ? `${into}/arena` : into, id) +
    (hasPage && program !== null ? await writePage(program, into) : 0);
  print(options.json ? JSON.stringify({ folder: into, files }) : `${into} has ${files} files.`);
}

async function printOutcome(
  { arena: { seasons }, options, operands: [id = ""] }: Call,
  outcome: ChangeOutcome,
  action: string,
  allowed: string,
): Promise<void> {
  const season = await requireSeason(seasons, action, id);
  if (outcome.kind !== "done") throw refused(action, season, allowed);
  printSeason(season, options);
}

function printSeason(season: StoredSeason, { json }: SeasonOptions): void {
  print(json ? JSON.stringify(publicSeason(season)) : toSeasonText(season));
}

async function requireSeason(
  seasons: ArenaStore["seasons"],
  action: string,
  id: string,
): Promise<StoredSeason> {
  const season = await seasons.find(id);
  if (season === null) throw new StartError(`Cannot ${action} "${id}": there is no such season`);
  return season;
}

function refused(action: string, { definition, state }: StoredSeason, allowed: string): StartError {
  const { seasonId, opensAt, closesAt } = definition;
  return new StartError(
    `Cannot ${action} "${seasonId}": it is ${state}, ${allowed}; it opens at ${opensAt} and closes ` +
      `at ${closesAt}`,
  );
}

/** Returns the boards and the versions of this program. */
async function readProgram(
  config: Pick<Config, "datasetFolders">,
): Promise<{ readonly boards: readonly string[]; readonly versions: SeasonVersions }> {
  const { engine, datasets } = await openEngine(config);
  return {
    boards: [...boardDatasets(datasets).keys()],
    versions: seasonVersions(engine, datasets),
  };
}

function cannotUse(
  { arena: { file }, databaseUrl }: Pick<Config, "arena" | "databaseUrl">,
  cause: unknown,
): StartError {
  const place = databaseUrl === null ? file : "the database of DATABASE_URL";
  return new StartError(`Cannot use the seasons in ${place}: ${messageOf(cause)}`, { cause });
}

function parentFolder(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, Math.max(1, end));
}
