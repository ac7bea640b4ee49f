import { assert, assertEquals } from "@std/assert";
import { compileArguments } from "../server/deploy/compile.ts";
import { commandOf, copyStage, instructions, lastStage } from "../server/testing/container.ts";
import { assertPublicPages } from "../server/testing/public_pages.ts";
import { ROOT } from "../server/testing/root.ts";
import { ServerProcess } from "../server/testing/server_process.ts";
import { untilReadyz } from "../server/testing/wire.ts";

Deno.test("a container has every file that its commands need", async () => {
  const folder = await Deno.makeTempDir();
  await copyStage(folder);
  const cached = instructions.find(({ word, rest }) => word === "RUN" && /^deno /.test(rest));
  const cache = new Deno.Command(Deno.execPath(), {
    args: cached?.rest.split(" ").slice(1) ?? [],
    cwd: folder,
  });
  assert((await cache.output()).success, cached?.rest);

  const [, ...args] = commandOf(lastStage("CMD")[0]);
  const environment = { ARENA_PORT: "0", ARENA_HOST: "127.0.0.1" };
  const options = {
    args,
    cwd: folder,
    env: environment,
    stdout: "piped",
    stderr: "piped",
  } as const;
  await using server = await ServerProcess.of(new Deno.Command(Deno.execPath(), options).spawn());
  const check = async (port: number): Promise<number> => {
    const [, ...words] = commandOf(lastStage("HEALTHCHECK")[0]);
    const command = new Deno.Command(Deno.execPath(), {
      args: words,
      cwd: folder,
      env: { ARENA_PORT: String(port) },
    });
    return (await command.output()).code;
  };
  await untilReadyz(server, '"ready"');
  assertEquals(await check(server.port), 0);
  await assertPublicPages(server.origin);
  assertEquals((await server.stop()).code, 0);
  assert(await check(server.port) !== 0, "a container without a server is not healthy");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a container and the single program have the flags of V8 of the start task", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const [flags = "", values = ""] = /--v8-flags=(\S+)/.exec(tasks.start.command) ?? [];
  assert((await compileArguments("arena")).includes(flags));
  assertEquals(/DENO_V8_FLAGS=(\S+)/.exec(lastStage("ENV").join(" "))?.[1], values);
});

Deno.test("a container runs as an ordinary user with the permissions of the start task and any address", () => {
  const checked = commandOf(lastStage("HEALTHCHECK")[0]).filter((word) =>
    /^-A|^--allow/.test(word)
  );
  assertEquals(checked, [
    "--allow-net=127.0.0.1",
    "--allow-read=server",
    "--allow-env=ARENA_*,DATABASE_URL",
  ]);
  assertEquals(
    commandOf(lastStage("CMD")[0]).join(" "),
    "deno run --cached-only --quiet --no-prompt -P=start --allow-net main.ts serve",
  );
  assertEquals(lastStage("USER"), ["deno"]);
  assertEquals(lastStage("VOLUME"), ["/app/data"]);
});
