/**
 * The same strategy as one writes it by hand with numba, `peers.py`, as a process that runs a round
 * when it is asked, so that its rounds alternate with ours.
 *
 * @module
 */

import { pythonWith } from "../../server/testing/python_package.ts";
import { ROOT } from "../../server/testing/root.ts";

const NUMBA = "0.68.1";

/** Candidates in turn, or a sweep with own indicators or with a shared one. */
export type PeerWork = "one" | "own" | "shared";

const encoder = new TextEncoder();

/** A running peer. */
export class Peer implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#input = process.stdin.getWriter();
    this.#output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts the peer and compiles its works; null where numba cannot be installed. */
  static async start(): Promise<Peer | null> {
    const python = await pythonWith("numba", NUMBA);
    if (python === null) return null;
    const command = new Deno.Command(python, {
      args: [`${ROOT}tests/bench/peers.py`, "--serve"],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    });
    const peer = new Peer(command.spawn());
    await peer.#line();
    return peer;
  }

  /** Returns the nanoseconds per run of a round. */
  async round(work: PeerWork): Promise<number> {
    await this.#input.write(encoder.encode(`${work}\n`));
    return Number(await this.#line());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close();
    await this.#output.cancel();
    await this.#process.status;
  }

  /** Reads the answer to the only request in flight. */
  async #line(): Promise<string> {
    let line = "";
    while (!line.endsWith("\n")) {
      const { value } = await this.#output.read();
      if (value === undefined) throw new Error("Cannot measure: numba has ended");
      line += value;
    }
    return line;
  }
}
