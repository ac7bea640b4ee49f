// Starts a server process: by the command of the README.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { EvaluationSchema } from "../server/contracts/evaluation.ts";
import { readExample } from "../server/testing/examples.ts";
import { LocalServer } from "../server/testing/local_server.ts";
import { shell } from "../server/testing/programs.ts";
import { ROOT } from "../server/testing/root.ts";
import { Home, withStarted } from "../server/testing/server_process.ts";
import { testWith } from "../server/testing/tools.ts";

const CONFIG = `${ROOT}deno.json`;
const readme = await Deno.readTextFile(`${ROOT}README.md`);

Deno.test("the README has at most 600 words", () => {
  const words = readme.split(/\s+/).filter((word) => word !== "").length;
  assert(words <= 600, `${words} words`);
});

Deno.test("the start command of the README starts a server that answers", async () => {
  const [, words = ""] = /deno@[\d.]+ (run .*)/.exec(await readExample("README.md", "sh")) ?? [];
  await withStarted(words.split(" "), async (server) => {
    assert((await server.client().listStrategies()).length > 0);
  });
});

/** Returns the commands of the first score, and the filter of their output. */
async function firstScore(): Promise<readonly [pipeline: string, filter: string]> {
  const script = await readExample("README.md", "sh", 2);
  const [pipeline = "", filter = ""] = script.split(/ \|\n +(?=jq )/);
  assert(filter !== "", "the output is filtered by jq");
  return [pipeline, filter];
}

Deno.test("the first score of the README has the values that the README shows", async () => {
  const text = await shell((await firstScore())[0], { cwd: ROOT });
  const { score, verdict, eligibility } = EvaluationSchema.parse(JSON.parse(text));
  const { edge, pValue: p } = verdict ?? {};
  const shown = JSON.parse(await readExample("README.md", "json"));
  assertEquals({ score, edge, p, eligible: eligibility.eligible }, shown);
});

testWith(
  ["jq"],
  "the first score of the README prints the bytes that the README shows",
  async () => {
    const printed = await shell((await firstScore()).join(" | "), { cwd: ROOT });
    assertEquals(printed, await readExample("README.md", "json"));
  },
);

Deno.test("the library example of the README prints the edge that the command line gives", async () => {
  const example = await readExample("README.md", "js");
  const program = example.replace("./pkg/", import.meta.resolve("../pkg/"));
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/score.js`, program);
  const printed = await shell(`deno run --quiet --allow-read ${folder}/score.js`, { cwd: ROOT });
  const { edge } = JSON.parse(await readExample("README.md", "json"));
  assertEquals(printed, `${edge}\n`);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the command that a new server prints gives a score", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_DATASETS: "" });
  const [, command = ""] = /A first score:\n\n([\s\S]+?)\n\n/.exec(server.greeting) ?? [];
  const text = await shell(command, { cwd: home.folder });
  const [last = ""] = text.split(/(?<=\})(?=\{"requestId")/).toReversed();
  assertMatch(last, /^\{"requestId":/);
  assertEquals(typeof EvaluationSchema.parse(JSON.parse(last).data).score, "number");
});

Deno.test("the client example of pkg/README.md prints a score and its verdict", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_DATASETS: "" });
  const example = await readExample("pkg/README.md", "ts", 1);
  const program = example
    .replace("arena-engine/client", import.meta.resolve("../server/client/client.ts"))
    .replace("http://127.0.0.1:8080", server.origin).replace("sa_...", server.key);
  await Deno.writeTextFile(`${home.folder}/client.ts`, program);
  const address = `--allow-net=${new URL(server.origin).host}`;
  const run = `deno run --quiet --config ${CONFIG} ${address} client.ts`;
  assertMatch(await shell(run, { cwd: home.folder }), /^-?[0-9.]+ -?[0-9.e-]+ [0-9.e-]+\n$/);
});

Deno.test("the variable ARENA is the address of a server in every document", async () => {
  const pages = {
    "server/search/README.md": "http://127.0.0.1:8080",
    // The address by which the reader came.
    "server/http/docs/reference_page.ts": "${ORIGIN}",
  };
  for (const [page, address] of Object.entries(pages)) {
    const text = await Deno.readTextFile(ROOT + page);
    const values = [...text.matchAll(/\bARENA=(\S+)/g)].map(([, value]) => value);
    assertEquals(values, [address], page);
  }
});

Deno.test("every task that the README names exists, all with one version of Deno", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(CONFIG));
  const named = [...readme.matchAll(/\bdeno(?:@([\d.]+))? task ([a-z:]+)/g)];
  assert(named.length >= 5);
  for (const [, , name = ""] of named) assert(name in tasks, `deno task ${name} exists`);
  const versions = named.flatMap(([, version = []]) => version);
  assertEquals(new Set(versions).size, 1);
});

Deno.test("every file that the README links to or shows is there", async () => {
  const links = [...readme.matchAll(/\]\(([^):]+)\)|src(?:set)?="([^"]+)"/g)];
  const paths = links.map(([, link, source]) => link ?? source);
  assert(paths.length >= 8);
  await Promise.all(paths.map((path) => Deno.stat(ROOT + path)));
});
