// Starts a server process: the permissions of a task are those of a process.
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readConfig, SETTING_ROWS } from "../../server/process/config.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { IMPORTS_FOLDER, OFFICIAL_FOLDER } from "../../server/datasets/dataset_folders.ts";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { freePort } from "../../server/testing/free_port.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { assertPublicPages } from "../../server/testing/public_pages.ts";
import { Home, ServerProcess, withStarted } from "../../server/testing/server_process.ts";
import { ROOT } from "../../server/testing/root.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

const { permissions, tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));

type Name = "net" | "read" | "write" | "env" | "run" | "sys" | "ffi";
/** The permissions that each set is asked for: the name, then the resource when there is one. */
const ASKED: readonly (readonly [Name, string?])[] = [
  ["net", "127.0.0.1:8080"],
  ["net", "[::1]:9464"],
  ["net", "0.0.0.0:443"],
  ["net", "192.0.2.1:8080"],
  ["net", "api-v2.pendle.finance:443"],
  ["read", "server/web/dist"],
  ["read", "pkg"],
  ["read", "datasets"],
  ["read", "data/datasets"],
  ["read", "data/keys.sqlite"],
  ["read", "backups"],
  ["read", "secrets/autumn-1"],
  ["read", "/etc/passwd"],
  ["write", "data/keys.sqlite"],
  ["write", "data/datasets"],
  ["write", "data/searches"],
  ["write", "backups"],
  ["write", "secrets/autumn-1"],
  ["write", "server"],
  ["write", "datasets/manifest.json"],
  ["env", "ARENA_PORT"],
  ["env", "DATABASE_URL"],
  ["env", "HOME"],
  ["run"],
  ["sys"],
  ["ffi"],
];

