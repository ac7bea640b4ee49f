const encoder = new TextEncoder();

/** Writes a text and a line end to the standard output, as far as somebody reads it. */
export function print(text: string): void {
  let rest = encoder.encode(`${text}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    // `| head` has seen enough.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
