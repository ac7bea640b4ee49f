/**
 * Joins the marks of `deno test --reporter=dot` into one line; Deno writes a line for each of them
 * unless its output is a terminal. Everything else is passed on as it comes.
 *
 * @module
 */

/** One mark, in colour or not. */
const MARK = /^(?:\W\[[\d;]*m)*[.,!](?:\W\[[\d;]*m)*$/;

const encoder = new TextEncoder();
let rest = "";

for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  const joined = lines.map((line) => MARK.test(line) ? line : `${line}\n`).join("");
  await write(joined);
}
await write(rest);

async function write(text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
