import { assert, assertEquals } from "@std/assert";
import { errorCodes } from "../server/http/operation_definition.ts";
import { ERROR_CODE_NAMES } from "../server/contracts/error_codes.ts";
import { OPERATIONS } from "../server/http/routes/operations.ts";
import { ArenaClient } from "../server/client/client.ts";
import { makeArena, PROXY_ADDRESS } from "../server/testing/arena.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { withFolder } from "../server/testing/folder.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { run } from "../server/testing/programs.ts";
import { SEARCH_PLAN } from "../server/testing/searches.ts";
import { serveArena } from "../server/testing/served_arena.ts";
import { until } from "../server/testing/until.ts";

const arena = await makeArena();

async function read(path: string): Promise<string> {
  const response = await arena.request(path, { headers: { "x-api-key": "" } });
  assertEquals(response.status, 200, path);
  return await response.text();
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, first = ""]) => first);
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The pages of the reference, as its first one links to them. */
async function referencePaths(): Promise<readonly string[]> {
  const links = matches(await read("/docs"), /<a href="(\/docs\/[a-z]+)"/g);
  return ["/docs", ...new Set(links)];
}

Deno.test("every link of every page leads somewhere", async () => {
  const paths = [
    ...await referencePaths(),
    ...ERROR_CODE_NAMES.map((code) => `/docs/errors/${code}`),
  ];
  const pages = new Map(await inTurn(paths, async (path) => [path, await read(path)] as const));
  for (const [path, text] of pages) {
    const ids = new Set(matches(text, / id="([^"]+)"/g));
    for (const link of matches(text, /<a [^>]*href="([^"]+)"/g)) {
      const { pathname, hash } = new URL(link, `http://arena${path}`);
      const target = pathname === path
        ? ids
        : new Set(matches(pages.get(pathname) ?? "", / id="([^"]+)"/g));
      assert(
        pages.has(pathname) || ["/", "/openapi/v1.json"].includes(pathname),
        `${path} links to ${link}`,
      );
      assert(hash === "" || target.has(hash.slice(1)), `${path} links to ${link}`);
    }
  }
});

Deno.test("each operation stands on the page of its group, and its old anchor leads there", async () => {
  const first = await read("/docs");
  const idsOf = (text: string): readonly string[] => matches(text, / id="([^"]+)"/g);
  assertEquals(idsOf(first).length, new Set(idsOf(first)).size);
  assert(first.length < 60_000, "the first page is short");
  await inTurn(OPERATIONS, async ({ id, path, tag }) => {
    const text = await read(`/docs/${tag}`);
    assertEquals(idsOf(text).filter((one) => one === id), [id]);
    assert(text.includes(path), path);
    assert(idsOf(first).includes(id) && first.includes(`href="/docs/${tag}#${id}"`), id);
  });
  for (const anchor of ["expression", "plan", "headers", "errors", "schemas", "schema-Candidate"]) {
    assert(idsOf(first).includes(anchor), anchor);
  }
  await expectProblem(await arena.request("/docs/nowhere"), "NOT_FOUND");
});

Deno.test("the page of a code lists every operation that answers with it", async () => {
  await inTurn(ERROR_CODE_NAMES.filter((code) => code !== "METHOD_NOT_ALLOWED"), async (code) => {
    const text = await read(`/docs/errors/${code}`);
    for (const operation of OPERATIONS.filter((each) => errorCodes(each).includes(code))) {
      assert(text.includes(`/docs/${operation.tag}#${operation.id}`), `${code} ${operation.id}`);
    }
  });
});