/** Returns the permissions that a process has when it starts with a set. */
async function grantedBy(set: string): Promise<readonly string[]> {
  const field: Readonly<Record<string, string>> = {
    net: "host",
    read: "path",
    write: "path",
    env: "variable",
  };
  const descriptors = ASKED.map(([name, of]) =>
    of === undefined ? { name } : { name, [field[name] ?? ""]: of }
  );
  const code = `console.log(JSON.stringify(${JSON.stringify(descriptors)}
    .map((one) => Deno.permissions.querySync(one).state === "granted")))`;
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/query.js`, code);
  const flags = ["--config=deno.json", "--quiet", "--no-prompt", `-P=${set}`];
  const words = ["run", ...flags, `${folder}/query.js`];
  const states: readonly boolean[] = JSON.parse(
    await outputOf(Deno.execPath(), words, { cwd: ROOT }),
  );
  await Deno.remove(folder, { recursive: true });
  return ASKED.filter((_, index) => states[index]).map((words) => words.join(" "));
}

const VARIABLES_READ = ["env ARENA_PORT", "env DATABASE_URL"];
const MARKETS_READ = ["read pkg", "read datasets", "read data/datasets"];

Deno.test("a server may use local addresses and its own files, and nothing else", async () => {
  assertEquals(await grantedBy("start"), [
    "net 127.0.0.1:8080",
    "net [::1]:9464",
    "net 0.0.0.0:443",
    "read server/web/dist",
    ...MARKETS_READ,
    "read data/keys.sqlite",
    "write data/keys.sqlite",
    "write data/datasets",
    "write data/searches",
    ...VARIABLES_READ,
  ]);
});

Deno.test("an operator's commands may use keys, backups and the secrets of seasons", async () => {
  assertEquals(await grantedBy("admin"), [
    "net 127.0.0.1:8080",
    "net [::1]:9464",
    "read server/web/dist",
    ...MARKETS_READ,
    "read data/keys.sqlite",
    "read backups",
    "read secrets/autumn-1",
    "write data/keys.sqlite",
    "write data/datasets",
    "write data/searches",
    "write backups",
    "write secrets/autumn-1",
    ...VARIABLES_READ,
  ]);
});

Deno.test("only an operator's commands may read the secrets of seasons", async () => {
  const sets = Object.keys(permissions).filter((set) => permissions[set].read !== true);
  const readers = await inTurn(sets, async (set) => {
    return (await grantedBy(set)).includes("read secrets/autumn-1") ? [set] : [];
  });
  assertEquals(readers.flat(), ["admin"]);
});

Deno.test("a worker reads datasets and writes points, and does not read keys", async () => {
  const local = ["net 127.0.0.1:8080", "net [::1]:9464"];
  const read = ["read server/web/dist", ...MARKETS_READ];
  assertEquals(await grantedBy("worker"), [...local, ...read, ...VARIABLES_READ]);
});

Deno.test("local runs and the datasets commands read any file and write to one folder", async () => {
  const outside = (granted: readonly string[]): readonly string[] =>
    granted.filter((words) => !words.startsWith("read "));
  const local = outside(await grantedBy("local"));
  assertEquals(local, ["write data/searches", ...VARIABLES_READ]);
  const datasets = outside(await grantedBy("datasets"));
  const pendle = "net api-v2.pendle.finance:443";
  assertEquals(datasets, [pendle, "write data/datasets", ...VARIABLES_READ]);
  const verify = outside(await grantedBy("verify"));
  assertEquals(verify.filter((words) => !words.startsWith("net ")), VARIABLES_READ);
});

Deno.test("the permission sets cover the defaults of the configuration", () => {
  const { host, keysFile, metrics, searches, arena } = readConfig(() => undefined);
  const { env, net, read, write } = permissions.start;
  for (const address of [host, metrics.host]) assert(net.includes(address), address);
  const inside = (folders: readonly string[]) => (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  assert([keysFile, searches.file, arena.file].every(inside(write)));
  assert([keysFile, searches.file, OFFICIAL_FOLDER, IMPORTS_FOLDER].every(inside(read)));
  const names = SETTING_ROWS.map(([name]) => name).filter((name) => !name.startsWith("ARENA_"));
  assertEquals([env[0], names], ["ARENA_*", env.slice(1, 1 + names.length)]);
});

Deno.test("tasks work with other addresses and folders when flags name them", async () => {
  await using home = await Home.make();
  // Only Linux has all of 127.0.0.0/8.
  const host = Deno.build.os === "linux" ? "127.0.0.2" : "localhost";
  const env = {
    ARENA_HOST: host,
    ARENA_PORT: String(freePort()),
    ARENA_KEYS: `${home.folder}/a new/keys.sqlite`,
    ARENA_DATASETS: home.folder,
  };
  const command = (task: string, words: readonly string[] = []): Deno.Command => {
    const line = String(tasks[task]?.command).split(" ").slice(1);
    const flags = [`--allow-net=${host}`, "--allow-read", `--allow-write=${home.folder}`];
    line.splice(line.indexOf("main.ts"), 0, ...flags);
    const args = [...line, ...words];
    const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    return new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env, ...piped });
  };
  {
    await using server = await ServerProcess.of(command("start").spawn());
    assertEquals(server.origin, `http://${host}:${env.ARENA_PORT}`);
    const response = await fetch(`${server.origin}/healthz`);
    assertEquals(response.status, 200, await response.text());
    const { code, stderr } = await server.stop();
    assertEquals(code, 0);
    assert(!stderr.includes("Requires"), stderr);
  }
  const run = async (task: string, words: string[], input: string, said = ""): Promise<string> => {
    const child = command(task, words).spawn();
    await new Blob([input]).stream().pipeTo(child.stdin);
    const { stdout, stderr } = await child.output();
    assertMatch(new TextDecoder().decode(stderr), new RegExp(`^${said}$`));
    return new TextDecoder().decode(stdout);
  };
  await run("admin", ["keys", "create", "--name", "me", "--scopes", "strategy:read"], "");
  assertStringIncludes(await run("admin", ["keys", "list"], ""), "  me\n");
  const simulated = await run("simulate", [], JSON.stringify(CANDIDATE));
  EvaluationSchema.parse(
    JSON.parse(await run("evaluate", [], simulated, "Not counted: .*\n")),
  );
});

Deno.test("a command without a permission says which flag grants it", async () => {
  await using home = await Home.make();
  const address = await home.run("start", [], { ARENA_HOST: "192.0.2.1", ARENA_PORT: "8080" });
  assertEquals(address.code, 1);
  assertMatch(
    address.stderr,
    /^Cannot listen on 192\.0\.2\.1:8080: it is not permitted, run deno run -P=start --allow-net main\.ts\n$/,
  );
  await inTurn(["start", "keys"] as const, async (task) => {
    const words = task === "keys" ? ["list"] : [];
    const keys = await home.run(task, words, { ARENA_KEYS: "elsewhere/keys.sqlite" });
    assertEquals(keys.code, 1);
    assertMatch(
      keys.stderr,
      /^Cannot use the keys in elsewhere\/keys\.sqlite: Requires .* run again with the --allow-\w+ flag\n$/,
    );
  });
});

Deno.test("the start task serves every public page and every link of every page", async () => {
  await withStarted(String(tasks.start.command).split(" ").slice(1), async (server) => {
    await untilReadyz(server, '"ready"');
    await assertPublicPages(server.origin);
    // Agents read the same modules and files; the protocol is loaded with its first message.
    const response = await fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: {
        "authorization": `Bearer ${server.key}`,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    assertEquals(response.status, 200, await response.text());
  });
});
