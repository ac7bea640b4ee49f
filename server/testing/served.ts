import { ArenaClient } from "../client/client.ts";
import { poll } from "./until.ts";

/** A server that has printed its greeting, in a process of its own or in that of the test. */
export abstract class Served implements AsyncDisposable {
  /** What it printed when its port was open. */
  abstract readonly greeting: string;
  /** The log so far. */
  abstract readonly log: string;

  get origin(): string {
    return /listens on (\S+)/.exec(this.greeting)?.[1] ?? "";
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** The development key; empty when none was printed. */
  get key(): string {
    return /key, shown this once: (\S+)/.exec(this.greeting)?.[1] ?? "";
  }

  /** Returns a client with a key, by default the development key. */
  client(apiKey = this.key): ArenaClient {
    return new ArenaClient({ baseUrl: this.origin, apiKey });
  }

  /** Returns a client that asks again when a busy machine is late. */
  patientClient(apiKey = this.key): ArenaClient {
    return new ArenaClient({ baseUrl: this.origin, apiKey, retry: true, fetch: persistent });
  }

  abstract [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Sends a request again while the server is overloaded. A call on a store has 1.4 s, so on a starved
 * machine a client's eight retries may all be late.
 */
async function persistent(request: Request): Promise<Response> {
  return await poll("a server with room", async () => {
    const response = await fetch(request.clone());
    // An answer that is not read would keep its connection.
    if (response.status === 503) await response.body?.cancel();
    return response;
  }, ({ status }) => status !== 503);
}
