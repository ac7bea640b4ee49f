/* @ts-self-types="./client.d.ts" */
var BASE_COST = 1;
var COMPONENT_COST = 10;
function simulationCost(componentCount) {
  return COMPONENT_COST * componentCount;
}

var BATCH_MAX = 32;

function withFields(detail, fieldErrors = []) {
  return [
    detail,
    ...fieldErrors.map(({ path, message }) => `  ${path} ${message}`)
  ].join("\n");
}
var ArenaProblem = class extends Error {
  name = "ArenaProblem";
  /** The whole body, with the members of its code: `fieldErrors`, `limit`, `marketIds` and so on. */
  problem;
  status;
  code;
  /** Milliseconds after which the same request may succeed; null when waiting cannot help. */
  retryAfterMs;
  constructor(problem, retryAfterMs2) {
    super(withFields(problem.detail, problem.fieldErrors));
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.retryAfterMs = retryAfterMs2;
  }
};
var ArenaResponseError = class extends Error {
  name = "ArenaResponseError";
  status;
  constructor(status, contentType) {
    super(`Cannot read the answer: status ${status}, ${contentType ?? "no content type"}`);
    this.status = status;
  }
};

var SECOND_MS = 1e3;
var TOO_MANY_REQUESTS = 429;
var SERVICE_UNAVAILABLE = 503;
function isRetryable(error) {
  return error instanceof ArenaProblem && error.retryAfterMs !== null && (error.status === TOO_MANY_REQUESTS || error.status === SERVICE_UNAVAILABLE);
}
function isTooDear(error) {
  return error instanceof ArenaProblem && error.code === "COMPUTE_BUDGET_EXCEEDED" && error.retryAfterMs === null;
}
async function readJson(response) {
  const contentType = response.headers.get("content-type");
  const wanted = response.ok ? "application/json" : "application/problem+json";
  if (contentType === wanted) return await response.json();
  await response.body?.cancel();
  throw new ArenaResponseError(response.status, contentType);
}
function retryAfterMs(response, { retryAfterMs: retryAfterMs2 }) {
  if (typeof retryAfterMs2 === "number") return retryAfterMs2;
  const seconds = response.headers.get("retry-after") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) * SECOND_MS : null;
}

async function inBatches(candidates, policyOf, send) {
  const all = [];
  do {
    const part = affordable(candidates.slice(all.length), policyOf());
    const { results } = await send(part).catch((error) => {
      if (part.length === 1 && isTooDear(error)) return {
        results: [
          {
            error: error.problem
          }
        ]
      };
      throw error;
    });
    all.push(...results);
  } while (all.length < candidates.length);
  return {
    results: all
  };
}
function affordable(candidates, { budget: { units } }) {
  let count = Math.min(BATCH_MAX, candidates.length);
  while (count > 1 && costOf(candidates.slice(0, count)).units > units) count--;
  return candidates.slice(0, count);
}
function costOf(candidates) {
  const counts = candidates.map(({ components }) => components?.length ?? 1);
  const units = simulationCost(counts.reduce((sum, count) => sum + count, 0));
  return {
    units,
    slot: "simulations"
  };
}

