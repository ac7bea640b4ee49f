import { ApiError } from "../../base/errors.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import type { BoardPage, PracticeService } from "../../season/service/practice.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { charge, keyIdOf } from "../charge.ts";
import type { AppContext } from "../context.ts";
import { respond } from "../respond.ts";
import { withSmallBody } from "../with_body.ts";
import { withRequestKey } from "../idempotency_key.ts";
import type { Operation } from "./operation.ts";

const PATH = `/v1/families/${FAMILY_ID}/leaderboard`;
/** Default and maximum rows of a page. */
const ROWS_DEFAULT = 200;
const ROWS_MAX = 200;

const common = {
  tag: "leaderboard",
  cost: `${BASE_COST} compute unit`,
  isConditional: false,
} as const;

/** What practice boards are kept by. */
export interface PracticeParts {
  readonly practice: PracticeService;
}

/** Operations on the practice boards. */
export const LEADERBOARD_OPERATIONS: readonly Operation<PracticeParts>[] = [
  {
    ...common,
    id: "getLeaderboard",
    method: "get",
    path: `${PATH}/{board}`,
    scope: "strategy:read",
    summary: "Returns rows of a practice board: public data, to which everybody may have tuned",
    query: ["sort", "eligible", "from", "most-of-board"],
    hasBody: false,
    codes: ["REQUEST_VALIDATION_FAILED", "OVERLOADED"],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const board = c.req.param("board") ?? "";
      return respond(c, deps, await deps.practice.leaderboard(board, readPage(c)));
    },
  },
  {
    ...common,
    id: "publish",
    method: "post",
    path: PATH,
    scope: "arena:enter",
    summary: "Publishes an evaluation of the key on its practice board, by its receipt",
    hasBody: true,
    status: 201,
    isRepeatable: true,
    takesRequestKey: true,
    codes: [
      "IDEMPOTENCY_KEY_REUSED",
      "SIMULATION_STALE",
      "RECEIPT_INVALID",
      "ENTRY_QUOTA_EXCEEDED",
      "CONCURRENCY_LIMIT_EXCEEDED",
      "OVERLOADED",
    ],
    handle: async (c, deps) => {
      const { bytes, isNew } = await withSmallBody(
        c,
        deps,
        "simulations",
        (body) => withRequestKey(c, deps, body, () => deps.practice.publish(keyIdOf(c), body)),
      );
      return respond(c, deps, bytes, isNew ? 201 : 200);
    },
  },
  {
    ...common,
    id: "unpublish",
    method: "delete",
    path: `${PATH}/{board}/{candidateHash}`,
    scope: "arena:enter",
    summary: "Withdraws a candidate of the key from its practice board",
    hasBody: false,
    codes: ["REQUEST_VALIDATION_FAILED", "OVERLOADED"],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const [board, hash] = [c.req.param("board") ?? "", c.req.param("candidateHash") ?? ""];
      return respond(c, deps, await deps.practice.unpublish(keyIdOf(c), board, hash));
    },
  },
];

/** @throws {ApiError} REQUEST_VALIDATION_FAILED that names the wrong parameter */
function readPage(c: AppContext): BoardPage {
  const readWord = <T extends string>(name: string, words: readonly [T, ...T[]]): T => {
    const text = c.req.query(name);
    if (text === undefined) return words[0];
    const word = words.find((known) => known === text);
    if (word === undefined) throw wrong(name, text, `must be ${words.join(" or ")}`);
    return word;
  };
  const whole = (name: string, fallback: number, [min, max]: readonly [number, number]): number => {
    const text = c.req.query(name);
    const value = text === undefined ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw wrong(name, text ?? "", `must be a whole number from ${min} to ${max}`);
  };
  return {
    sort: readWord("sort", ["score", "edge"]),
    isEligible: readWord("eligible", ["false", "true"]) === "true",
    from: whole("from", 0, [0, 1e9]),
    most: whole("most", ROWS_DEFAULT, [1, ROWS_MAX]),
  };
}

function wrong(name: string, text: string, wanted: string): ApiError {
  const message = `is "${text.slice(0, 40)}", ${wanted}`;
  return new ApiError(
    "REQUEST_VALIDATION_FAILED",
    "Cannot read the board: 1 field is wrong, see fieldErrors",
    { fieldErrors: [{ path: `/${name}`, code: "not_allowed", message }] },
  );
}
