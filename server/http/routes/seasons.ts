import { FAMILY_ID } from "../../contracts/family_id.ts";
import { ApiError } from "../../base/errors.ts";
import { costOfEntry, readEntry } from "../../season/service/entry_request.ts";
import type { SeasonService } from "../../season/service/seasons.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { charge, keyIdOf } from "../charge.ts";
import type { AppContext } from "../context.ts";
import { respond } from "../respond.ts";
import { withBody } from "../with_body.ts";
import { SIMULATION_COST } from "../operation_definition.ts";
import { withRequestKey } from "../idempotency_key.ts";
import type { Operation } from "./operation.ts";

const PATH = `/v1/families/${FAMILY_ID}/seasons`;
const ENTRIES = `${PATH}/{seasonId}/entries`;

const common = {
  tag: "seasons",
  cost: `${BASE_COST} compute unit`,
  isConditional: false,
} as const;

const own = {
  ...common,
  scope: "arena:enter",
  hasBody: false,
  codes: ["SEASON_NOT_FOUND", "OVERLOADED"],
} as const;

/** What seasons are kept by. */
export interface SeasonParts {
  readonly seasons: SeasonService;
}

/** Operations on seasons and the entries of a key. */
export const SEASON_OPERATIONS: readonly Operation<SeasonParts>[] = [
  {
    ...common,
    id: "listSeasons",
    method: "get",
    path: PATH,
    scope: "strategy:read",
    summary: "Lists all seasons with their states, newest first",
    hasBody: false,
    codes: ["OVERLOADED"],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      return respond(c, deps, await deps.seasons.listSeasons());
    },
  },
  {
    ...common,
    id: "enterSeason",
    method: "post",
    path: ENTRIES,
    scope: "arena:enter",
    cost: SIMULATION_COST,
    summary: "Enters a candidate into a season, for good; returns the entry and its receipt",
    hasBody: true,
    status: 201,
    isRepeatable: true,
    takesRequestKey: true,
    codes: [
      "SEASON_NOT_FOUND",
      "IDEMPOTENCY_KEY_REUSED",
      "SEASON_NOT_OPEN",
      "STRATEGY_MISSING_REQUIRED_FEATURE",
      "ENTRY_QUOTA_EXCEEDED",
      "CONCURRENCY_LIMIT_EXCEEDED",
      "DATA_DATASET_NOT_FOUND",
      "OVERLOADED",
    ],
    handle: async (c, deps) => {
      const rule = {
        slot: "simulations",
        bytesMax: deps.bodies.simulationBytesMax,
        admit: (): void => {},
      } as const;
      const { bytes, isNew } = await withBody(c, deps, rule, (body) => {
        const entry = readEntry(deps.local, body);
        charge(c, deps, costOfEntry(entry));
        return withRequestKey(
          c,
          deps,
          body,
          () => deps.seasons.enterSeason(keyIdOf(c), readSeasonId(c), entry),
        );
      });
      return respond(c, deps, bytes, isNew ? 201 : 200);
    },
  },
  {
    ...own,
    id: "listEntries",
    method: "get",
    path: ENTRIES,
    summary: "Lists the entries of the key in a season, with their receipts and results",
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      return respond(c, deps, await deps.seasons.listEntries(keyIdOf(c), readSeasonId(c)));
    },
  },
  {
    ...own,
    id: "hideEntryName",
    method: "delete",
    path: `${ENTRIES}/{number}/name`,
    summary: "Hides the name of an entry of the key for good; the board shows its number instead",
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const [season, number] = [readSeasonId(c), entryNumber(c)];
      return respond(c, deps, await deps.seasons.hideEntryName(keyIdOf(c), season, number));
    },
  },
];

function readSeasonId(c: AppContext): string {
  return c.req.param("seasonId") ?? "";
}

function entryNumber(c: AppContext): number {
  const text = c.req.param("number") ?? "";
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ApiError(
    "SEASON_NOT_FOUND",
    `Cannot find the entry: its number is "${text.slice(0, 40)}", must be a whole number from 1`,
  );
}
