import { parse } from "@std/yaml/parse";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import { readConfig, SETTING_ROWS } from "../server/process/config.ts";
import { commandOf, lastStage } from "../server/testing/container.ts";
import { inTurn } from "../server/testing/in_turn.ts";

const FOLDER = new URL("../server/deploy/", import.meta.url);
const PASSWORD = "s3cret";

const ComposeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      stop_grace_period: z.string().optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const text = await Deno.readTextFile(new URL("compose.yaml", FOLDER));
const { services, networks, volumes } = ComposeSchema.parse(parse(text));
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);

/** Returns the environment of a service with the password of the operator. */
function environmentOf(name: string): (variable: string) => string | undefined {
  const given = services[name]?.environment ?? {};
  return (variable) => given[variable]?.replace(/\$\{ARENA_DATABASE_PASSWORD:\?[^}]+\}/, PASSWORD);
}

Deno.test("compose file: servers and workers have the address and password of the database", () => {
  assertEquals(own.map(([name]) => name), ["server-1", "server-2", "worker"]);
  for (const [name, { environment }] of own) {
    const unknown = Object.keys(environment ?? {}).filter((variable) =>
      !SETTING_ROWS.some(([known]) => known === variable)
    );
    assertEquals(unknown, [], name);
    const { databaseUrl } = readConfig(environmentOf(name));
    const { hostname, port, username, password, pathname } = new URL(databaseUrl ?? "");
    assertEquals([hostname, port, password], ["database", "5432", PASSWORD]);
    const { POSTGRES_USER: user, POSTGRES_DB: database } = services["database"]?.environment ?? {};
    assertEquals([username, pathname], [user, `/${database}`]);
  }
  assert(!/password\}/i.test(text.replaceAll(/:\?[^}]+\}/g, "")), "no password has a default");
});

Deno.test("compose file: the proxy knows all servers, and they trust it", () => {
  const servers = own.map(([name]) => name).filter((name) => name.startsWith("server"));
  const { ARENA_UPSTREAM: upstreams = "" } = services["proxy"]?.environment ?? {};
  const [port] = lastStage("EXPOSE");
  assertEquals(upstreams.split(" "), servers.map((name) => `${name}:${port}`));
  const [{ subnet = "" } = {}] = networks.default.ipam.config;
  for (const name of servers) {
    assertEquals(readConfig(environmentOf(name)).trustedProxies, [subnet]);
  }
});

Deno.test("compose file: its commands, files and names exist, and running work is finished", async () => {
  const { permissions } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", FOLDER)));
  const { drainMs } = readConfig(() => undefined);
  await inTurn(own, async ([, service]) => {
    const { build, command = commandOf(lastStage("CMD")[0]) } = service;
    const root = new URL(`${build?.context}/`, FOLDER);
    await Deno.stat(new URL(build?.dockerfile ?? "", root));
    assertEquals(command.slice(0, 2), ["deno", "run"]);
    const set = command.find((word) => word.startsWith("-P="))?.slice("-P=".length) ?? "";
    assert(set in permissions && command.includes("--allow-net"), command.join(" "));
    assert(parseInt(service.stop_grace_period ?? "") * 1000 > drainMs);
  });
  await inTurn(Object.values(services), async (service) => {
    const names = service.depends_on ?? [];
    const needed = Array.isArray(names) ? names : Object.keys(names);
    assertEquals(needed.filter((name) => !(name in services)), []);
    await inTurn(service.volumes ?? [], async (volume) => {
      const [source = ""] = volume.split(":");
      if (source.startsWith(".")) await Deno.stat(new URL(source, FOLDER));
      else assert(source in volumes, volume);
    });
  });
  assertMatch(services["database"]?.image ?? "", /^docker\.io\/library\/postgres:\d+$/);
});
