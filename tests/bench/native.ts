import { z } from "zod";
import type { Dataset } from "../../server/datasets/dataset.ts";

const ENGINE = new URL("../../engine-rs/", import.meta.url);
const HEAD_BYTES = 4;
const LITTLE_ENDIAN = true;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NanosecondsSchema = z.record(z.string(), z.number());

/** The native build of the engine, see `engine-rs/src/bin/arena_native`. */
export class NativeEngine implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  #rest = new Uint8Array();

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#writer = process.stdin.getWriter();
    this.#reader = process.stdout.getReader();
  }

  /** Builds the program from the sources and starts it. */
  static async start(): Promise<NativeEngine> {
    const build = new Deno.Command("cargo", {
      args: ["build", "--quiet", "--release", "--bin", "arena-native"],
      cwd: ENGINE,
    });
    if (!(await build.spawn().status).success) throw new Error("Cannot build the native engine");
    const program = new URL("target/release/arena-native", ENGINE);
    const command = new Deno.Command(program, { stdin: "piped", stdout: "piped" });
    return new NativeEngine(command.spawn());
  }

  /** Takes a dataset. */
  async addDataset(dataset: Dataset): Promise<void> {
    await this.#ask("d", datasetParts(dataset));
  }

  /** Returns the nanoseconds of one of `count` runs of a simulation request. */
  async simulate(request: Uint8Array<ArrayBuffer>, count: number): Promise<number> {
    const answer = await this.#ask("t", [encoder.encode(String(count)), request]);
    return (NanosecondsSchema.parse(JSON.parse(answer))["nanoseconds"] ?? NaN) / count;
  }

  /** Returns the nanoseconds of the parts of an evaluation, each the mean of `count`. */
  async evaluationParts(
    dataset: Dataset,
    candidate: Uint8Array<ArrayBuffer>,
    count: number,
  ): Promise<Record<string, number>> {
    const parts = [encoder.encode(String(count)), ...datasetParts(dataset), candidate];
    const sums = NanosecondsSchema.parse(JSON.parse(await this.#ask("p", parts)));
    return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / count]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#process.status;
  }

  async #ask(operation: string, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
    const length = parts.reduce((sum, part) => sum + HEAD_BYTES + part.length, 1);
    const frame = new Uint8Array(length);
    frame[0] = operation.charCodeAt(0);
    let at = 1;
    for (const part of parts) {
      new DataView(frame.buffer).setUint32(at, part.length, LITTLE_ENDIAN);
      frame.set(part, at + HEAD_BYTES);
      at += HEAD_BYTES + part.length;
    }
    await this.#writer.write(frame);
    const head = await this.#read(HEAD_BYTES);
    const size = new DataView(head.buffer, head.byteOffset).getUint32(0, LITTLE_ENDIAN);
    return decoder.decode(await this.#read(size));
  }

  async #read(size: number): Promise<Uint8Array<ArrayBuffer>> {
    while (this.#rest.length < size) {
      // deno-lint-ignore no-await-in-loop -- the parts of one answer
      const { value } = await this.#reader.read();
      if (value === undefined) throw new Error("Cannot measure: the native engine ended");
      const joined = new Uint8Array(this.#rest.length + value.length);
      joined.set(this.#rest);
      joined.set(value, this.#rest.length);
      this.#rest = joined;
    }
    const found = this.#rest.slice(0, size);
    this.#rest = this.#rest.slice(size);
    return found;
  }
}

function datasetParts({ header, columns }: Dataset): readonly Uint8Array<ArrayBuffer>[] {
  const bytes = new Uint8Array(columns.buffer, columns.byteOffset, columns.byteLength);
  return [encoder.encode(JSON.stringify(header)), bytes];
}
