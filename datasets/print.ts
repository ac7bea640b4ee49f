const encoder = new TextEncoder();

/** Writes a text and a line end to the standard output. */
export function print(text: string): void {
  let rest = encoder.encode(`${text}\n`);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
}
