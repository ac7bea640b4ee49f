import { assertEquals } from "@std/assert";
import { sha256Hex } from "../base/hash.ts";
import {
  bestCoding,
  CodedBodies,
  fixedFile,
  hashedName,
  immutableFile,
  typeOf,
} from "./web_files.ts";

const CONTENT = new Uint8Array(1000);
const file = await immutableFile("main.js", CONTENT);

Deno.test("a file is compressed once per coding, on its first request", async () => {
  const asked: string[] = [];
  const bodies = new CodedBodies((_, coding, effort) => {
    if (effort === "quick") asked.push(coding);
    return Promise.resolve(new Uint8Array(10));
  });
  const accepted = ["gzip", "br, gzip", "gzip", "identity"];
  const sent = await Promise.all(accepted.map((header) => bodies.body("/main.js", file, header)));
  assertEquals(sent.map(({ coding }) => coding), ["gzip", "br", "gzip", null]);
  assertEquals(sent.map(({ bytes }) => bytes.length), [10, 10, 10, 1000]);
  assertEquals(asked, ["gzip", "br"]);
});

Deno.test("the first reader gets a file soon, later readers get it small", async () => {
  const best = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const bodies = new CodedBodies((_, __, effort) =>
    effort === "best" ? best.promise : Promise.resolve(new Uint8Array(10))
  );
  const lengthOf = async (header: string): Promise<number> =>
    (await bodies.body("/main.js", file, header)).bytes.length;
  assertEquals([await lengthOf("br"), await lengthOf("br")], [10, 10]);
  best.resolve(new Uint8Array(5));
  await best.promise;
  await Promise.resolve();
  assertEquals([await lengthOf("br"), await lengthOf("gzip")], [5, 10]);
});

Deno.test("a file that changes is compressed quickly, and only its last body is kept", async () => {
  const asked: string[] = [];
  const bodies = new CodedBodies((bytes, _, effort) => {
    asked.push(`${effort} ${bytes[0]}`);
    return Promise.resolve(bytes.slice(0, 10));
  });
  const read = async (version: number): Promise<number | undefined> => {
    const source = {
      read: () => Promise.resolve(new Uint8Array(1000).fill(version)),
      version: String(version),
    };
    return (await bodies.body("/arena/log-1.json", source, "br")).bytes[0];
  };
  assertEquals([await read(1), await read(1), await read(2), await read(1)], [1, 1, 2, 1]);
  assertEquals(asked, ["quick 1", "quick 2", "quick 1"]);
});

Deno.test("a small or incompressible file is sent unchanged", async () => {
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

Deno.test("a file of 512 bytes is compressed, a shorter one is not", async () => {
  const bodies = new CodedBodies(() => Promise.resolve(new Uint8Array(10)));
  const codings = await Promise.all([511, 512].map(async (length) => {
    const { coding } = await bodies.body(`/${length}`, {
      read: () => Promise.resolve(new Uint8Array(length)),
    }, "br");
    return coding;
  }));
  assertEquals(codings, [null, "br"]);
});

Deno.test("a file is cached forever if its path contains the hash of its content", async () => {
  const fixed = await fixedFile("index.html", CONTENT);
  assertEquals([fixed.isImmutable, file.isImmutable], [false, true]);
  assertEquals([fixed.type, file.type], [
    "text/html; charset=utf-8",
    "text/javascript; charset=utf-8",
  ]);
  assertEquals(typeOf("LICENSE"), "application/octet-stream");
  const digest = await sha256Hex(CONTENT);
  assertEquals([fixed.etag, file.etag], Array(2).fill(`W/"${digest.slice(0, 16)}"`));
  assertEquals(await fixed.read(), CONTENT);
});

Deno.test("a coding is refused only by a weight of zero", () => {
  const headers = ["br;q=0", "br;q=0.000", "br;q=0.5", "gzip;q=0, br", "GZIP", "br;a=1;q=0", ""];
  assertEquals(headers.map(bestCoding), [null, null, "br", "br", "gzip", null, null]);
});

Deno.test("a hash is inserted before the extension of a name", () => {
  assertEquals(hashedName("a.b.wasm", "0123456789abcdef0123"), "a.b-0123456789abcdef.wasm");
});
