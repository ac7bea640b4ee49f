const encoder = new TextEncoder();

/** Writes a line to standard output, and ignores a closed pipe. */
export function print(text: string): void {
  let rest = encoder.encode(`${text}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    // The reader, such as `head`, has closed the pipe.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
