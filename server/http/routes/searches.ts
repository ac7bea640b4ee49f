import { FAMILY_ID } from "../../contracts/family_id.ts";
import type { Bytes } from "../../engine/engine.ts";
import { ApiError } from "../../base/errors.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { Places } from "../../limits/places.ts";
import type {
  PointsPage,
  Searcher,
  SearchLimits,
  SearchService,
} from "../../services/search_service.ts";
import type { TrialStore } from "../../store/trial_store.ts";
import { accountOf, charge } from "../charge.ts";
import { type AppContext, type Deps, stateOf } from "../context.ts";
import { acceptsArrow } from "../accepts_arrow.ts";
import { heldStream } from "../held_stream.ts";
import { withRequestKey } from "../idempotency_key.ts";
import { respond, respondArrow, respondStream } from "../respond.ts";
import { SearchEvents } from "./search_events.ts";
import { withSmallBody } from "../with_body.ts";
import type { Operation } from "./operation.ts";

const PATH = `/v1/families/${FAMILY_ID}/searches`;
const ONE = `${PATH}/{searchId}`;
/** Default and maximum rows of a page. */
const ROWS_DEFAULT = 1_000;
const ROWS_MAX = 10_000;
const FILES_RETRY_MS = 1_000;

const common = {
  scope: "strategy:search",
  tag: "searches",
  cost: `${BASE_COST} compute unit`,
  isConditional: false,
} as const;

/** What searches are run by. */
export interface SearchParts {
  readonly searches: SearchService;
  readonly trials: Pick<TrialStore, "before">;
  /** Search limits of keys without their own. */
  readonly searchLimits: SearchLimits;
  /** Downloads of points that a key may read at once. */
  readonly searchFilesAtOnce: number;
}

/** Operations on the searches of a key. */
export const SEARCH_OPERATIONS: readonly Operation<SearchParts>[] = [
  {
    ...common,
    id: "startSearch",
    method: "post",
    path: PATH,
    summary: "Starts a search plan; returns its number of candidates and estimated duration",
    cost: `${BASE_COST} compute unit, and the plan's units from the day's quota of searches: ` +
      "at least 1 for each kB of the plan",
    hasBody: true,
    takesRequestKey: true,
    status: 202,
    codes: [
      "STRATEGY_MISSING_REQUIRED_FEATURE",
      "IDEMPOTENCY_KEY_REUSED",
      "SEARCH_QUOTA_EXCEEDED",
      "CONCURRENCY_LIMIT_EXCEEDED",
      "OVERLOADED",
    ],
    handle: async (c, deps) => {
      const payload = await withSmallBody(c, deps, "simulations", async (body) => {
        return await withRequestKey(c, deps, body, async (idempotencyKey) => {
          const searcher = { ...readSearcher(c, deps), idempotencyKey };
          const trials = await deps.trials.before(searcher.keyId);
          return await deps.searches.start(searcher, body, trials);
        });
      });
      return respond(c, deps, payload, 202);
    },
  },
  read({
    id: "listSearches",
    path: PATH,
    summary: "Lists the searches of the key, and the rest of its quota",
    find: (deps, searcher) => deps.searches.list(searcher),
  }),
  read({
    id: "getSearch",
    path: ONE,
    summary: "Returns the progress of a search, its best candidate so far, and finally its report",
    find: (deps, searcher, id) => deps.searches.view(searcher, id),
  }),
  {
    ...read({
      id: "cancelSearch",
      path: ONE,
      summary: "Cancels a search; has no effect on an ended one",
      find: (deps, searcher, id) => deps.searches.cancel(searcher, id),
    }),
    method: "delete",
  },
  {
    ...read({
      id: "getSearchPoints",
      path: `${ONE}/points`,
      summary: "Returns a page of a search's points, if the search stores them",
      find: async (deps, searcher, id, c) => {
        const page = { ...readPage(c), isArrow: acceptsArrow(c) };
        const release = filesOf(deps).take(searcher.keyId);
        return await deps.searches.points(searcher, id, page).finally(release);
      },
    }),
    query: ["from", "most"],
    codes: [
      "SEARCH_NOT_FOUND",
      "SEARCH_POINTS_MISSING",
      "REQUEST_VALIDATION_FAILED",
      "CONCURRENCY_LIMIT_EXCEEDED",
      "OVERLOADED",
    ],
  },
  {
    ...common,
    id: "getSearchFile",
    method: "get",
    path: `${ONE}/points.parquet`,
    summary: "Returns all points of a search as a Parquet file, if the search stores them",
    hasBody: false,
    codes: [
      "SEARCH_NOT_FOUND",
      "SEARCH_POINTS_MISSING",
      "CONCURRENCY_LIMIT_EXCEEDED",
      "OVERLOADED",
    ],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const searcher = readSearcher(c, deps);
      const release = filesOf(deps).take(searcher.keyId);
      try {
        const pieces = whileActive(
          deps,
          searcher,
          await deps.searches.file(searcher, readSearchId(c)),
        );
        const stream = heldStream(pieces, release);
        const isHead = c.req.method === "HEAD";
        // The body of an answer to HEAD is dropped unread.
        if (isHead) await stream.cancel();
        const body = isHead ? new ReadableStream<Bytes>() : stream;
        return respondStream(c, deps, "application/vnd.apache.parquet", body);
      } catch (error) {
        release();
        throw error;
      }
    },
  },
  {
    ...common,
    id: "watchSearch",
    method: "get",
    path: `${ONE}/events`,
    summary: "Sends the view of a search whenever it changes, until it ends (server-sent events)",
    hasBody: false,
    codes: ["SEARCH_NOT_FOUND", "CONCURRENCY_LIMIT_EXCEEDED", "OVERLOADED"],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const searcher = readSearcher(c, deps);
      const id = readSearchId(c);
      if (c.req.method === "HEAD") await deps.searches.view(searcher, id);
      // The body of an answer to HEAD is dropped unread, so it takes no place among the streams.
      const stream = c.req.method === "HEAD"
        ? new ReadableStream<Bytes>()
        : await eventsOf(deps).stream(searcher, id);
      return respondStream(c, deps, "text/event-stream", stream);
    },
  },
];

