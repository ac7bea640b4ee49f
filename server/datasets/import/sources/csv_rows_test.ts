import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../../base/errors.ts";
import { csvRows } from "./csv_rows.ts";
import { openSource } from "./open.ts";

/** Reads a text that arrives in chunks of a few bytes. */
async function readRows(text: string, size = 3): Promise<unknown> {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, at) => bytes.slice(at * size, (at + 1) * size),
  );
  const rows = await Array.fromAsync(csvRows("x.csv", ReadableStream.from(chunks)));
  return rows.map(({ at, cells }) => [at, ...cells]);
}

Deno.test("a row has its line and its fields, however the bytes arrive", async () => {
  const text = "\uFEFFa,b\r\n1,ü\r\n\r\n3,\n";
  const expected = [[1, "a", "b"], [2, "1", "ü"], [4, "3", ""]];
  assertEquals(await readRows(text, 1), expected);
  assertEquals(await readRows(text, 1000), expected);
  assertEquals(await readRows("a,b\n1,2"), [[1, "a", "b"], [2, "1", "2"]]);
  assertEquals(await readRows(""), []);
});

Deno.test("a quoted field may hold commas, quotes and line ends", async () => {
  const text = 'a,b\n"1,5","say ""yes"""\n"two\r\n\nlines",2\n5,6\n';
  assertEquals(await readRows(text), [
    [1, "a", "b"],
    [2, "1,5", 'say "yes"'],
    [5, "two\n\nlines", "2"],
    [6, "5", "6"],
  ]);
});

Deno.test("a row that is not CSV is refused with its line", async () => {
  const refused = [
    ['a\nx"y"z\n', "Cannot import x.csv, line 2, column 2: a quote stands within a field"],
    ['a\n"1\n2\n', "Cannot import x.csv, line 3: the quote of line 2 is not closed"],
    [`a\n${"1".repeat(70_000)}`, "line 2: a row is longer than 65536 characters"],
    [`a\n"${"1\n".repeat(40_000)}`, "a row is longer than 65536 characters"],
  ] as const;
  await Promise.all(
    refused.map(([text, reason]) => assertRejects(() => readRows(text, 4096), StartError, reason)),
  );
});

Deno.test("a file of empty lines is refused after the first million, and reads no further", async () => {
  const line = new TextEncoder().encode("\n".repeat(2 ** 16));
  for (const head of ["a,b\n", "\n"]) {
    let chunks = 0;
    const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller): void {
        controller.enqueue(++chunks === 1 ? new TextEncoder().encode(head) : line);
      },
    }, { highWaterMark: 0 });
    const error = await assertRejects(async () => {
      const { rows } = await openSource({ file: "x.csv", bytes });
      await Array.fromAsync(rows);
    }, StartError);
    assert(/more than (?:1000000 empty lines|1 MB of white space)/.test(error.message));
    assert(chunks < 40, `${chunks} chunks of 64 KiB were read`);
  }
});
