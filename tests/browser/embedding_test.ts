import { assert, assertEquals } from "@std/assert";
import { Arena } from "../../pkg/arena.js";
import { readExample } from "../support/examples.ts";
import { launch } from "../support/browser.ts";
import { needing } from "../support/tools.ts";
import { ROOT } from "../support/root.ts";

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  json: "application/json",
  csv: "text/csv",
  wasm: "application/wasm",
};

/** What any static server does, with the example as its first page. */
async function serveFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
  const file = pathname === "/"
    ? new TextEncoder().encode(await readExample("README.md", "html"))
    : await Deno.readFile(ROOT + pathname);
  const type = TYPES[pathname.split(".").at(-1) ?? ""] ?? "text/html";
  return new Response(file, { headers: { "content-type": type } });
}

Deno.test({
  ...needing(["chromium"], "the example page scores a strategy, with nothing but static files"),
  fn: async () => {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      serveFile,
    );
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("console", (message) => faults.push(message.text()));
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(`http://127.0.0.1:${server.addr.port}/`);
      await page.waitForFunction("document.querySelector('pre').textContent !== 'running'");
      const shown = JSON.parse(await page.textContent("pre") ?? "");
      assertEquals(faults, []);
      assertEquals(shown.evidence.resultHash, await expectedHash());
      assert(Number.isFinite(shown.score));
    } finally {
      await browser.close();
    }
  },
});

async function expectedHash(): Promise<string> {
  const arena = await Arena.open();
  const manifest = JSON.parse(await Deno.readTextFile(`${ROOT}datasets/manifest.json`));
  const [entry] = manifest.datasets;
  arena.addMarket(entry, await Deno.readTextFile(`${ROOT}datasets/${entry.file}`));
  const candidate = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
  return arena.simulate(candidate).evidence.resultHash;
}
