// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import {
  type MarketQuery,
  type PendleMarket,
  readHistory,
  readMarkets,
  readTransactions,
  wrong,
} from "./pendle_answers.ts";
import { PoliteGet, type Surroundings } from "./polite_get.ts";

/** The only host that the fetching command may reach. */
export const PENDLE_API = "https://api-v2.pendle.finance/core";

const STEP_MS = { hourly: 3_600_000, daily: 86_400_000 };
const TIME_FRAME = { hourly: "hour", daily: "day" };
/** Maximum rows of an answer. */
const ROWS_MAX = 1_440;
/** The market to fetch, and the start of its history. */
const STARTED = "started.txt";
const MARKETS_PER_PAGE = 100;
const TRADES_PER_PAGE = 1_000;
/** More pages than any market has, as a guard against an API that never ends. */
const PAGES_MAX = 5_000;

export interface PendleOrder {
  readonly chain: string;
  readonly address: string;
  readonly timeframe: "hourly" | "daily";
  readonly hasVolume: boolean;
  /** The close of the last bar that is known; what is after it is fetched. */
  readonly since?: number | undefined;
  /** The market, if it was found before. */
  readonly known?: PendleMarket | undefined;
}

/** Stores answers by name; a stored answer is not fetched again. */
export interface AnswerStore {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
}

/** The result of a fetch: the facts of the market, and the names of the answers with its history. */
export interface PendleHistory {
  readonly market: PendleMarket;
  readonly names: readonly string[];
  readonly fetchedAt: string;
}

/**
 * Fetches the history of a market, one answer after the other. A failed call leaves its answers in the
 * store, and the next call resumes from there.
 *
 * @throws {StartError} when the service refuses or an answer has another form
 */
export async function fetchPendle(
  order: PendleOrder,
  store: AnswerStore,
  surroundings: Surroundings,
  api: string,
): Promise<PendleHistory> {
  const fetching = new Fetching(order, store, surroundings, api);
  return await fetching.run();
}

/**
 * Lists the markets of an asset on a chain, expired ones too, by their expiry.
 *
 * @throws {StartError} when the service refuses or an answer has another form
 */
export async function listPendle(
  { chain, asset }: { readonly chain: string; readonly asset: string },
  store: AnswerStore,
  surroundings: Surroundings,
  api: string,
): Promise<readonly PendleMarket[]> {
  const order = { chain, address: "", timeframe: "daily", hasVolume: false } as const;
  const found = await new Fetching(order, store, surroundings, api).find({ chain, asset });
  return found.toSorted((a, b) => Date.parse(a.expiry) - Date.parse(b.expiry));
}

class Fetching {
  readonly #order: PendleOrder;
  readonly #store: AnswerStore;
  readonly #surroundings: Surroundings;
  readonly #api: string;
  readonly #get: PoliteGet;

  constructor(order: PendleOrder, store: AnswerStore, surroundings: Surroundings, api: string) {
    this.#order = order;
    this.#store = store;
    this.#surroundings = surroundings;
    this.#api = api;
    this.#get = new PoliteGet(surroundings);
  }

  async run(): Promise<PendleHistory> {
    const fetchedAt = await this.#startedAt();
    const { chain, address, known, since = -Infinity } = this.#order;
    const [market] = known === undefined ? await this.find({ chain, address }) : [known];
    if (market === undefined) {
      throw new StartError(`Cannot fetch: there is no market ${address} on chain ${chain}`);
    }
    const end = Math.min(Date.parse(market.expiry), Date.parse(fetchedAt));
    const history = await this.#history(Math.max(Date.parse(market.timestamp), since), end);
    const trades = this.#order.hasVolume ? await this.#trades() : [];
    return {
      market,
      names: [...history, ...trades],
      fetchedAt,
    };
  }

