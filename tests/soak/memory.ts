/**
 * Measures what the memory of a server is made of, as Linux counts it: `deno run -A tests/soak/memory.ts`. The formula
 * on the deployment page has these figures.
 *
 * @module
 */

import { ArenaClient } from "../../server/client/client.ts";
import { TIMEFRAMES } from "../../server/contracts/scalar.ts";
import { OFFICIAL_MARKETS } from "../../server/testing/datasets.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { headOf, send, untilReadyz } from "../../server/testing/wire.ts";
import { residentMib, toTable } from "./figures.ts";
import { type Fleet, startFleet } from "./fleet.ts";

const ENGINES = [1, 2, 4];
const KEYS = 8;
const ROUNDS = 6;
const CONNECTIONS = 500;
const BODIES = 4;
const BODY_BYTES = 8 * 1024 ** 2;
const SETTLED_AFTER_MS = 2000;
/** An idle engine generates the paths of its datasets, whose memory does not belong to connections. */
const PREPARED_AFTER_MS = 10_000;
const KIB = 1024;
const MIB = KIB * KIB;

const candidates = OFFICIAL_MARKETS.flatMap(({ id: marketId }) =>
  TIMEFRAMES.map((timeframe) => ({
    marketId,
    timeframe,
    components: [{ strategyId: "yield-rsi" }],
  }))
);

/** Lets every engine run, print and evaluate on all datasets. */
async function work({ server, keys }: Fleet): Promise<void> {
  await Promise.all(keys.map(async (key) => {
    const arena = new ArenaClient({ baseUrl: server.origin, apiKey: key, retry: true });
    await inTurn(Array.from({ length: ROUNDS }, () => candidates).flat(), async (candidate) => {
      await arena.evaluate(await arena.simulate(candidate));
    });
  }));
}

/** Returns the growth in bytes of a new server with connections. */
async function growth(open: (fleet: Fleet) => Promise<readonly Deno.TcpConn[]>): Promise<number> {
  await using fleet = await startFleet(KEYS, { ARENA_WORKERS: "1" });
  const { server } = fleet;
  await untilReadyz(server, '"ready"');
  await new Promise((resolve) => setTimeout(resolve, PREPARED_AFTER_MS));
  const before = await residentMib(server.pid);
  const connections = await open(fleet);
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  const after = await residentMib(server.pid);
  for (const connection of connections) connection.close();
  return (after - before) * MIB;
}

async function measureEngines(
  engines: number,
): Promise<Record<"engines" | "atStart" | "afterWork", number>> {
  await using fleet = await startFleet(KEYS, { ARENA_WORKERS: String(engines) });
  const { pid } = fleet.server;
  await untilReadyz(fleet.server, '"ready"');
  const atStart = await residentMib(pid);
  await work(fleet);
  return { engines, atStart, afterWork: await residentMib(pid) };
}

function openAll({ server }: Fleet, text: string): Promise<readonly Deno.TcpConn[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, () => send(server.port, text)));
}

async function readNothing(fleet: Fleet): Promise<readonly Deno.TcpConn[]> {
  const sources = await fetch(`${fleet.server.origin}/assets/sources.json`);
  const { datasets: [{ url }] } = await sources.json();
  return await openAll(fleet, `GET ${url} HTTP/1.1\r\nHost: arena\r\n\r\n`);
}

/** Sends bodies without their last byte, which therefore stay in flight. */
function sendBodies({ server, keys }: Fleet): Promise<readonly Deno.TcpConn[]> {
  return Promise.all(
    keys.slice(0, BODIES).map((key) => {
      const head = headOf({ key }, "/evaluations", BODY_BYTES + 1);
      return send(server.port, head + " ".repeat(BODY_BYTES));
    }),
  );
}

async function measureConnections(): Promise<readonly string[]> {
  const idle = await growth((fleet) => openAll(fleet, ""));
  const unread = await growth(readNothing);
  const bodies = await growth(sendBodies);
  return [
    `${Math.round(idle / CONNECTIONS / KIB)} KiB for an idle connection`,
    `${Math.round(unread / CONNECTIONS / KIB)} KiB for a dataset that its client does not read`,
    `${(bodies / (BODIES * BODY_BYTES)).toFixed(1)} bytes for a byte of a body in flight`,
  ];
}

if (import.meta.main) {
  const rows = await inTurn(ENGINES, measureEngines);
  const [first, last] = [rows.at(0), rows.at(-1)] as [typeof rows[0], typeof rows[0]];
  const perEngine = (last.afterWork - first.afterWork) / (last.engines - first.engines);
  const lines = [
    toTable(rows),
    "",
    `${Math.round(perEngine)} MiB for each more engine`,
    ...await measureConnections(),
  ];
  // deno-lint-ignore no-console -- the output of the command
  console.log(lines.join("\n"));
}
