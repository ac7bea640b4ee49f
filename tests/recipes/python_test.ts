import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { serveArena } from "../../server/testing/served_arena.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testSigner } from "../../server/testing/seasons.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { Home } from "../../server/testing/server_process.ts";
import { testWith } from "../../server/testing/tools.ts";
import { PACKAGE, python, withPackage } from "./python_package.ts";

/** Operations whose method has another name, because it is shorter or does more. */
const RENAMED: Readonly<Record<string, string>> = {
  simulate: "full",
  simulateSummary: "simulate",
  simulateTrades: "trades",
  startSearch: "search",
};
/** Operations for operators and for pages, and the events of a search, which `Search.wait` polls. */
const LEFT_OUT =
  /^(getHealth|getReadiness|getDocument|getReference|getVerification|getErrorPage|watchSearch)$/;

function read(path: string): Promise<string> {
  return Deno.readTextFile(`${PACKAGE}/${path}`);
}

testWith(
  ["wasmtime", "pandas", "polars"],
  "Python has the bytes of the service, and its errors",
  () =>
    withPackage(async (folder) => {
      await using home = await Home.make();
      await using server = await LocalServer.in(home, { ARENA_DATASETS: "" });
      const client = server.client();
      const strategies = await client.listStrategies();
      const candidates = strategies.filter(({ strategyId }) => strategyId !== "expression")
        .map(({ strategyId, runnableOn: [marketId = 1] }) => ({
          marketId,
          timeframe: "daily" as const,
          components: [{ strategyId }],
        }));
      await Deno.writeTextFile(`${folder}/candidates.json`, JSON.stringify(candidates));
      const session = JSON.parse(
        await python(folder, [
          `${ROOT}tests/recipes/python/session.py`,
          `${folder}/candidates.json`,
          server.origin,
          server.key,
        ]),
      );
      const patient = server.patientClient();
      const wanted = await Promise.all(
        candidates.map(async (candidate) =>
          (await patient.simulateSummary(candidate)).evidence.resultHash
        ),
      );
      assertEquals(session.hashes, wanted);
      assert(session.sameByKeywords && session.sweepIsSame);
      assertEquals(session.refusal[0], "REQUEST_VALIDATION_FAILED");
      assertStringIncludes(session.refusal[2], "/components/0/strategyId");
      assertStringIncludes(session.refusal[2], "the nearest is yield-rsi");
      assertEquals(session.candidates, 28 * 16);
      assertEquals(session.bestScores[0], session.bestScores[1]);
      assertEquals(session.remoteHash[0], session.remoteHash[1]);
      assertEquals(session.remoteScore[0], session.remoteScore[1]);
      assertEquals(session.listed, [...wanted.slice(0, 7), "REQUEST_VALIDATION_FAILED"]);
      assertEquals(session.search, ["done", 3]);
      assertEquals(session.frame[1], 182);
      assertEquals(session.days, session.scoredDays);
      assertEquals([session.ledger, session.columns.impliedApy], [182, 182]);
      const methods = OPERATIONS.map(({ id }) => RENAMED[id] ?? id)
        .filter((id) => !LEFT_OUT.test(id))
        .map((id) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
      assertEquals(methods.filter((name) => !session.methods.includes(name)), []);
    }),
);

testWith(
  ["wasmtime", "pandas"],
  "Python enters seasons and publishes by receipt",
  () =>
    withPackage(async (folder) => {
      const arena = await makeArena({ signer: await testSigner() });
      const redirected: string[] = [];
      const server = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen: () => {} },
        (request) => {
          const { origin, pathname } = new URL(request.url);
          if (pathname === "/elsewhere") redirected.push(request.headers.get("x-api-key") ?? "");
          return pathname.startsWith("/moved")
            ? Response.redirect(`${origin}/elsewhere`)
            : arena.fetch(request);
        },
      );
      try {
        const session = JSON.parse(
          await python(folder, [
            `${ROOT}tests/recipes/python/season_session.py`,
            `http://127.0.0.1:${server.addr.port}`,
            arena.key,
            `${folder}/points.parquet`,
          ]),
        );
        assertEquals(session, {
          misfits: [],
          season: ["autumn-1", "open"],
          entry: ["Carry 7", 1, "susde-hourly"],
          receipt: true,
          again: 1,
          hidden: "",
          listed: [1],
          published: [false, true],
          // Hold and idle have no name.
          names: ["", "Carry 9", ""],
          removed: true,
          refusals: ["REQUEST_VALIDATION_FAILED", "RECEIPT_INVALID", "NOT_OF_THE_SERVICE"],
          parquet: "PAR1",
        });
        // The key goes to no other address.
        assertEquals(redirected, []);
      } finally {
        await server.shutdown();
        arena.closeSearches();
      }
    }),
);