  /** A resumed fetch keeps the time at which it began, so that its pages fit together. */
  async #startedAt(): Promise<string> {
    const { chain, address } = this.#order;
    const market = `${chain}-${address.toLowerCase()}`;
    const [known, startedAt = ""] = (await this.#store.read(STARTED) ?? "").split(" ");
    if (known === market) {
      this.#surroundings.report(`going on with what was fetched from ${startedAt} on`);
      return startedAt;
    }
    if (known !== "") {
      throw new StartError(`Cannot fetch ${market}: answers of ${known} are kept under this key`);
    }
    const now = new Date(this.#surroundings.now()).toISOString();
    await this.#store.write(STARTED, `${market} ${now}`);
    return now;
  }

  /** Finds markets; a search for an address ends where it is found. */
  async find(query: MarketQuery): Promise<readonly PendleMarket[]> {
    const found: PendleMarket[] = [];
    for (let skip = 0; skip < PAGES_MAX * MARKETS_PER_PAGE; skip += MARKETS_PER_PAGE) {
      const url = `${this.#api}/v2/markets/all?skip=${skip}&limit=${MARKETS_PER_PAGE}`;
      const { count, markets } = await this.#answer(
        `markets-${number(skip / MARKETS_PER_PAGE)}.json`,
        url,
        (text) => readMarkets(url, text, query),
      );
      found.push(...markets);
      if (count < MARKETS_PER_PAGE || query.address !== undefined && found.length > 0) break;
    }
    return found;
  }

  async #history(start: number, end: number): Promise<readonly string[]> {
    const { chain, address, timeframe } = this.#order;
    const step = STEP_MS[timeframe];
    const names: string[] = [];
    const pages = Math.ceil((end - start) / (ROWS_MAX * step));
    for (let page = 0; page < pages; page++) {
      const from = start + page * ROWS_MAX * step;
      const to = Math.min(from + ROWS_MAX * step - step, end);
      const query = new URLSearchParams({
        time_frame: TIME_FRAME[timeframe],
        timestamp_start: new Date(from).toISOString(),
        timestamp_end: new Date(to).toISOString(),
        fields: "all",
      });
      const url = `${this.#api}/v3/${chain}/markets/${address}/historical-data?${query}`;
      const name = `history-${TIME_FRAME[timeframe]}-${number(page)}.json`;
      const count = await this.#answer(name, url, (text) => readHistory(url, text, [from, to]));
      this.#surroundings.report(`history ${page + 1} of ${pages}: ${count} rows`);
      // History that the service no longer keeps comes back empty.
      if (count > 0) names.push(name);
    }
    return names;
  }

  async #trades(): Promise<readonly string[]> {
    const { chain, address } = this.#order;
    const names: string[] = [];
    const tokens = new Set<string>();
    let token = "";
    for (let page = 0;; page++) {
      const query = new URLSearchParams({ type: "TRADES", limit: String(TRADES_PER_PAGE) });
      if (token !== "") query.set("resumeToken", token);
      const url = `${this.#api}/v5/${chain}/transactions/${address}?${query}`;
      const name = `transactions-${number(page)}.json`;
      const read = (text: string): ReturnType<typeof readTransactions> =>
        readTransactions(url, text, this.#order.since ?? -Infinity);
      const next = await this.#answer(name, url, read);
      if (next.count > 0) names.push(name);
      this.#surroundings.report(`trades ${page + 1}`);
      if (next.token === null) break;
      token = next.token;
      if (tokens.has(token) || page > PAGES_MAX) throw wrong(url, "its pages do not end");
      tokens.add(token);
    }
    return names;
  }

  /** Reads an answer from the store, or fetches it. An invalid answer is not stored. */
  async #answer<T>(name: string, url: string, read: (text: string) => T): Promise<T> {
    const known = await this.#store.read(name);
    if (known !== null) return read(known);
    const text = await this.#get.text(url);
    const answer = read(text);
    await this.#store.write(name, text);
    return answer;
  }
}

function number(page: number): string {
  return String(page + 1).padStart(4, "0");
}
