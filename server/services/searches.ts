// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import { FAMILY_ID } from "../contracts/family_id.ts";
import type { Figure, SearchPlan } from "../contracts/plan.ts";
import type { TrialsBefore } from "../contracts/trial.ts";
import type {
  SearchList,
  SearchPoints,
  SearchStart,
  SearchSummary,
  SearchView,
} from "../contracts/search.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Bytes, Engine } from "../engine/engine.ts";
import { ApiError, wrongFields } from "../base/errors.ts";
import { overBudget } from "../limits/account.ts";
import { simulationCost } from "../limits/cost.ts";
import {
  basisOf,
  chargeOf,
  readOrder,
  type SearchOrder,
  unfinishedOf,
} from "../search/stages/order.ts";
import { continued } from "../search/stages/enqueue.ts";
import {
  type Cell,
  inOrder,
  joinParts,
  type PointColumn,
  readCells,
} from "../search/points/points_part.ts";
import { prepare } from "../search/stages/prepared.ts";
import { paceOf, secondsOf } from "../search/stages/rate.ts";
import type {
  RangePart,
  SearchDone,
  SearchStore,
  SearchUse,
  StoredBytes,
  StoredSearch,
} from "../store/search_store.ts";
import type { TopEntry } from "../search/stages/summary.ts";
import { notFound, toBytes } from "./answer.ts";
import { checkBytes } from "./search_bytes.ts";
import { checkSame, readSearchRequest, refused } from "./search_request.ts";
import { dayOf, overQuota, quotaView } from "./search_quota.ts";
import { idOfRequest } from "./request_key.ts";
import type { PointsPage, Searcher, SearchService, SearchStarter } from "./search_service.ts";
import { withTried } from "./tried_elsewhere.ts";
import { type Ask, asking, searchesUnavailable } from "./unavailable.ts";

/** The dependencies of the service. */
export interface SearchParts {
  readonly store: SearchStore;
  /** The engine of this thread, with all datasets. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly clock: Pick<Clock, "epochMs">;
  /** Workers of this process, for the estimated time where no other process has any. */
  readonly workers: number;
  /** Limits of the bytes that searches may take. */
  readonly bytes: StoredBytes;
  makeId(): string;
}

const PATH = `/v1/families/${FAMILY_ID}/searches`;
/** Duration of the measurement of a rate. */
const PROBE_MS = 20;
const LISTED_MAX = 100;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Starts searches and shows their progress; jobs run them. */
export class Searches implements SearchService {
  readonly #parts: SearchParts;
  readonly #ask: Ask<SearchStore>;

  constructor(parts: SearchParts) {
    this.#parts = parts;
    this.#ask = asking(parts.store, searchesUnavailable);
  }

