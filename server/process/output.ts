import { messageOf, StartError } from "../base/errors.ts";
import { visible } from "../base/visible.ts";
import type { LineTarget } from "./telemetry/line_queue.ts";

const encoder = new TextEncoder();
/** Lines and columns of a message; others could forge what a terminal shows. */
const LAYOUT = "\n\t";

/**
 * Prints a line for the operator.
 *
 * @throws {StartError} when printing fails, because its output is the result of a command
 */
export function print(line: string): void {
  printBytes(encoder.encode(visible(line, LAYOUT)));
}

/** Prints bytes of text as a line. */
export function printBytes(bytes: Uint8Array): void {
  try {
    writeAll(Deno.stdout, bytes);
    writeAll(Deno.stdout, encoder.encode("\n"));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new StartError(`Cannot print: ${reason}`, { cause });
  }
}

export function printError(line: string): void {
  try {
    writeAll(Deno.stderr, encoder.encode(`${visible(line, LAYOUT)}\n`));
  } catch {
    // There is nowhere left to report it; the exit code shows the failure.
  }
}

/** Standard output and standard error of a server, as targets of line queues. */
export const STDOUT: LineTarget = { write: (bytes) => Deno.stdout.write(bytes) };
export const STDERR: LineTarget = { write: (bytes) => Deno.stderr.write(bytes) };

/** Writes bytes; a reader that has closed the pipe is not an error. */
function writeAll(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