interface Read extends Pick<Operation, "id" | "path" | "summary"> {
  find(
    deps: Deps & SearchParts,
    searcher: Searcher,
    searchId: string,
    c: AppContext,
  ): Promise<Bytes>;
}

function read({ find, ...definition }: Read): Operation<SearchParts> {
  return {
    ...common,
    ...definition,
    method: "get",
    hasBody: false,
    codes: definition.path === PATH ? ["OVERLOADED"] : ["SEARCH_NOT_FOUND", "OVERLOADED"],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const payload = await find(deps, readSearcher(c, deps), readSearchId(c), c);
      const isArrow = definition.id === "getSearchPoints" && acceptsArrow(c);
      return isArrow ? respondArrow(c, deps, payload) : respond(c, deps, payload);
    },
  };
}

function readSearchId(c: AppContext): string {
  return c.req.param("searchId") ?? "";
}

/** Returns the caller of an operation on searches. */
export function readSearcher(
  c: AppContext,
  { searchLimits }: Pick<SearchParts, "searchLimits">,
): Searcher {
  const { key } = stateOf(c);
  return {
    keyId: key?.id ?? "",
    limits: {
      unitsPerDay: key?.limits.searchUnitsPerDay ?? searchLimits.unitsPerDay,
      atOnce: key?.limits.searchesAtOnce ?? searchLimits.atOnce,
    },
    unitsPerRequest: accountOf(c).policy.budget.units,
  };
}

function readPage(c: AppContext): Omit<PointsPage, "isArrow"> {
  const whole = (name: string, fallback: number, [min, max]: readonly [number, number]): number => {
    const text = c.req.query(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const message = `is "${text.slice(0, 40)}", must be a whole number from ${min} to ${max}`;
    throw new ApiError(
      "REQUEST_VALIDATION_FAILED",
      "Cannot read the points: 1 field is wrong, see fieldErrors",
      { fieldErrors: [{ path: `/${name}`, code: "out_of_range", message }] },
    );
  };
  return {
    from: whole("from", 0, [0, 1e15]),
    most: whole("most", ROWS_DEFAULT, [1, ROWS_MAX]),
  };
}

/** Returns the pieces of a download, which fails once its key was revoked or has expired. */
function whileActive(
  { keys }: Deps,
  { keyId }: Searcher,
  pieces: AsyncIterable<Bytes>,
): AsyncIterable<Bytes> {
  const iterator = pieces[Symbol.asyncIterator]();
  // Not a generator: one that has not begun would not pass its end on.
  const end = async (): Promise<IteratorResult<Bytes>> =>
    await iterator.return?.() ?? { done: true, value: undefined };
  const next = async (): Promise<IteratorResult<Bytes>> => {
    if (!await keys.hasEnded(keyId)) return await iterator.next();
    await end();
    throw new Error("Cannot go on: the key was revoked or has expired");
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

const allFiles = new WeakMap<SearchParts, Places>();

/** The places of those who read points. */
function filesOf(deps: SearchParts): Places {
  const known = allFiles.get(deps);
  if (known) return known;
  const files = new Places({
    policy: "files",
    works: "downloads of points",
    most: deps.searchFilesAtOnce,
    retryAfterMs: FILES_RETRY_MS,
  });
  allFiles.set(deps, files);
  return files;
}

const allEvents = new WeakMap<SearchParts, SearchEvents>();

function eventsOf(deps: Deps & SearchParts): SearchEvents {
  const known = allEvents.get(deps);
  if (known) return known;
  const events = new SearchEvents(deps);
  allEvents.set(deps, events);
  return events;
}
