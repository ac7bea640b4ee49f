import type { Dataset } from "../datasets/dataset.ts";
import { outputOf } from "./programs.ts";

const CRATE = new URL("../../engine-rs/", import.meta.url);
const BINARY = new URL("target/debug/arena-native", CRATE);

/** Lengths are u32, little endian. */
const LITTLE_ENDIAN = true;

const encoder = new TextEncoder();

/**
 * The native build of the engine as a process; its frames are described in `arena-native/src/main.rs`.
 * The debug profile is used: the Rust tests have compiled it already, and it panics on overflow.
 */
export class NativeEngine implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamBYOBReader;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#input = process.stdin.getWriter();
    this.#output = process.stdout.getReader({ mode: "byob" });
  }

  /** Builds the program and starts it. */
  static async start(): Promise<NativeEngine> {
    await outputOf("cargo", ["build", "--quiet", "--package", "arena-native"], { cwd: CRATE });
    return new NativeEngine(
      new Deno.Command(BINARY, { stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn(),
    );
  }

  /**
   * Asks for one operation.
   *
   * @param operation the letter of its frame
   * @param parts what the frame holds
   */
  async ask(operation: string, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
    const frame = [encoder.encode(operation), ...parts.flatMap((part) => [lengthOf(part), part])];
    await Promise.all(frame.map((bytes) => this.#input.write(bytes)));
    const length = new DataView((await this.#read(4)).buffer).getUint32(0, LITTLE_ENDIAN);
    return await this.#read(length);
  }

  /** Takes a dataset; answers what the engine found in it. */
  async addDataset(dataset: Dataset): Promise<Uint8Array> {
    return await this.ask("d", ...datasetParts(dataset));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close();
    this.#output.releaseLock();
    await this.#process.stdout.cancel();
    await this.#process.status;
  }

  async #read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length === 0) return new Uint8Array();
    const { value } = await this.#output.read(new Uint8Array(length), { min: length });
    if (value?.length !== length) throw new Error("Cannot read an answer: the program has ended");
    return value;
  }
}

/** Returns the parts of a frame that are a dataset. */
function datasetParts({ header, columns }: Dataset): readonly Uint8Array[] {
  const bytes = new Uint8Array(columns.buffer, columns.byteOffset, columns.byteLength);
  return [encoder.encode(JSON.stringify(header)), bytes];
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length, LITTLE_ENDIAN);
  return bytes;
}
