import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readConfig } from "../server/process/config.ts";
import { permissionsOf, type Task } from "../server/deploy/permissions.ts";
import { EvaluationSchema } from "../server/contracts/evaluation.ts";
import { CANDIDATE } from "../server/testing/arena.ts";
import { freePort } from "../server/testing/free_port.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { Home, ServerProcess } from "../server/testing/server_process.ts";
import { ROOT } from "../server/testing/root.ts";

/** An address that nobody takes by default; only Linux has all of 127.0.0.0/8. */
const OTHER_HOST = Deno.build.os === "linux" ? "127.0.0.2" : "localhost";

function flags(task: Task, environment: Record<string, string> = {}): readonly string[] {
  return permissionsOf(task, (name) => environment[name]);
}

Deno.test("a server may use its own address and its own files, and nothing else", () => {
  assertEquals(flags("start"), [
    "--allow-net=127.0.0.1:8080",
    "--allow-read=server,pkg,datasets,data/datasets,data",
    "--allow-write=data",
  ]);
  assertEquals(
    flags("start", {
      ARENA_HOST: "::",
      ARENA_PORT: "443",
      ARENA_KEYS: "/var/lib/arena/keys.sqlite",
      ARENA_DATASETS: "/srv/a,/srv/b",
    }),
    [
      "--allow-net=[::]:443,[::1]:443",
      "--allow-read=server,pkg,/srv/a,/srv/b,/var/lib/arena",
      "--allow-write=/var/lib/arena",
    ],
  );
  assertEquals(flags("start", { ARENA_PORT: "0" })[0], "--allow-net=127.0.0.1");
  const metrics = { ARENA_METRICS_PORT: "9464" };
  assertEquals(flags("start", metrics)[0], "--allow-net=127.0.0.1:8080,127.0.0.1:9464");
  assertEquals(flags("start", { ARENA_PORT: "none" })[0], "--allow-net=127.0.0.1:8080");
  assertEquals(flags("keys", { ARENA_KEYS: "k.sqlite" }), ["--allow-read=.", "--allow-write=."]);
  const backup = ["--allow-read=/k,backups", "--allow-write=/k,backups"];
  assertEquals(flags("backup", { ARENA_KEYS: "/k/keys.sqlite" }), backup);
  assertEquals(flags("restore"), ["--allow-read=data,backups", "--allow-write=data"]);
  assertEquals(flags("evaluate", { ARENA_DATASETS: "/d" }), ["--allow-read=pkg,/d"]);
});

Deno.test("with a database a server may use it and no file of keys, and nobody is shown its password", () => {
  const env = "--allow-env=PG*,NODE_PG_FORCE_NATIVE,NODE_ENV,USER";
  const database = { DATABASE_URL: "postgres://arena:s3cret@db.example:5433/arena" };
  assertEquals(flags("start", database), [
    "--allow-net=127.0.0.1:8080,db.example:5433",
    "--allow-read=server,pkg,datasets,data/datasets",
    env,
  ]);
  assertEquals(flags("keys", database), ["--allow-net=db.example:5433", env]);
  const plain = { DATABASE_URL: "postgres://arena@[::1]/arena" };
  assertEquals(flags("keys", plain), ["--allow-net=[::1]:5432", env]);
  const read = "--allow-read=server,pkg,datasets,data/datasets";
  assertEquals(flags("worker", database), ["--allow-net=db.example:5433", env, read]);
  assertEquals(flags("worker"), [read]);
  assertEquals(flags("evaluate", database), flags("evaluate"));
  for (const wrong of ["s3cret", "postgres://a b,c/d", "postgres:///arena"]) {
    assertEquals(flags("start", { DATABASE_URL: wrong }), flags("start"));
  }
});

Deno.test("permissions and configuration have the same defaults", () => {
  const { host, port, keysFile } = readConfig(() => undefined);
  const named = { ARENA_HOST: host, ARENA_PORT: String(port), ARENA_KEYS: keysFile };
  assertEquals(flags("start", named), flags("start"));
});

Deno.test("addresses and folders that are set by variable work with every task", async () => {
  await using home = await Home.make();
  const env = {
    ARENA_HOST: OTHER_HOST,
    ARENA_PORT: String(freePort()),
    ARENA_KEYS: `${home.folder}/new/keys.sqlite`,
    ARENA_DATASETS: home.folder,
  };
  const task = (...words: string[]): Deno.Command =>
    new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", ...words],
      cwd: ROOT,
      env,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
  await inTurn(["deno", "node"], async (listener) => {
    await using server = await ServerProcess.of(task("start", "--listener", listener).spawn());
    assertEquals(server.origin, `http://${OTHER_HOST}:${env.ARENA_PORT}`);
    const response = await fetch(`${server.origin}/healthz`);
    assertEquals(response.status, 200, await response.text());
    const { code, stderr } = await server.stop();
    assertEquals(code, 0);
    assert(!stderr.includes("Requires"), stderr);
  });
  const run = async (words: string[], input: string, said = ""): Promise<string> => {
    const child = task(...words).spawn();
    await new Blob([input]).stream().pipeTo(child.stdin);
    const { stdout, stderr } = await child.output();
    assertMatch(new TextDecoder().decode(stderr), new RegExp(`^${said}$`));
    return new TextDecoder().decode(stdout);
  };
  await run(["keys", "create", "--name", "me", "--scopes", "strategy:read"], "");
  assertStringIncludes(await run(["keys", "list"], ""), "  me\n");
  const simulated = await run(["simulate"], JSON.stringify(CANDIDATE));
  EvaluationSchema.parse(JSON.parse(await run(["evaluate"], simulated, "Not counted: .*\n")));
});

Deno.test("a folder that deno task cannot pass on is said with what to run", async () => {
  await using home = await Home.make();
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-env=ARENA_*,DATABASE_URL", "server/deploy/permissions.ts", "keys"],
    cwd: ROOT,
    env: { ARENA_KEYS: `${home.folder}/my keys/k.sqlite` },
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "\n");
  const said = new TextDecoder().decode(stderr);
  assertMatch(said, /^Cannot pass on a folder with a space through deno task: run deno run .*\n$/);
  const [, command = ""] = /: run deno (run .*)\n$/.exec(said) ?? [];
  const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) =>
    quoted ?? plain
  );
  const listed = await new Deno.Command(Deno.execPath(), {
    args: [...args.map(String), "list", "--json"],
    cwd: ROOT,
    env: { ARENA_KEYS: `${home.folder}/my keys/k.sqlite` },
  }).output();
  assertEquals(new TextDecoder().decode(listed.stdout), "[]\n");
});

Deno.test("a server without the permission to listen says what to run", async () => {
  await using home = await Home.make();
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-env=ARENA_*,DATABASE_URL",
      `--allow-read=.,${home.folder}`,
      `--allow-write=${home.folder}`,
      "main.ts",
      "serve",
    ],
    cwd: ROOT,
    env: { ARENA_KEYS: home.keysFile, ARENA_DATASETS: home.folder },
  }).output();
  assertEquals(code, 1);
  assertMatch(
    new TextDecoder().decode(stderr),
    /^Cannot listen on 127\.0\.0\.1:8080: Requires net access .*, or start it by deno task start.*\n$/,
  );
});
