import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, pageUntil, type Stage } from "../../server/testing/browser.ts";
import { ROOT } from "../../server/testing/root.ts";
import { FAMILY_ID } from "../../server/contracts/family_id.ts";
import { CANDIDATE } from "../../server/testing/page_client.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { serveFolder } from "../../server/testing/static_files.ts";

/** Opens an empty page of another port, with a script. */
async function onAnotherPort(
  stage: Stage,
  script: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  await using host = serveFolder(ROOT, `<!doctype html><link rel="icon" href="data:,">`);
  const page = await stage.open(`http://127.0.0.1:${host.addr.port}/`);
  if (script !== "") await page.addScriptTag({ type: "module", content: script });
  await work(page);
}

browserTest("the official MCP client calls a tool from a page of another origin", async (stage) => {
  const program = ["bundle", "--quiet", "--platform", "browser", "tests/browser/agent_page.ts"];
  const script = await outputOf(Deno.execPath(), program, { cwd: ROOT });
  await onAnotherPort(stage, script, async (page) => {
    const { origin, key } = stage.server;
    // A script of a module runs after it is added.
    await pageUntil(page, "'callTool' in globalThis");
    const call = `callTool("${origin}/mcp", "${key}", "list_markets")`;
    assertStringIncludes(JSON.stringify(await page.evaluate(call)), "susde");
    // The client asks for a stream, which the server may refuse; Chromium reports each 405.
    const others = stage.faults.splice(0).filter((fault) => !/\b405\b/.test(fault));
    assertEquals(others, []);
  });
});

browserTest("a page of another origin sends every header and reads every header", async (stage) => {
  await onAnotherPort(stage, "", async (page) => {
    const request = {
      method: "POST",
      headers: {
        "authorization": "Bearer of-a-proxy",
        "content-type": "application/json",
        "idempotency-key": "1",
        "last-event-id": "1",
        "mcp-param-of-a-later-protocol": "1",
        "mcp-protocol-version": "2025-11-25",
        "mcp-session-id": "1",
        "x-api-key": stage.server.key,
      },
      body: JSON.stringify(CANDIDATE),
    };
    const address = `${stage.server.origin}/v1/families/${FAMILY_ID}/simulations/summary`;
    const sent = await fetch(address, request);
    await sent.body?.cancel();
    const names = [...sent.headers.keys()].filter((name) => name !== "vary");
    const read = await page.evaluate(async ([target, init]) => {
      const response = await fetch(target, init);
      return { status: response.status, names: [...response.headers.keys()] };
    }, [address, request] as const);
    assertEquals(read.status, 200);
    assertEquals(names.filter((name) => !read.names.includes(name)), []);
  });
});
