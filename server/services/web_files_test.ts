import { assertEquals } from "@std/assert";
import { CodedBodies, hashedName, immutableFile } from "./web_files.ts";

const CONTENT = new Uint8Array(1000);
const file = await immutableFile("main.js", CONTENT);

Deno.test("a file is compressed once for each coding, when it is first asked for", async () => {
  const asked: string[] = [];
  const bodies = new CodedBodies((_, coding) => {
    asked.push(coding);
    return Promise.resolve(new Uint8Array(10));
  });
  const accepted = ["gzip", "br, gzip", "gzip", "identity"];
  const sent = await Promise.all(accepted.map((header) => bodies.body("/main.js", file, header)));
  assertEquals(sent.map(({ coding }) => coding), ["gzip", "br", "gzip", null]);
  assertEquals(sent.map(({ bytes }) => bytes.length), [10, 10, 10, 1000]);
  assertEquals(asked, ["gzip", "br"]);
});

Deno.test("a file goes out as it is when it is small or cannot be compressed", async () => {
  let isBroken = true;
  const bodies = new CodedBodies(() =>
    isBroken ? Promise.reject(new Error("no worker")) : Promise.resolve(new Uint8Array(10))
  );
  const tiny = await immutableFile("icon.svg", new Uint8Array(100));
  assertEquals((await bodies.body("/icon.svg", tiny, "gzip")).coding, null);
  assertEquals(await bodies.body("/main.js", file, "gzip"), { bytes: CONTENT, coding: null });
  isBroken = false;
  assertEquals((await bodies.body("/main.js", file, "gzip")).coding, "gzip");
});

Deno.test("a hash stands before the ending of a name", () => {
  assertEquals(hashedName("a.b.wasm", "0123456789abcdef0123"), "a.b-0123456789abcdef.wasm");
});