var ALLOWED = {
  allowed: true
};
var UnitBudget = class {
  #policy;
  /** Oldest first; entries before `#first` have left the window. */
  #charges = [];
  #first = 0;
  #charged = 0;
  constructor(policy) {
    this.#policy = policy;
  }
  /**
   * Charges units, or returns why they do not fit; then nothing changes.
   *
   * @param nowMs milliseconds of a clock that never goes back
   * @param units cost of the request, at least 1
   */
  charge(nowMs, units) {
    const remaining = this.remaining(nowMs);
    if (units > remaining) {
      return {
        allowed: false,
        remaining,
        retryAfterMs: this.waitFor(nowMs, units)
      };
    }
    this.bill(nowMs, units);
    return ALLOWED;
  }
  /** Charges units of work that is done, also more than are left: further charges wait for the rest. */
  bill(nowMs, units) {
    this.#forget(nowMs);
    const millisecond = Math.floor(nowMs);
    const leavesAtMs = nowMs + this.#policy.windowMs;
    const last = this.#charges[this.#charges.length - 1];
    if (last?.millisecond === millisecond && this.#charges.length > this.#first) {
      last.units += units;
      last.leavesAtMs = leavesAtMs;
    } else this.#charges.push({
      millisecond,
      leavesAtMs,
      units
    });
    this.#charged += units;
  }
  /** Replaces the units; charges stay. The window must stay the same. */
  setPolicy(policy) {
    this.#policy = policy;
  }
  /** Returns the units that can be charged now. */
  remaining(nowMs) {
    return Math.max(0, this.#free(nowMs));
  }
  /** Returns the milliseconds until all units can be charged; null when they can be charged now. */
  fullInMs(nowMs) {
    this.#forget(nowMs);
    const newest = this.#charges.at(-1);
    return this.#charged === 0 || newest === void 0 ? null : msUntil(nowMs, newest.leavesAtMs);
  }
  /** Returns the whole milliseconds until units can be charged: 0 for now, null for never. */
  waitFor(nowMs, units) {
    let missing = units - this.#free(nowMs);
    if (missing <= 0) return 0;
    for (const { leavesAtMs, units: freed } of this.#charges.slice(this.#first)) {
      missing -= freed;
      if (missing <= 0) return msUntil(nowMs, leavesAtMs);
    }
    return null;
  }
  /** Negative after a bill, or after the policy was lowered below what is charged. */
  #free(nowMs) {
    this.#forget(nowMs);
    return this.#policy.units - this.#charged;
  }
  /** Removes the charges that have left the window. */
  #forget(nowMs) {
    for (; this.#first < this.#charges.length; this.#first++) {
      const { leavesAtMs = Infinity, units = 0 } = this.#charges[this.#first] ?? {};
      if (leavesAtMs > nowMs) break;
      this.#charged -= units;
    }
    if (this.#first > this.#charges.length / 2) {
      this.#charges = this.#charges.slice(this.#first);
      this.#first = 0;
    }
  }
};
function msUntil(nowMs, atMs) {
  let wait = Math.ceil(atMs - nowMs) - 1;
  while (nowMs + wait < atMs) wait++;
  return wait;
}

var SLOT_KINDS = [
  "simulations",
  "evaluations"
];

var SECOND_MS2 = 1e3;
var DEFAULT_POLICY = {
  budget: {
    units: 50,
    windowMs: SECOND_MS2
  },
  slots: {
    simulations: 2,
    evaluations: 4
  }
};
var Pacer = class {
  #clock;
  #policy = DEFAULT_POLICY;
  #budget = new UnitBudget(DEFAULT_POLICY.budget);
  #unitsInFlight = 0;
  #inFlight = {
    simulations: 0,
    evaluations: 0
  };
  #queue = [];
  #cancelTimer = null;
  constructor(clock) {
    this.#clock = clock;
  }
  /**
   * Resolves when a request may be sent.
   *
   * @returns a function to call when its response has arrived
   */
  async acquire(cost, signal) {
    await untilAborted(signal, (resolve) => {
      const request = {
        cost,
        send: resolve
      };
      this.#queue.push(request);
      this.#dispatch();
      return () => this.#cancel(request);
    });
    return () => this.#release(cost);
  }
  /** Takes the limits that a response has stated. */
  setPolicy(policy) {
    if (JSON.stringify(policy) === JSON.stringify(this.#policy)) return;
    this.#policy = policy;
    this.#budget = new UnitBudget(policy.budget);
  }
  #dispatch() {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#queue[0]; next !== void 0; next = this.#queue[0]) {
      if (!this.#hasRoom(next.cost)) return;
      this.#queue.shift();
      this.#unitsInFlight += next.cost.units;
      if (next.cost.slot !== null) this.#inFlight[next.cost.slot]++;
      next.send();
    }
  }
  /** Returns whether a request can be sent; sets a timer if waiting is enough. */
  #hasRoom({ units, slot }) {
    if (slot !== null && this.#inFlight[slot] >= this.#policy.slots[slot]) return false;
    const nowMs = this.#clock.nowMs();
    const wanted = this.#unitsInFlight + units;
    if (units > this.#policy.budget.units) return this.#unitsInFlight === 0;
    if (wanted <= this.#budget.remaining(nowMs)) return true;
    const waitMs = this.#budget.waitFor(nowMs, wanted);
    if (waitMs !== null) this.#cancelTimer = this.#clock.after(waitMs, () => this.#dispatch());
    return false;
  }
  #release({ units, slot }) {
    this.#unitsInFlight -= units;
    this.#budget.charge(this.#clock.nowMs(), units);
    if (slot !== null) this.#inFlight[slot]--;
    this.#dispatch();
  }
  #cancel(request) {
    const place = this.#queue.indexOf(request);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    this.#dispatch();
  }
};
function untilAborted(signal, begin) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      giveUp();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, {
      once: true
    });
    const giveUp = begin(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
  });
}
function parsePolicy(headers) {
  const field = headers.get("ratelimit-policy") ?? "";
  const quotas = new Map([
    ...field.matchAll(/"(\w+)";q=(\d+)(?:;w=(\d+))?/g)
  ].map(([, name, quota, window]) => [
    name,
    {
      quota: Number(quota),
      windowMs: Number(window) * SECOND_MS2
    }
  ]));
  const compute = quotas.get("compute");
  const [simulations, evaluations] = SLOT_KINDS.map((kind) => quotas.get(kind)?.quota);
  if (!compute || simulations === void 0 || evaluations === void 0) return null;
  return {
    budget: {
      units: compute.quota,
      windowMs: compute.windowMs
    },
    slots: {
      simulations,
      evaluations
    }
  };
}

