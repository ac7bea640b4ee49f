import { assert, assertEquals, assertExists, assertStringIncludes } from "@std/assert";
import type { Sources } from "../../server/web/engine/messages.ts";
import { makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const KEYLESS = { headers: { "x-api-key": "" } };

async function readSources(
  request: (path: string, init: RequestInit) => Promise<Response>,
): Promise<Sources> {
  return await (await request("/assets/sources.json", KEYLESS)).json();
}

/** Returns the URL of the engine, which the page has from its first answer. */
async function engineUrl(
  request: (path: string, init: RequestInit) => Promise<Response>,
): Promise<string> {
  const page = await (await request("/", KEYLESS)).text();
  return /data-engine="([^"]+)"/.exec(page)?.[1] ?? "";
}

Deno.test("the page needs no key and loads only from this server", async () => {
  const { request } = await makeArena();
  const page = await request("/", KEYLESS);
  assertEquals([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  const text = await page.text();
  const [, script] = /<script\s+type="module"\s+src="([^"]+)"/.exec(text) ?? [];
  assertExists(script);
  const worker = await request("/service_worker.js", KEYLESS);
  assertEquals(worker.headers.get("cache-control"), "public, no-cache");
  await inTurn(["/", script, "/service_worker.js"], async (path) => {
    const { headers } = await request(path, KEYLESS);
    const policy = headers.get("content-security-policy") ?? "";
    assertStringIncludes(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ");
    assert(!policy.includes("unsafe-inline"));
    assertEquals(headers.get("x-content-type-options"), "nosniff");
  });
});

Deno.test("no answer is read as another type than its own, and pages of any origin may load it", async () => {
  const { request } = await makeArena();
  const paths = [
    "/",
    "/healthz",
    "/openapi/v1.json",
    "/llms.txt",
    "/docs",
    "/nowhere",
    "/v1/nowhere",
  ];
  await inTurn([...paths, "/arena/seasons.json", "/docs/style.css"], async (path) => {
    const { headers } = await request(path, KEYLESS);
    assertEquals(headers.get("x-content-type-options"), "nosniff", path);
    assertEquals(headers.get("cross-origin-resource-policy"), "cross-origin", path);
  });
});

Deno.test("what runs on its own has the policy, and parts and styles are no longer than needed", async () => {
  const { request } = await makeArena();
  const page = await (await request("/", KEYLESS)).text();
  const named = [...new Set(page.match(/\/assets\/[\w.-]+/g))];
  const bare = await inTurn(named, async (path) => {
    const { headers } = await request(path, KEYLESS);
    assertEquals(headers.get("x-content-type-options"), "nosniff", path);
    const policies = ["content-security-policy", "cross-origin-opener-policy", "referrer-policy"];
    return policies.every((name) => headers.has(name)) ? [] : [path];
  });
  const kinds = new Set(bare.flat().map((path) => path.replace(/.*\/(\w+)-\w+/, "$1")));
  const parts = ["chunk.js", "later.js"];
  const files = ["arena_engine_bg.wasm", "/assets/sources.json"];
  assertEquals(kinds, new Set([...parts, ...files, "style.css"]));
});

Deno.test("engine and datasets are files whose names change with their content", async () => {
  const { request } = await makeArena();
  const { datasets, markets } = await readSources(request);
  // Three simulated markets in two timeframes, and the four real maturities of the box.
  assertEquals([markets.length, datasets.length], [3 + 4, 3 * 2 + 4]);
  const [first] = datasets;
  assertExists(first);
  const engine = await engineUrl(request);
  const urls = [engine, first.url];
  const types = await inTurn(urls, async (url) => {
    const { status, headers } = await request(url, KEYLESS);
    assertEquals(status, 200);
    assertEquals(headers.get("cache-control"), "public, max-age=31536000, immutable");
    return headers.get("content-type");
  });
  assertEquals(types, [
    "application/wasm",
    "application/octet-stream",
  ]);
  const wrong = engine.replace(/-[0-9a-f]{16}\./, "-0123456789abcdef.");
  await expectProblem(await request(wrong, KEYLESS), "NOT_FOUND");
});

Deno.test("files with a fixed path are revalidated each time, and answered 304", async () => {
  const { request } = await makeArena();
  await inTurn(["/", "/assets/sources.json"], async (path) => {
    const { headers } = await request(path, KEYLESS);
    assertEquals(headers.get("cache-control"), "public, no-cache");
    const again = await request(path, {
      headers: { "x-api-key": "", "if-none-match": headers.get("etag") ?? "" },
    });
    assertEquals([again.status, await again.text()], [304, ""]);
  });
});

Deno.test("a file comes in a coding that the caller accepts, with the same content", async () => {
  const { request } = await makeArena();
  const { datasets: [first] } = await readSources(request);
  assertExists(first);
  await inTurn([await engineUrl(request), first.url], async (url) => {
    const sent = async (accepted: string) => {
      const response = await request(url, {
        headers: { "x-api-key": "", "accept-encoding": accepted },
      });
      return [response.headers.get("content-encoding"), await response.bytes()] as const;
    };
    const [none, plain] = await sent("identity");
    const [coding, coded] = await sent("gzip, deflate");
    assertEquals([none, coding], [null, "gzip"]);
    assert(coded.length < plain.length / 2 || /f64$/.test(url) && coded.length < plain.length);
    const stream = new Blob([coded]).stream().pipeThrough(new DecompressionStream("gzip"));
    assertEquals(await new Response(stream).bytes(), plain);
    assertEquals((await sent("gzip, br"))[0], "br");
  });
});

Deno.test("HEAD gives the length, and other methods are refused", async () => {
  const { request } = await makeArena();
  const head = await request("/", { ...KEYLESS, method: "HEAD" });
  assertEquals(head.status, 200);
  assert(Number(head.headers.get("content-length")) > 0);
  await expectProblem(await request("/", { ...KEYLESS, method: "POST" }), "METHOD_NOT_ALLOWED");
});
