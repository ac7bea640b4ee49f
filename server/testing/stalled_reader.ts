// deno-lint-ignore no-external-import -- part of the runtime; fetch cannot set a window
import { type ClientHttp2Session, connect } from "node:http2";
import { until } from "./until.ts";

/**
 * Asks over one HTTP/2 connection and reads no body: every answer gets a window of 0 bytes, so its
 * sender is left holding it.
 */
export class StalledReader implements Disposable {
  readonly #session: ClientHttp2Session;
  #answered = 0;

  constructor(origin: string, rootCertificate: string) {
    this.#session = connect(origin, { ca: rootCertificate, settings: { initialWindowSize: 0 } });
  }

  /** Requests a path several times; resolves when the head of every answer is there. */
  async ask(path: string, count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const stream = this.#session.request({ ":path": path });
      stream.once("response", () => this.#answered++);
      // It is broken off in the end.
      stream.on("error", () => {});
    }
    await until(() => this.#answered === count);
  }

  [Symbol.dispose](): void {
    this.#session.destroy();
  }
}