  async start(
    { keyId, limits, unitsPerRequest, idempotencyKey = null }: SearchStarter,
    body: Bytes,
    trials: readonly TrialsBefore[],
    signal?: AbortSignal,
  ): Promise<Bytes> {
    const { engine, datasets, clock, workers, bytes, makeId } = this.#parts;
    const { plan: written, top, points, from, tried: count } = readSearchRequest(engine, body);
    const plan = from === undefined ? written : await this.#continued(keyId, written, from);
    // A candidate that the key may not simulate is not searched for it either.
    const cost = simulationCost(plan.base.components.length);
    if (cost > unitsPerRequest) throw overBudget({ cost, limit: unitsPerRequest });
    const prepared = refused(() => prepare(plan, top, engine, datasets));
    const keepsPoints = points === "all";
    const basis = basisOf(engine, prepared.datasets, datasets);
    const hashes = prepared.datasets.map(({ header }) => header.sha256);
    const { before, tried } = withTried({ trials, hashes }, plan, count);
    const order: SearchOrder = { plan, topMax: top, tried: count, keepsPoints, basis, before };
    const id = idempotencyKey === null ? makeId() : await idOfRequest(keyId, idempotencyKey);
    const { total: candidates, evaluations } = prepared;
    const { bytes: most, units } = chargeOf(prepared, order);
    const used = await this.#ask((store) => store.bytes(keyId));
    checkBytes(most.order + most.results + most.points, used, bytes);
    const day = dayOf(clock.epochMs());
    const quota = { units: limits.unitsPerDay, since: day.fromMs, atOnce: limits.atOnce };
    const search = { id, keyId, order: JSON.stringify(order), candidates, units, tried };
    const { isAdded, known, use } = await this.#ask((store) => store.add(search, quota, signal));
    if (known !== null && idempotencyKey !== null) checkSame(known, order, idempotencyKey);
    // A search with a key stays for the request that comes again, which may have found it already.
    if (isAdded && idempotencyKey === null && signal?.aborted === true) {
      await this.#ask((store) => store.withdraw(id));
      signal.throwIfAborted();
    }
    if (!isAdded) {
      const page = { since: day.fromMs, most: LISTED_MAX };
      const { searches } = await this.#ask((store) => store.ofKey(keyId, page));
      const open = searches.filter(({ endedAt }) => endedAt === null).map((each) => each.id);
      throw overQuota({ limits, use, units, day, open, nowMs: clock.epochMs() });
    }
    // Only an accepted plan is measured: a refusal costs one statement.
    const alive = await this.#ask((store) => store.workersAlive());
    const pace = await paceOf(engine, prepared, PROBE_MS);
    return toBytes<SearchStart>({
      searchId: id,
      status: "queued",
      candidates,
      evaluations,
      units,
      estimatedSeconds: secondsOf(prepared, pace, {
        workers: Math.max(1, alive ?? workers),
        isShared: alive !== null,
        keepsPoints,
      }),
      quota: quotaView(limits, use, day),
      links: linksOf(id),
    });
  }

