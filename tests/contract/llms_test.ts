import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { makeArena } from "../../server/testing/arena.ts";

const KEYLESS = { headers: { "x-api-key": "" } };

Deno.test("/llms.txt is short, needs no key, and has answers of this server", async () => {
  const { request } = await makeArena();
  const response = await request("/llms.txt", KEYLESS);
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("content-type"), "text/markdown; charset=utf-8");
  const text = await response.text();
  assert(text.length <= 8_192, `${text.length} characters`);
  // A search is started, read, and its verdict found, without another page.
  for (
    const part of [
      '"key":"susde"',
      '"score":',
      "zscore(logYield",
      "/mcp",
      "report.verdict",
      "/check",
    ]
  ) {
    assertStringIncludes(text, part);
  }
  const tag = response.headers.get("etag") ?? "";
  const again = await request("/llms.txt", {
    headers: { ...KEYLESS.headers, "if-none-match": tag },
  });
  assertEquals(again.status, 304);
});

Deno.test("/llms-full.txt has every operation and every section of the rules", async () => {
  const { request } = await makeArena();
  const text = await (await request("/llms-full.txt", KEYLESS)).text();
  for (const { id } of OPERATIONS) assertStringIncludes(text, `(${id})`);
  assertStringIncludes(text, "## 6. Evaluation");
});