testWith(
  ["wasmtime", "pandas", "polars"],
  "the notebook and the README of the package run",
  () =>
    withPackage(async (folder) => {
      const { cells } = JSON.parse(await read("python/first_score.ipynb"));
      const code = cells.filter((cell: { cell_type: string }) => cell.cell_type === "code");
      assert(code.every((cell: { outputs: unknown[] }) => cell.outputs.length === 0));
      const lines = code.map(({ source }: { source: string[] }) => source.join(""));
      await Deno.writeTextFile(`${folder}/notebook.py`, lines.join("\n"));
      await python(folder, [`${folder}/notebook.py`]);
      const blocks = [...(await read("python/README.md")).matchAll(/```python\n([^]+?)```/g)];
      assertEquals(blocks.length, 2);
      await Deno.writeTextFile(`${folder}/readme.py`, blocks.map(([, text]) => text).join("\n"));
      await python(folder, [`${folder}/readme.py`]);
    }),
);

testWith(
  ["pandas", "polars", "duckdb"],
  "pyarrow, polars and DuckDB read the README's columns",
  () =>
    withFolder(async (folder) => {
      await using server = await serveArena();
      const { arena } = server;
      const [, block = ""] = /```python arrow\n([^]+?)```/.exec(await read("python/README.md")) ??
        [];
      const { data } = await (await arena.post(`${FAMILY}/simulations`, CANDIDATE)).json();
      const program = `url, key = ${JSON.stringify([server.origin, server.key])}\n${block}
assert summary["evidence"]["resultHash"] == "${data.evidence.resultHash}"
assert frame["portfolio.equity"].to_list() == ${JSON.stringify(data.portfolio.equity)}
assert worst == frame["portfolio.drawdown"].max()
assert str(frame["timestamp"].dtype) == "Datetime(time_unit='ms', time_zone='UTC')"
`;
      await Deno.writeTextFile(`${folder}/columns.py`, program);
      await outputOf("python3", ["columns.py"], { cwd: folder });
    }),
);

testWith(
  ["wasmtime", "dask", "pandas"],
  "the README's search runs on a cluster of Dask",
  () =>
    withPackage(async (folder) => {
      const [, block = ""] = /```python dask\n([^]+?)```/.exec(await read("python/README.md")) ??
        [];
      const replaced = [
        [`"tcp://scheduler:8786"`, "n_workers=2, threads_per_worker=1, dashboard_address=None"],
        ["s3://bucket/rsi", `${folder}/points`],
        ["searches/rsi", `${folder}/search`],
        ["best.parquet", `${folder}/best.parquet`],
        [`"steps": 300`, `"steps": 4`],
        [`"evaluate": 40`, `"evaluate": 2`],
      ] as const;
      assert(replaced.every(([from]) => block.includes(from)));
      const small = replaced.reduce((text, [from, to]) => text.replace(from, to), block);
      const body = small.replace(/^(?=.)/gm, "    ");
      const program = `if __name__ == "__main__":\n${body}    assert len(report.top) == 2\n`;
      await Deno.writeTextFile(`${folder}/cluster.py`, program);
      await python(folder, [`${folder}/cluster.py`]);
      assert((await Deno.stat(`${folder}/best.parquet`)).isFile);
    }),
);

testWith(
  ["wasmtime", "tar"],
  "a wheel is the same from a checkout and its source archive",
  () =>
    withFolder(async (folder) => {
      await build(PACKAGE, folder);
      const archive = await nameIn(folder, ".tar.gz");
      await outputOf("tar", ["xzf", archive], { cwd: folder });
      const again = `${folder}/again`;
      await build(`${folder}/${archive.replace(".tar.gz", "")}`, again);
      const [own, other] = await Promise.all(
        [folder, again].map(async (place) =>
          await sha256Hex(await Deno.readFile(`${place}/${await nameIn(place, ".whl")}`))
        ),
      );
      assertEquals(own, other);
    }),
);

/** Builds a source archive and a wheel, as a publisher does. */
async function build(source: string, target: string): Promise<void> {
  await outputOf("python3", ["-m", "hatchling", "build", "-d", target], { cwd: source });
}

async function nameIn(folder: string, ending: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  const found = names.find((name) => name.endsWith(ending));
  assert(found !== undefined, `${ending} is among ${names}`);
  return found;
}

testWith(["ruff"], "the Python package is formatted and linted", async () => {
  for (const words of [["check"], ["format", "--check"]]) {
    const places = [".", "../tests/recipes/python", "../tests/effort"];
    await outputOf("ruff", [...words, "--no-cache", ...places], { cwd: PACKAGE });
  }
});
