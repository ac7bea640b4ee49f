import { send } from "../../server/testing/wire.ts";
import { Connection } from "./connection.ts";
import { residentMib, spreadOf } from "./figures.ts";
import type { Fleet } from "./fleet.ts";
import { Kept } from "./kept.ts";
import { type Kind, mixed } from "./kinds.ts";
import type { Sample } from "./flatness.ts";
import { searchAgain } from "./searches.ts";

const SAMPLES = 200;
/** Connections per honest key: its number of simulation slots, so that it is never refused. */
const HONEST_CONNECTIONS_PER_KEY = 2;
const HOSTILE_CONNECTIONS_PER_KEY = 8;
/** Maximum share of hostile requests: refusals are fast and would otherwise be nearly all requests. */
const HOSTILE_SHARE_MAX = 0.2;

/** Who sends what. */
export interface Parties {
  /** The key of the searches. */
  readonly searcher: string;
  readonly honest: readonly string[];
  readonly hostile: readonly string[];
  readonly honestKinds: readonly Kind[];
  readonly hostileKinds: readonly Kind[];
  readonly kills: number;
  makeKey(): Promise<string>;
}

interface Tally {
  readonly statuses: Record<string, number>;
  readonly times: number[];
}

/** All requests of a soak, from their senders to what came of them. */
export class Run {
  readonly #fleet: Fleet;
  readonly #requests: number;
  readonly #kept = new Kept();
  readonly #tallies = new Map<string, Tally>();
  readonly #startMs = performance.now();
  #sent = 0;
  #sentHostile = 0;
  #life = 0;
  /** Settles when the server is running again. */
  #isUp: Promise<void> = Promise.resolve();
  /** Answers that a kind must not get, with their counts. */
  readonly unexpected = new Map<string, number>();
  readonly samples: Sample[] = [];
  readonly lost: string[] = [];
  /** Searches that have ended. */
  searches = 0;

  constructor(fleet: Fleet, requests: number) {
    this.#fleet = fleet;
    this.#requests = requests;
  }

  /** Sends everything; resolves when the last answer is there. */
  async all(parties: Parties): Promise<void> {
    const { honest, hostile } = parties;
    const [honestKinds, hostileKinds] = [mixed(parties.honestKinds), mixed(parties.hostileKinds)];
    const times = (key: string, count: number): string[] =>
      Array.from({ length: count }, () => key);
    await Promise.all([
      ...honest.flatMap((key) => times(key, HONEST_CONNECTIONS_PER_KEY))
        .map((key) => this.#work(key, honestKinds, "honest")),
      ...hostile.flatMap((key) => times(key, HOSTILE_CONNECTIONS_PER_KEY))
        .map((key) => this.#work(key, hostileKinds, "hostile")),
      this.#killTimes(parties),
      this.#search(parties),
    ]);
    await this.#sample();
  }

  get counts(): { readonly honest: number; readonly hostile: number } {
    return { honest: this.#sent - this.#sentHostile, hostile: this.#sentHostile };
  }

  /** Returns how often each kind had which status, and what that took. */
  kinds(): readonly Readonly<Record<string, unknown>>[] {
    return [...this.#tallies].map(([kind, { statuses, times }]) => {
      const { p50, p99, max } = spreadOf(times);
      return { kind, statuses: JSON.stringify(statuses), p50, p99, max };
    });
  }

  /** Returns the answered changes that the files lack, once the server is gone. */
  async lostAfter(end: "kill" | "stop", keysFile: string): Promise<readonly string[]> {
    this.#kept.ended(end === "stop");
    return await this.#kept.faults(keysFile);
  }

  async #work(key: string, kinds: readonly Kind[], party: "honest" | "hostile"): Promise<void> {
    const connection = new Connection(this.#fleet.server.port);
    let life = this.#life;
    while (this.#sent < this.#requests) {
      if (party === "hostile" && this.#sentHostile > HOSTILE_SHARE_MAX * this.#sent) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        continue;
      }
      const next = await this.#nextLife();
      // The peer ended with the previous server.
      if (life !== next) connection.close();
      life = next;
      const count = this.#sent++;
      const place = party === "hostile" ? this.#sentHostile++ : count;
      const kind = kinds[place % kinds.length];
      if (kind === undefined) throw new Error("Cannot soak: there are no kinds");
      await this.#ask(connection, key, kind, count, life);
      if (count % Math.ceil(this.#requests / SAMPLES) === 0) await this.#sample();
    }
    connection.close();
  }

  /** Returns the number of the server that is up, or of the next one. */
  async #nextLife(): Promise<number> {
    // A kill may begin while this waits.
    for (let up: Promise<void> | null = null; up !== this.#isUp;) {
      up = this.#isUp;
      await up;
    }
    return this.#life;
  }

  async #ask(
    connection: Connection,
    key: string,
    kind: Kind,
    count: number,
    life: number,
  ): Promise<void> {
    const { name, trialOf, hangsUpAfter, allowed } = kind;
    const wire = kind.wire(key, count);
    const answered = trialOf === null ? null : this.#kept.sent(key, trialOf);
    try {
      if (hangsUpAfter) {
        const gone = await send(this.#fleet.server.port, wire.subarray(0, hangsUpAfter(wire)));
        gone.close();
        this.#note(name, "gone", null);
        return;
      }
      const { status, tookMs } = await connection.ask(wire);
      if (status === 200) answered?.();
      this.#note(name, String(status), tookMs);
      if (!allowed.includes(status)) this.#fault(`${name} is answered ${status}`);
    } catch (error) {
      // Only a request in flight during the kill may fail.
      this.#note(name, "cut off", null);
      if (this.#life === life) this.#fault(`${name} is cut off: ${error}`);
    }
  }

  async #search({ searcher }: Parties): Promise<void> {
    this.searches = await searchAgain({
      client: () => this.#fleet.server.client(searcher),
      life: () => this.#nextLife(),
      isOver: () => this.#sent >= this.#requests,
      fault: (sentence) => this.#fault(sentence),
    });
  }

  #note(name: string, status: string, tookMs: number | null): void {
    const tally = this.#tallies.get(name) ?? { statuses: {}, times: [] };
    this.#tallies.set(name, tally);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    if (tookMs !== null) tally.times.push(tookMs);
  }

  #fault(fault: string): void {
    this.unexpected.set(fault, (this.unexpected.get(fault) ?? 0) + 1);
  }

  /** Kills the server after its share of requests, checks its files, and starts another. */
  async #killTimes({ kills, makeKey }: Parties): Promise<void> {
    for (let kill = 1; kill <= kills; kill++) {
      await this.#until(Math.floor(kill * this.#requests / (kills + 1)));
      this.#kept.keyMade(await makeKey());
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#isUp = promise;
      this.#life++;
      await this.#fleet.server.kill();
      this.lost.push(...await this.lostAfter("kill", this.#fleet.keysFile));
      await this.#fleet.restart();
      resolve();
    }
  }

  async #until(sent: number): Promise<void> {
    while (this.#sent < sent) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async #sample(): Promise<void> {
    const [requests, life] = [this.#sent, this.#life];
    const seconds = Math.round((performance.now() - this.#startMs) / 1000);
    const { pid } = this.#fleet.server;
    // A server that was just killed has no memory figure.
    const residentMiB = await residentMib(pid).catch(() => null);
    if (residentMiB === null || life !== this.#life) return;
    this.samples.push({ requests, seconds, residentMiB, life });
  }
}
