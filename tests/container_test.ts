import { assert, assertEquals } from "@std/assert";
import { inTurn } from "./support/in_turn.ts";
import { ServerProcess } from "./support/server_process.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const text = await Deno.readTextFile(`${ROOT}server/deploy/Containerfile`);
const instructions = text.replaceAll(/\\\n/g, " ").split("\n")
  .filter((line) => /^[A-Z]/.test(line)).map((line) => {
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });

/** Returns what follows an instruction, for each time that it stands in the last stage. */
function lastStage(word: string): readonly string[] {
  const start = instructions.findLastIndex((instruction) => instruction.word === "FROM");
  return instructions.slice(start).filter((instruction) => instruction.word === word)
    .map(({ rest }) => rest);
}

/** Returns the program and arguments of an instruction in its JSON form. */
function commandOf(rest: string | undefined): readonly string[] {
  return JSON.parse(/\[.*\]$/.exec(rest ?? "")?.[0] ?? "");
}

/** Copies what the last stage copies out of the repository into an empty folder. */
async function copyStage(folder: string): Promise<void> {
  const copies = lastStage("COPY").filter((rest) => !rest.startsWith("--from"));
  await inTurn(copies, async (rest) => {
    const sources = rest.split(" ").slice(0, -1);
    const { success, stderr } = await new Deno.Command("cp", {
      args: ["-r", ...sources.map((source) => ROOT + source), folder],
    }).output();
    assert(success, new TextDecoder().decode(stderr));
  });
}

Deno.test("a container holds all that its commands need", async () => {
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
      env: { ARENA_PORT: String(port) },
    });
    return (await command.output()).code;
  };
  assertEquals(await check(server.port), 0);
  assertEquals((await server.stop()).code, 0);
  assert(await check(server.port) !== 0, "a container without a server is not healthy");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a container has the permissions of the start task and runs as nobody", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const flags = commandOf(lastStage("CMD")[0]).filter((word) => word !== "--cached-only");
  assertEquals(flags.join(" "), tasks.start);
  assertEquals(lastStage("USER"), ["deno"]);
  assertEquals(lastStage("VOLUME"), ["/app/data"]);
});
