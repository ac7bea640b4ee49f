// This module is browser compatible.

import { messageOf, StartError } from "../../base/errors.ts";

/** Dependencies of a request, replaced by tests. */
export interface Surroundings {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** Receives progress messages for people. */
  readonly report: (sentence: string) => void;
}

const TRIES = 6;
const BACKOFF_MS = 1_000;
const ANSWER_MS = 60_000;
/** The longest wait for a limit: long enough for a limit per minute, not for one per week. */
const WAIT_MS_MAX = 120_000;
const SHOWN_LENGTH_MAX = 200;

/**
 * Fetches texts one at a time. It waits when the service's limit is used up, and retries transient
 * errors of the service or the network with a doubling delay.
 */
export class PoliteGet {
  readonly #surroundings: Surroundings;
  #notBefore = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** @throws {StartError} when the service refuses, or six attempts fail */
  async text(url: string): Promise<string> {
    const { now, sleep, report } = this.#surroundings;
    for (let attempt = 1;; attempt++) {
      await sleep(Math.max(0, this.#notBefore - now()));
      const answer = await this.#try(url);
      if (typeof answer === "string") return answer;
      if (answer.isFinal || attempt === TRIES) {
        throw new StartError(`Cannot fetch ${url}: ${answer.reason}`);
      }
      const wait = Math.max(BACKOFF_MS * 2 ** (attempt - 1), this.#notBefore - now());
      report(`${answer.reason}; trying again in ${Math.ceil(wait / 1_000)} s`);
      await sleep(wait);
    }
  }

  async #try(url: string): Promise<string | Failure> {
    try {
      const response = await this.#surroundings.fetch(url, {
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await response.text();
      this.#pace(response);
      if (response.ok) return text;
      const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408;
      const shown = text.slice(0, SHOWN_LENGTH_MAX).replaceAll(/\s+/g, " ");
      return { isFinal, reason: `the service answers ${response.status}: ${shown}` };
    } catch (error) {
      if (error instanceof StartError) throw error;
      return { isFinal: false, reason: messageOf(error) };
    }
  }

  /** Computes when the next request may be sent. */
  #pace({ headers, status }: Response): void {
    const now = this.#surroundings.now();
    const cost = readNumber(headers, "x-computing-unit") ?? 1;
    const waits = [
      ...this.#waitFor(headers, "x-ratelimit-remaining", "x-ratelimit-reset", cost, status),
      ...this.#waitFor(
        headers,
        "x-ratelimit-weekly-remaining",
        "x-ratelimit-weekly-reset",
        cost,
        status,
      ),
    ];
    const retryAfter = readNumber(headers, "retry-after");
    if (status === 429 && retryAfter !== undefined) waits.push(retryAfter * 1_000);
    const wait = Math.max(0, ...waits);
    if (wait > WAIT_MS_MAX) {
      const until = new Date(now + wait).toISOString();
      throw new StartError(
        `Cannot fetch: the service's limit is used up until ${until}; run again then`,
      );
    }
    this.#notBefore = now + wait;
  }

  #waitFor(
    headers: Headers,
    remaining: string,
    reset: string,
    cost: number,
    status: number,
  ): readonly number[] {
    const [left, resetAt] = [readNumber(headers, remaining), readNumber(headers, reset)];
    if (left === undefined || resetAt === undefined || left >= cost && status !== 429) return [];
    // A weekly limit with requests left is not the cause of a 429.
    if (left >= cost && remaining.includes("weekly")) return [];
    return [Math.max(0, resetAt * 1_000 - this.#surroundings.now())];
  }
}

interface Failure {
  /** Whether a retry would be useless. */
  readonly isFinal: boolean;
  readonly reason: string;
}

function readNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  const number = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