var FAMILY = "/v1/families/strategy-arena";
var SEARCHES = `${FAMILY}/searches`;
var LEADERBOARD = `${FAMILY}/leaderboard`;
var SEASONS = `${FAMILY}/seasons`;
function entriesPath(seasonId) {
  return `${SEASONS}/${encodeURIComponent(seasonId)}/entries`;
}
function searchPath(searchId) {
  return `${SEARCHES}/${encodeURIComponent(searchId)}`;
}

function randomKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

var RETRIES_MAX = 8;
var timers = {
  nowMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  }
};
var READ = {
  units: BASE_COST,
  slot: null
};
var CREATION = {
  units: BASE_COST,
  slot: "simulations"
};
var FREE = {
  units: 0,
  slot: null
};
var EVALUATION = {
  units: BASE_COST,
  slot: "evaluations"
};
var ArenaClient = class {
  #options;
  #clock;
  #pacer;
  /** The limits of the key, as the last response has stated them. */
  #policy = DEFAULT_POLICY;
  constructor(options) {
    this.#options = options;
    this.#clock = options.clock ?? timers;
    this.#pacer = options.retry ? new Pacer(this.#clock) : null;
  }
  getHealth(options) {
    return this.#call({
      ...options,
      path: "/healthz",
      cost: FREE
    });
  }
  getReadiness(options) {
    return this.#call({
      ...options,
      path: "/readyz",
      cost: FREE
    });
  }
  /** Returns the OpenAPI 3.1 document. */
  getDocument(options) {
    return this.#call({
      ...options,
      path: "/openapi/v1.json",
      cost: FREE
    });
  }
  listFamilies(options) {
    return this.#read("/v1/families", options);
  }
  getFamily(options) {
    return this.#read(FAMILY, options);
  }
  listMarkets(options) {
    return this.#read(`${FAMILY}/markets`, options);
  }
  listStrategies(options) {
    return this.#read(`${FAMILY}/strategies`, options);
  }
  getStrategy(strategyId, options) {
    return this.#read(`${FAMILY}/strategies/${encodeURIComponent(strategyId)}`, options);
  }
  getStrategyParameters(strategyId, options) {
    const id = encodeURIComponent(strategyId);
    return this.#read(`${FAMILY}/strategies/${id}/parameters`, options);
  }
  /** Checks a candidate without running it; returns its price, its hash and its weights. */
  checkCandidate(candidate, options) {
    return this.#call({
      ...options,
      path: `${FAMILY}/candidates/check`,
      cost: READ,
      body: candidate
    });
  }
  /** Runs a candidate; returns all ledgers and the portfolio series. */
  simulate(candidate, options) {
    return this.#simulate("", candidate, options);
  }
  /** Runs a candidate; returns its metrics and counts. */
  simulateSummary(candidate, options) {
    return this.#simulate("/summary", candidate, options);
  }
  /** Runs a candidate; returns its trades, skips and redemptions. */
  simulateTrades(candidate, options) {
    return this.#simulate("/trades", candidate, options);
  }
  /** Runs candidates, any number of them; returns for each, in order, its summary or its problem. */
  simulateBatch(candidates, options) {
    const path = `${FAMILY}/simulations/batch`;
    return inBatches(candidates, () => this.#policy, (part) => {
      return this.#call({
        ...options,
        path,
        cost: costOf(part),
        body: {
          candidates: part
        }
      });
    });
  }
  /** Scores the unchanged result of a simulation. */
  evaluate(simulation, options) {
    const path = `${FAMILY}/evaluations`;
    return this.#call({
      ...options,
      path,
      cost: EVALUATION,
      body: simulation
    });
  }
  /** Starts a search plan, which runs in the background. */
  startSearch(request, options) {
    return this.#create({
      ...options,
      path: SEARCHES,
      cost: CREATION,
      body: request
    });
  }
  listSearches(options) {
    return this.#read(SEARCHES, options);
  }
  /** Returns the progress of a search, and its report once it is done. */
  getSearch(searchId, options) {
    return this.#read(searchPath(searchId), options);
  }
  cancelSearch(searchId, options) {
    return this.#call({
      ...options,
      path: searchPath(searchId),
      cost: READ,
      method: "DELETE"
    });
  }
  /** Returns a page of a search's points, if the search stores them. */
  getSearchPoints(searchId, options = {}) {
    const { from = 0, most = 1e3 } = options;
    return this.#read(`${searchPath(searchId)}/points?from=${from}&most=${most}`, options);
  }
  /** Returns what this key may do, has done and has left. */
  getKey(options) {
    return this.#read(`${FAMILY}/key`, options);
  }
  listSeasons(options) {
    return this.#read(SEASONS, options);
  }
  /** Enters a candidate into a season, for good. The same candidate again is the same entry. */
  enterSeason(seasonId, body, options) {
    return this.#create({
      ...options,
      path: entriesPath(seasonId),
      cost: CREATION,
      body
    });
  }
  /** Lists the entries of the key in a season. */
  listEntries(seasonId, options) {
    return this.#read(entriesPath(seasonId), options);
  }
  /** Hides the name of an entry of the key, for good. */
  hideEntryName(seasonId, number, options) {
    const path = `${entriesPath(seasonId)}/${number}/name`;
    return this.#call({
      ...options,
      path,
      cost: READ,
      method: "DELETE"
    });
  }
  /** Returns rows of a practice board, such as `susde-hourly`. */
  getLeaderboard(board, { sort = "score", eligible = false, from = 0, most = 200, ...options } = {}) {
    const query = `sort=${sort}&eligible=${eligible}&from=${from}&most=${most}`;
    return this.#read(`${LEADERBOARD}/${encodeURIComponent(board)}?${query}`, options);
  }
  /** Publishes an evaluation of the key on its practice board, by its receipt. */
  publish(body, options) {
    return this.#create({
      ...options,
      path: LEADERBOARD,
      cost: CREATION,
      body
    });
  }
  /** Withdraws a candidate of the key from its practice board. */
  unpublish(board, candidateHash, options) {
    const path = `${LEADERBOARD}/${encodeURIComponent(board)}/${encodeURIComponent(candidateHash)}`;
    return this.#call({
      ...options,
      path,
      cost: READ,
      method: "DELETE"
    });
  }
  /** Creates something once, however often the request is sent. */
  #create = (call) => this.#call({
    idempotencyKey: randomKey(),
    ...call
  });
  #read(path, options = {}) {
    return this.#call({
      ...options,
      path,
      cost: READ
    });
  }
  #simulate(view, candidate, options = {}) {
    const path = `${FAMILY}/simulations${view}`;
    return this.#call({
      ...options,
      path,
      cost: costOf([
        candidate
      ]),
      body: candidate
    });
  }
  async #call(call, retries = 0) {
    const release = await this.#pacer?.acquire(call.cost, call.signal);
    let waitMs;
    try {
      return await this.#send(call);
    } catch (error) {
      if (this.#pacer === null || retries >= RETRIES_MAX || !isRetryable(error)) throw error;
      waitMs = error.retryAfterMs;
    } finally {
      release?.();
    }
    await untilAborted(call.signal, (resolve) => this.#clock.after(waitMs, resolve));
    return await this.#call(call, retries + 1);
  }
  async #send({ path, body, method, signal, requestId, idempotencyKey }) {
    const { baseUrl, apiKey, fetch = globalThis.fetch } = this.#options;
    const request = new Request(new URL(path, baseUrl), {
      method: method ?? (body === void 0 ? "GET" : "POST"),
      headers: {
        ...apiKey !== void 0 && {
          "x-api-key": apiKey
        },
        ...requestId !== void 0 && {
          "x-request-id": requestId
        },
        ...idempotencyKey !== void 0 && {
          "idempotency-key": idempotencyKey
        },
        ...body !== void 0 && {
          "content-type": "application/json"
        }
      },
      ...body !== void 0 && {
        body: JSON.stringify(body)
      },
      ...signal && {
        signal
      },
      // A redirect would take the key to another address.
      redirect: "error"
    });
    const response = await fetch(request);
    this.#policy = parsePolicy(response.headers) ?? this.#policy;
    this.#pacer?.setPolicy(this.#policy);
    const json = await readJson(response);
    if (!response.ok) throw new ArenaProblem(json, retryAfterMs(response, json));
    return path.startsWith("/v1/") ? json["data"] : json;
  }
};
export {
  ArenaClient,
  ArenaProblem,
  ArenaResponseError
};