  async list({ keyId, limits }: Searcher): Promise<Bytes> {
    const day = dayOf(this.#parts.clock.epochMs());
    const page = { since: day.fromMs, most: LISTED_MAX };
    const { searches, use } = await this.#ask((store) => store.ofKey(keyId, page));
    return toBytes<SearchList>({
      searches: searches.map((search) => headingOf(search, search)),
      quota: quotaView(limits, use, day),
    });
  }

  async used(keyId: string): Promise<SearchUse> {
    const { fromMs } = dayOf(this.#parts.clock.epochMs());
    return await this.#ask((store) => store.used(keyId, fromMs));
  }

  async view({ keyId }: Searcher, searchId: string): Promise<Bytes> {
    const search = await this.#find(keyId, searchId);
    const { status, units, startedAt } = search;
    const { done, unitsDone, stages } = await this.#ask((store) => store.progress(searchId));
    const outcome = await this.#ask((store) => store.outcome(searchId));
    const isRunning = status === "running" && startedAt !== null;
    const elapsed = isRunning ? (this.#parts.clock.epochMs() - startedAt) / 1000 : 0;
    const best = stages.findLast((stage) => stage.best !== null);
    return toBytes<SearchView>({
      ...headingOf(search, { done, unitsDone }),
      secondsLeft: elapsed > 0 && unitsDone > 0
        ? Math.max(0, units - unitsDone) * elapsed / unitsDone
        : null,
      stage: isRunning ? stages.at(-1)?.stage ?? null : null,
      best: best?.best ? { stage: best.stage, ...bestOf(JSON.parse(best.best)) } : null,
      failure: status === "failed" ? outcome : null,
      plan: readOrder(search.order).plan,
      report: status === "done" ? JSON.parse(outcome ?? "null") : null,
      links: linksOf(searchId),
    });
  }

  async cancel(searcher: Searcher, searchId: string): Promise<Bytes> {
    const order = readOrder((await this.#find(searcher.keyId, searchId)).order);
    await this.#ask((store) => store.cancel(searchId, unfinishedOf(order)));
    return await this.view(searcher, searchId);
  }

  async points({ keyId }: Searcher, searchId: string, page: PointsPage): Promise<Bytes> {
    const parts = await this.#filesOf(keyId, searchId);
    let [before, columns]: [number, readonly PointColumn[]] = [0, []];
    for (const { key, rows } of parts) {
      const from = Math.max(page.from, before) - before;
      const to = Math.min(page.from + page.most, before + rows) - before;
      if (from < to || columns.length === 0) {
        const part = await this.#ask((store) => store.part(key));
        const found = await readCells(part, [from, Math.max(from, to)]);
        columns.forEach(({ cells }, at) => cells.push(...found[at]?.cells ?? []));
        if (columns.length === 0) columns = found;
      }
      before += rows;
    }
    const count = columns[0]?.cells.length ?? 0;
    const next = page.from + count;
    const isLast = count === 0 || next >= before;
    const link = isLast ? null : `${PATH}/${searchId}/points?from=${next}&most=${page.most}`;
    if (page.isArrow) return (await import("./arrow.ts")).pointsTable(columns, link);
    return toBytes<SearchPoints>({
      columns: columns.map(({ name }) => name),
      rows: Array.from(
        { length: count },
        (_, row) => columns.map(({ cells }) => cellOf(cells[row])),
      ),
      next: link,
    });
  }

  async file({ keyId }: Searcher, searchId: string): Promise<AsyncIterable<Bytes>> {
    const parts = await this.#filesOf(keyId, searchId);
    return joinParts(
      parts.map(({ key }) => key),
      (key) => this.#ask((store) => store.part(key)),
    );
  }

  /** Returns the files of the points of a search, in the order of its stages. */
  async #filesOf(keyId: string, searchId: string): Promise<readonly RangePart[]> {
    const { status, order } = await this.#find(keyId, searchId);
    const { keepsPoints } = readOrder(order);
    if (status !== "done" || !keepsPoints) {
      const reason = keepsPoints
        ? `it is ${status}, they are available once it is done`
        : 'none are kept, start it with "points": "all"';
      throw new ApiError("SEARCH_POINTS_MISSING", `Cannot read the points: ${reason}`);
    }
    const parts = await this.#ask((store) => store.parts(searchId));
    const report = JSON.parse(await this.#ask((store) => store.outcome(searchId)) ?? "{}");
    const ordered = inOrder(report, parts);
    if (ordered !== null) return ordered;
    throw new ApiError(
      "SEARCH_POINTS_MISSING",
      "Cannot read the points: they have been removed, the report is kept longer",
    );
  }

  /** Returns a plan that begins with the best candidates of a finished search of the same key. */
  async #continued(keyId: string, plan: SearchPlan, from: string): Promise<SearchPlan> {
    const name = `"${from}"`;
    const search = UUID.test(from) ? await this.#ask((store) => store.find(from)) : null;
    if (search?.keyId === keyId && search.status === "done") {
      const report = JSON.parse(await this.#ask((store) => store.outcome(from)) ?? "null");
      return continued(plan, report.top, name);
    }
    const message = `is ${name}, must be the id of a finished search of this key`;
    throw wrongFields("Cannot search", [{ path: "/from", code: "not_allowed", message }]);
  }

  async #find(keyId: string, searchId: string): Promise<StoredSearch> {
    const search = UUID.test(searchId) ? await this.#ask((store) => store.find(searchId)) : null;
    if (search !== null && search.keyId === keyId) return search;
    const why = "this key has no search with this id";
    throw notFound("SEARCH_NOT_FOUND", `the search "${searchId}"`, why, PATH);
  }
}

function headingOf(
  search: Omit<StoredSearch, "order">,
  { done, unitsDone }: SearchDone,
): SearchSummary {
  const { id, status, candidates, units, createdAt, startedAt, endedAt } = search;
  return {
    searchId: id,
    status,
    candidates,
    done,
    units,
    unitsDone,
    createdAt: new Date(createdAt).toISOString(),
    startedAt: startedAt === null ? null : new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

function bestOf(
  { number, coordinates, figures }: TopEntry,
): { number: number; coordinates: number[]; figures: Record<Figure, number | null> } {
  return { number, coordinates: [...coordinates], figures };
}

function linksOf(id: string): SearchStart["links"] {
  const self = `${PATH}/${id}`;
  return {
    self,
    events: `${self}/events`,
    points: `${self}/points`,
    file: `${self}/points.parquet`,
  };
}

function cellOf(value: Cell | undefined): number | string | null {
  if (typeof value === "bigint") return Number(value);
  return value === undefined || Number.isNaN(value) ? null : value;
}
