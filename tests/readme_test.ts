import { assert, assertEquals, assertMatch } from "@std/assert";
import { EvaluationSchema } from "../server/contracts/evaluation.ts";
import { readExample } from "../server/testing/examples.ts";
import { Home } from "../server/testing/server_process.ts";
import { ROOT } from "../server/testing/root.ts";

const CONFIG = `${ROOT}deno.json`;
const readme = await read("README.md");
/** Every command block, by the heading above it. */
const blocks = [...readme.matchAll(/^## ([^\n]+)$|^```sh\n([\s\S]*?)^```$/gm)];

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(ROOT + path);
}

/** Returns the command blocks of a section. */
function commandsOf(heading: string): readonly string[] {
  const start = blocks.findIndex(([, title]) => title === heading);
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex(([, title]) => title !== undefined);
  return rest.slice(0, end < 0 ? rest.length : end).map(([, , text = ""]) => text);
}

async function shell(script: string, folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    cwd: folder,
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("the first score of the README, and the one that the server prints, are scores", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_DATASETS: "" });
  const [script = ""] = commandsOf("The first score");
  const own = script.replace("http://127.0.0.1:8080", server.origin)
    .replace("sa_...", String(server.key));
  assert(own !== script, "the address and the key are filled in");
  const printed = /A first score:\n\n([\s\S]+?)\n\n/.exec(server.greeting)?.[1] ?? "";
  const texts = [await shell(own, home.folder), await shell(printed, home.folder)];
  for (const text of texts) {
    const [last = ""] = text.split(/(?<=\})(?=\{"requestId")/).toReversed();
    assertMatch(last, /^\{"requestId":/);
    assertEquals(typeof EvaluationSchema.parse(JSON.parse(last).data).score, "number");
  }
});

Deno.test("the client of the README prints a score and its verdict", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_DATASETS: "" });
  const example = await readExample("README.md", "ts");
  const program = example.replace("./server", import.meta.resolve("../server"))
    .replace("http://127.0.0.1:8080", server.origin).replace("sa_...", String(server.key));
  await Deno.writeTextFile(`${home.folder}/client.ts`, program);
  const address = `--allow-net=${new URL(server.origin).host}`;
  const run = `deno run --quiet --config ${CONFIG} ${address} client.ts`;
  assertMatch(await shell(run, home.folder), /^-?[0-9.]+ -?[0-9.e-]+ [0-9.e-]+\n$/);
});

Deno.test("the steps of the README without a server give an evaluation", async () => {
  const [, script = ""] = commandsOf("The first score");
  const folder = await Deno.makeTempDir();
  const text = await shell(script.replaceAll("deno task", `deno task --config ${CONFIG}`), folder);
  EvaluationSchema.parse(JSON.parse(text));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("every task that the README names exists, all with one version of Deno", async () => {
  const { tasks } = JSON.parse(await read("deno.json"));
  const named = [...readme.matchAll(/\bdeno(?:@([\d.]+))? task ([a-z:]+)/g)];
  assert(named.length >= 5);
  for (const [, , name = ""] of named) assert(name in tasks, `deno task ${name} exists`);
  const versions = named.flatMap(([, version = []]) => version);
  assertEquals(new Set(versions).size, 1);
});

Deno.test("the README names the versions that the engine is built with", async () => {
  const [commands = ""] = commandsOf("Build the engine");
  const lock = await read("engine-rs/Cargo.lock");
  const locked = /name = "wasm-bindgen"\nversion = "([\d.]+)"/.exec(lock)?.[1];
  assertEquals(/wasm-bindgen-cli@([\d.]+)/.exec(commands)?.[1], locked);
  const manifest = await read("engine-rs/Cargo.toml");
  assertEquals(
    /Needs Rust ([\d.]+)/.exec(readme)?.[1],
    /rust-version = "([\d.]+)"/.exec(manifest)?.[1],
  );
});

Deno.test("the README and the engine tell the same timeline of a bar", async () => {
  const steps = (text: string): readonly string[] =>
    [...text.matchAll(/^(?:\/\/! )?(\d\. [A-Z][a-z]+.*)$/gm)].map(([, step = ""]) => step);
  const [, ours = ""] = readme.split("## How a bar is traded");
  assertEquals(steps(ours.split("##")[0] ?? ""), steps(await read("engine-rs/src/lib.rs")));
});

Deno.test("every file and folder that the README names is there", async () => {
  const named = [...readme.matchAll(/`((?:[a-z-]+\/)*[a-z_-]+(?:\.[a-z]+|\/))`/g)];
  const paths = named.map(([, path = ""]) => path).filter((path) =>
    path.includes("/") || path === "main.ts"
  );
  assert(paths.length >= 6);
  await Promise.all(paths.map((path) => Deno.stat(ROOT + path)));
});
