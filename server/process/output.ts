import { StartError } from "../errors.ts";
import type { LineTarget } from "./telemetry/line_queue.ts";

const encoder = new TextEncoder();

/**
 * Prints a line for the operator.
 *
 * @throws {StartError} when that cannot be done: what a command prints is what it is for
 */
export function print(line: string): void {
  printBytes(encoder.encode(line));
}

/** Prints bytes of text as a line. */
export function printBytes(bytes: Uint8Array): void {
  try {
    writeAll(Deno.stdout, bytes);
    writeAll(Deno.stdout, encoder.encode("\n"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot print: ${reason}`, { cause });
  }
}

/** Prints what went wrong. */
export function printError(line: string): void {
  try {
    writeAll(Deno.stderr, encoder.encode(`${line}\n`));
  } catch {
    // There is nowhere left to say it; the exit code says that something went wrong.
  }
}

/** Standard output and standard error of a server, for queues of lines. */
export const STDOUT: LineTarget = { write: (bytes) => Deno.stdout.write(bytes) };
export const STDERR: LineTarget = { write: (bytes) => Deno.stderr.write(bytes) };

/** Writes bytes; when nobody reads them any more, that is no reason to fail. */
function writeAll(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