Deno.test("a page runs no script, and loads only the style sheet of this server", async () => {
  const paths = [...await referencePaths(), "/docs/errors/NOT_FOUND"];
  await inTurn(paths, async (path) => {
    const response = await arena.request(path);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert(policy.startsWith("default-src 'none'; style-src 'self';"), policy);
    assert(!policy.includes("script") && !policy.includes("unsafe"));
    assertEquals(response.headers.get("x-content-type-options"), "nosniff");
    const text = await response.text();
    assert(!/<script|<style| style=| on\w+=/.test(text));
    assertEquals(matches(text, /<link rel="stylesheet" href="([^"]+)"/g), ["/docs/style.css"]);
    assert(!/(?:src|href)="(?:https?:)?\/\//.test(text), "nothing comes from elsewhere");
  });
  const sheet = await arena.request("/docs/style.css");
  assertEquals(sheet.headers.get("content-type"), "text/css; charset=utf-8");
  assert(!/url\(|@import/.test(await sheet.text()));
});

Deno.test("a page is sent in an accepted coding, each with its own validator", async () => {
  const plain = await arena.request("/docs", { headers: { "accept-encoding": "identity" } });
  const text = await plain.text();
  const tag = plain.headers.get("etag") ?? "";
  const offers = [["gzip, br", "br"], ["gzip", "gzip"]] as const;
  await inTurn(offers, async ([accepted, coding]) => {
    const headers = { "accept-encoding": accepted };
    const coded = await arena.request("/docs", { headers });
    assertEquals(coded.headers.get("content-encoding"), coding);
    assertEquals(coded.headers.get("vary"), "Accept-Encoding");
    const codedTag = coded.headers.get("etag") ?? "";
    assertEquals(codedTag, tag.replace(/"$/, `-${coding}"`));
    assert((await coded.arrayBuffer()).byteLength * 5 < text.length);
    const again = { headers: { ...headers, "if-none-match": codedTag } };
    assertEquals((await arena.request("/docs", again)).status, 304);
  });
});

Deno.test("the reference names the address by which its reader came", async () => {
  const addressOf = async (url: string, headers = {}): Promise<unknown> => {
    const response = await arena.fetch(new Request(`${url}/docs`, { headers }));
    return /export ARENA=(\S+) /.exec(unescaped(await response.text()))?.[1];
  };
  assertEquals(await addressOf("http://localhost:9123"), "http://localhost:9123");
  assertEquals(await addressOf("https://arena.example"), "https://arena.example");
  assertEquals(await addressOf("http://[::1]:9123"), "http://[::1]:9123");
  const secure = { headers: { "x-forwarded-proto": "https" } };
  const proxied = await arena.request("/docs", secure, PROXY_ADDRESS);
  assert((await proxied.text()).includes("export ARENA=https://"));
  const claimed = await addressOf("http://arena.example", secure.headers);
  assertEquals(claimed, "http://arena.example", "only a trusted proxy is believed");
  // A shell would run this host.
  assertEquals(await addressOf("http://a$(reboot)"), "http://127.0.0.1:8080");
  const many = Array.from({ length: 40 }, (_, at) => `http://host-${at}.example`);
  assertEquals(await inTurn(many, (url) => addressOf(url)), many);
  const [kept, uncoded] = ["http://localhost:9123", "http://host-39.example"];
  const codings = await inTurn([kept, uncoded], async (url) => {
    const response = await arena.fetch(
      new Request(`${url}/docs`, { headers: { "accept-encoding": "gzip" } }),
    );
    await response.body?.cancel();
    return response.headers.get("content-encoding");
  });
  assertEquals(codings, ["gzip", null], "invented hosts fill no memory and occupy no compressor");
});

Deno.test("the icon of the page is that of every other page", async () => {
  const icon = await arena.request("/favicon.ico", { headers: { "x-api-key": "" } });
  assertEquals([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"]);
  const page = await read("/");
  const own = /rel="icon" href="data:image\/svg\+xml,([^"]+)"/.exec(page)?.[1] ?? "";
  assertEquals(await icon.text(), decodeURIComponent(own));
  assert((await read("/docs")).includes('rel="icon" href="/favicon.ico"'));
});

Deno.test("an unknown code has no page", async () => {
  const names = ["NOPE", "api_key_missing", "constructor", "%00", "%E0%A4%A"];
  await inTurn(names, async (name) => {
    await expectProblem(await arena.request(`/docs/errors/${name}`), "NOT_FOUND");
  });
});

Deno.test("every command of the reference works in a shell", async () => {
  await using server = await serveArena();
  const pages = await inTurn(
    (await referencePaths()).filter((path) => path !== "/docs/verify"),
    async (path) => await (await fetch(server.origin + path)).text(),
  );
  const text = pages.join("");
  const commands = matches(text, /<pre><code>(curl [^<]*)<\/code>/g).map(unescaped);
  assertEquals(commands.length, OPERATIONS.length);
  const client = new ArenaClient({ baseUrl: server.origin, apiKey: server.key });
  const { searchId } = await client.startSearch({ plan: SEARCH_PLAN, points: "all" });
  await until(async () => (await client.getSearch(searchId)).status === "done");
  await withFolder(async (cwd) =>
    void await inTurn(commands, async (command) => {
      const env = { ARENA: server.origin, ARENA_KEY: server.key, SEARCH: searchId };
      const { stdout } = await run("sh", ["-c", command], { cwd, env });
      // A binary answer is written to a file, because curl prints none in a terminal.
      const isFile = command.includes("points.parquet");
      const answer = isFile ? await Deno.readTextFile(`${cwd}/points.parquet`) : stdout;
      const isAnswer = /"status":"(ok|ready)"|^<!doctype html>|"openapi":"3|^PAR1|^event: end/;
      // The receipt of an example is one of another arena.
      const isRefused = command.includes("/leaderboard") && answer.includes('"RECEIPT_INVALID"');
      assert(isAnswer.test(answer) || isRefused, command + answer);
    })
  );
});
