import { ENTRIES_PER_KEY, SEASON_BOARDS_MAX, SEASON_PATHS } from "../../contracts/season.ts";
import { type Command, JSON_OPTION, type Values } from "../../cli/command_line.ts";
import { option } from "../../cli/option.ts";

const SECRET_FILE = {
  type: "string",
  value: "FILE",
  isRequired: true,
} as const;

/** The commands on seasons, see `runSeason`. */
export const SEASON_COMMANDS = {
  create: {
    name: "season create",
    summary: "Creates a season and its secret; nothing of the season can be changed afterwards.",
    options: {
      "id": { ...option("ID", "Id of the season, for ever"), isRequired: true },
      "title": { ...option("TITLE", "Title on the page"), isRequired: true },
      "boards": {
        ...option(
          "BOARD,...",
          `1 to ${SEASON_BOARDS_MAX} markets and timeframes, as susde-hourly,ghousd-daily`,
        ),
        isRequired: true,
      },
      "opens": {
        ...option(
          "ISO",
          "First second in which candidates may enter, as 2026-11-01T00:00:00Z, or now",
        ),
        isRequired: true,
      },
      "closes": {
        ...option("ISO", "First second in which they may not enter any more"),
        isRequired: true,
      },
      "paths": option(
        "N",
        `Hidden paths of each board, a multiple of ${SEASON_PATHS.step} from ` +
          `${SEASON_PATHS.min} to ${SEASON_PATHS.max}; ${SEASON_PATHS.default} by default`,
      ),
      "entries-per-key": option(
        "N",
        `Entries of a key on all boards together; ${ENTRIES_PER_KEY} by default`,
      ),
      "beacon-round": option(
        "N",
        "Round of drand-quicknet that decides the paths too, an hour after the close or later; " +
          "the first such round by default",
      ),
      "no-beacon": {
        type: "boolean",
        help: "No public randomness: then the operator could choose the last entry to suit, unseen",
      },
      "secret-file": {
        ...SECRET_FILE,
        help: "New file of the secret, outside the folder of the arena; keep it until the reveal",
      },
      "json": JSON_OPTION,
    },
    examples: [
      "season create --id autumn-1 --title Autumn --boards susde-hourly --opens now \\\n" +
      "    --closes 2026-11-15T00:00:00Z --secret-file secrets/autumn-1",
    ],
  },
  list: {
    name: "season list",
    summary: "Lists the seasons, newest first: id, state, entries, close and title.",
    options: { json: JSON_OPTION },
    examples: ["season list"],
  },
  show: {
    name: "season show",
    summary: "Shows one season.",
    operands: "ID",
    options: { json: JSON_OPTION },
    examples: ["season show autumn-1"],
  },
  reveal: {
    name: "season reveal",
    summary:
      "Publishes the secret of a closed season, for good; a running server scores it from then on.",
    operands: "ID",
    options: {
      "secret-file": { ...SECRET_FILE, help: "File of the secret that season create wrote" },
      "beacon-signature": option(
        "HEX",
        "Signature of the beacon's round, 48 bytes, if the season has a beacon",
      ),
      "beacon-value": option("HEX", "Randomness of that round, 32 bytes"),
      "json": JSON_OPTION,
    },
    notes: "drand answers both values at https://api.drand.sh/v2/beacons/quicknet/rounds/ROUND.",
    examples: ["season reveal autumn-1 --secret-file secrets/autumn-1"],
  },
  void: {
    name: "season void",
    summary: "Declares a season void that is not revealed; it stays in the list, with the reason.",
    operands: "ID",
    options: {
      reason: { ...option("TEXT", "One sentence, public"), isRequired: true },
      json: JSON_OPTION,
    },
    examples: ['season void autumn-1 --reason "The capital was wrong"'],
  },
  name: {
    name: "season name",
    summary: "Hides the name of an entry, for good; the board shows its number instead.",
    operands: "ID NUMBER",
    options: {
      hide: { type: "boolean", isRequired: true, help: "Hide it" },
      json: JSON_OPTION,
    },
    examples: ["season name autumn-1 17 --hide"],
  },
  unpublish: {
    name: "season unpublish",
    summary: "Deletes a candidate from the practice boards, with the rows of all its keys.",
    operands: "HASH",
    options: { json: JSON_OPTION },
    notes: "HASH is the candidateHash of the row. A key may publish it again: revoke such a key.",
    examples: [`season unpublish ${"0a".repeat(32)}`],
  },
  export: {
    name: "season export",
    summary: "Writes the public folder of one season, or of all, for any static host.",
    operands: "[ID] DIR",
    options: {
      all: { type: "boolean", help: "All seasons and the practice boards" },
      page: {
        type: "boolean",
        help: "The page too: DIR is the root of the host, with arena/ in it",
      },
      json: JSON_OPTION,
    },
    notes: "The files are those of /arena/ on the server, byte for byte.",
    examples: ["season export autumn-1 data/arena", "season export --all --page data/site"],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** The options of all commands on seasons that were given. */
export type SeasonOptions = Partial<
  & Values<typeof SEASON_COMMANDS.create["options"]>
  & Values<typeof SEASON_COMMANDS.reveal["options"]>
  & Values<typeof SEASON_COMMANDS.void["options"]>
  & Values<typeof SEASON_COMMANDS.name["options"]>
  & Values<typeof SEASON_COMMANDS.export["options"]>
>;
