import { assert, assertEquals } from "@std/assert";
import { Arena } from "../../pkg/arena.js";
import { browserTest, pageUntil, type Stage } from "../../server/testing/browser.ts";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { freePort } from "../../server/testing/free_port.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { installPacked } from "../../server/testing/packed.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { poll } from "../../server/testing/until.ts";
import { ROOT } from "../../server/testing/root.ts";
import { serveFolder } from "../../server/testing/static_files.ts";

/** A page of a project that uses a bundler. */
const BUNDLED_PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<pre>running</pre>
<script type="module" src="main.js"></script>
`;

/** The text of a page that has scored the candidate of the examples. */
interface Shown {
  readonly score: number;
  readonly evidence: { readonly resultHash: string };
}

/** Opens pages that score this candidate; each must show the result of this process. */
async function scored(stage: Stage, addresses: readonly string[]): Promise<void> {
  const expected = await expectedHash();
  await inTurn(addresses, async (address) => {
    const page = await stage.open(address);
    await pageUntil(page, "document.querySelector('pre').textContent !== 'running'");
    const shown: Shown = JSON.parse(await page.textContent("pre") ?? "");
    assertEquals(shown.evidence.resultHash, expected, address);
    assert(Number.isFinite(shown.score));
  });
}

async function expectedHash(): Promise<string> {
  const arena = await Arena.open();
  const manifest = JSON.parse(await Deno.readTextFile(`${ROOT}datasets/manifest.json`));
  const file = "susde-hourly.csv";
  arena.addMarket(manifest, file, await Deno.readTextFile(`${ROOT}datasets/${file}`));
  const candidate = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
  return arena.simulate(candidate).evidence.resultHash;
}

function addressOf({ addr }: Deno.HttpServer<Deno.NetAddr>): string {
  return `http://127.0.0.1:${addr.port}/`;
}

browserTest(
  "the example page scores a strategy, with nothing but static files",
  async (stage) => {
    await using server = serveFolder(ROOT, await readExample("pkg/README.md", "html"));
    await scored(stage, [addressOf(server)]);
  },
);

browserTest(
  "the packed engine scores in a plain page, in the dev server of Vite and in what Vite builds",
  (stage) =>
    withFolder(async (folder) => {
      const project = await installPacked(folder, ["vite@8.3.8"]);
      const script = await readExample("pkg/README.md", "js", 1);
      await Deno.writeTextFile(`${project}/main.js`, script);
      await Deno.writeTextFile(`${project}/index.html`, BUNDLED_PAGE);
      const vite = "node_modules/vite/bin/vite.js";
      const built = await outputOf("node", [vite, "build"], { cwd: project });
      assert(!built.includes("externalized"), built);
      const page = (await readExample("pkg/README.md", "html")).replaceAll("./pkg/", "./");
      await using plain = serveFolder(`${project}/node_modules/arena-engine`, page);
      await using bundled = serveFolder(`${project}/dist`);
      await using dev = await serveDev(project, vite);
      await scored(stage, [addressOf(plain), addressOf(bundled), dev.address]);
    }),
  ["node", "npm", "npm registry"],
);

/** Starts the dev server of a project. */
async function serveDev(
  project: string,
  vite: string,
): Promise<AsyncDisposable & { readonly address: string }> {
  const port = String(freePort());
  const started = new Deno.Command("node", {
    args: [vite, "--host", "127.0.0.1", "--port", port, "--strictPort"],
    cwd: project,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const address = `http://127.0.0.1:${port}/`;
  const stop = async (): Promise<void> => {
    started.kill();
    await started.status;
  };
  const isUp = async (): Promise<boolean> => {
    try {
      return (await (await fetch(address)).text()).length > 0;
    } catch {
      return false;
    }
  };
  try {
    await poll("the dev server of Vite", isUp, Boolean);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, [Symbol.asyncDispose]: stop };
}
