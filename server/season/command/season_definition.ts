import { StartError } from "../../base/errors.ts";
import { CAPITAL_DEFAULT } from "../../contracts/engine_constants.ts";
import {
  ENTRIES_PER_KEY,
  SEASON_PATHS,
  type SeasonDefinition,
  SeasonDefinitionSchema,
  type SeasonVersions,
} from "../../contracts/season.ts";
import { firstRound, NOTE_MS } from "../rules/beacon.ts";
import { secondOf } from "../rules/records.ts";
import type { SeasonOptions } from "./commands.ts";

/** The folder of the practice boards, beside those of seasons. */
const RESERVED_ID = "practice";

/** Everything else that a definition depends on. */
export interface DefinitionParts {
  readonly nowMs: number;
  /** Boards that a season can have. */
  readonly boards: readonly string[];
  readonly versions: SeasonVersions;
  readonly secretHash: string;
}

/**
 * Reads the definition of a season.
 *
 * @throws {StartError} that names the wrong option, its value and what is allowed
 */
export function readDefinition(
  options: SeasonOptions,
  { nowMs, boards: known, versions, secretHash }: DefinitionParts,
): SeasonDefinition {
  const { id: seasonId = "", title = "", boards: named = "", opens = "", closes = "" } = options;
  const boards = named.split(",").map((board) => board.trim());
  const wrong = boards.find((board, at) => !known.includes(board) || boards.indexOf(board) !== at);
  if (wrong !== undefined) {
    throw refused("boards", named, `must be different ones of ${known.join(", ")}`);
  }
  if (seasonId === RESERVED_ID) throw refused("id", seasonId, "is that of the practice boards");
  if (/\p{C}/u.test(title)) throw refused("title", title, "must not have control characters");
  const opensAt = opens === "now" ? secondOf(nowMs) : opens;
  const beaconRound = options["beacon-round"];
  const first = firstRound(Date.parse(closes) + NOTE_MS);
  if (options["no-beacon"] && beaconRound !== undefined) {
    throw refused("beacon-round", beaconRound, "must be absent beside --no-beacon");
  }
  const definition = {
    seasonId,
    title,
    boards,
    capital: CAPITAL_DEFAULT,
    paths: parseWhole(options.paths, SEASON_PATHS.default),
    opensAt,
    closesAt: closes,
    entriesPerKey: parseWhole(options["entries-per-key"], ENTRIES_PER_KEY),
    secretHash,
    beacon: options["no-beacon"] ? null : {
      network: "drand-quicknet" as const,
      // A close that is wrong, for which there is no round, is refused as such below.
      round: parseWhole(beaconRound, first >= 1 ? first : 1),
    },
    versions,
  };
  const outcome = SeasonDefinitionSchema.safeParse(definition);
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    const option = OPTION_OF[String(issue?.path[0])] ?? "id";
    throw refused(option, options[option], ALLOWED[option] ?? issue?.message ?? "");
  }
  const { opensAt: opening, closesAt, beacon } = outcome.data;
  if (Date.parse(opening) < Date.parse(secondOf(nowMs))) {
    throw refused("opens", opens, `must not be before now, ${secondOf(nowMs)}`);
  }
  if (Date.parse(closesAt) <= Date.parse(opening)) {
    throw refused("closes", closes, `must be after the opening, ${opening}`);
  }
  if (beacon !== null && beacon.round < first) {
    throw refused(
      "beacon-round",
      beaconRound,
      `must be ${first} or later: the round comes an hour after the close at the earliest`,
    );
  }
  return outcome.data;
}

type Option = keyof SeasonOptions & string;

const OPTION_OF: Readonly<Record<string, Option>> = {
  seasonId: "id",
  title: "title",
  boards: "boards",
  paths: "paths",
  opensAt: "opens",
  closesAt: "closes",
  entriesPerKey: "entries-per-key",
  beacon: "beacon-round",
};

const ALLOWED: Readonly<Partial<Record<Option, string>>> = {
  "title": "must have 1 to 100 characters",
  "boards": "must be 1 to 6 boards",
  "paths": `must be a multiple of ${SEASON_PATHS.step} from ${SEASON_PATHS.min} to ` +
    `${SEASON_PATHS.max}`,
  "entries-per-key": "must be a whole number from 1 to 1000",
  "beacon-round": "must be a whole number from 1",
};

function parseWhole(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}

function refused(option: Option, given: unknown, allowed: string): StartError {
  return new StartError(`Cannot create the season: --${option} is "${given ?? ""}", ${allowed}`);
}
