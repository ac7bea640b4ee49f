const FLUSH_AFTER_MS = 100;
const PENDING_LENGTH_MAX = 64 * 1024;
const encoder = new TextEncoder();

/** Prints a line for the operator. */
export function print(line: string): void {
  writeAll(Deno.stdout, encoder.encode(`${line}\n`));
}

/** Prints bytes of text as a line. */
export function printBytes(bytes: Uint8Array): void {
  writeAll(Deno.stdout, bytes);
  print("");
}

/** Prints what went wrong. */
export function printError(line: string): void {
  writeAll(Deno.stderr, encoder.encode(`${line}\n`));
}

/**
 * Log lines on standard error, some at a time: a write for every request would take as long as the
 * request.
 */
export class LogWriter {
  #pending = "";
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Lines that could not be written. */
  lost = 0;

  /** Adds a line. */
  write(line: string): void {
    this.#pending += `${line}\n`;
    if (this.#pending.length > PENDING_LENGTH_MAX) this.flush();
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }

  /** Writes what is pending. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#pending;
    this.#pending = "";
    if (text !== "" && !writeAll(Deno.stderr, encoder.encode(text))) {
      this.lost += text.split("\n").length - 1;
    }
  }
}

/** Writes bytes, and says whether it could; when nobody reads them any more, that is no reason to stop serving. */
function writeAll(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): boolean {
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
}
