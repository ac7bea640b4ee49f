/**
 * Joins the marks of `deno test --reporter=dot` into lines of 80; Deno writes a line for each of them
 * unless its output is a terminal. Everything else is passed on as it comes.
 *
 * @module
 */

/** One mark, in colour or not. */
const MARK = /^(?:\W\[[\d;]*m)*[.,!](?:\W\[[\d;]*m)*$/;

/** Marks of a line. */
const WIDTH = 80;

const encoder = new TextEncoder();
let [rest, marks] = ["", 0];

for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  await write(lines.map(joined).join(""));
}
await write(rest);

function joined(line: string): string {
  if (!MARK.test(line)) {
    marks = 0;
    return `${line}\n`;
  }
  marks += 1;
  return marks % WIDTH === 0 ? `${line}\n` : line;
}

async function write(text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
