import { assert, assertEquals } from "@std/assert";
import { tableFromIPC } from "@uwdata/flechette";
import type { FullSimulation, SearchPoints } from "../../server/client/client.ts";
import { ARROW_TYPE } from "../../server/http/operation_definition.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { type Arena, CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { pathOf } from "../../server/testing/requests.ts";

const SIMULATIONS = `${FAMILY}/simulations`;
const ARROW = { accept: ARROW_TYPE };
const PAIR = {
  marketId: 1,
  components: [{ strategyId: "yield-stochastic" }, { strategyId: "cash-floor-excess" }],
};

interface Columns {
  readonly names: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  column(name: string): unknown[];
}

async function read(response: Response): Promise<Columns> {
  assertEquals([response.status, response.headers.get("content-type")], [200, ARROW_TYPE]);
  const table = tableFromIPC(await response.bytes());
  return {
    names: table.names.map(String),
    metadata: Object.fromEntries(table.schema.metadata ?? []),
    column: (name) => [...table.getChild(name)],
  };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value);
}

/** Compares numbers by their bits: -0 is not 0. */
function assertSame(found: readonly unknown[], wanted: readonly unknown[], name: string): void {
  assertEquals(found.length, wanted.length, name);
  assert(found.every((value, at) => Object.is(value, wanted[at])), name);
}

for (const timeframe of ["hourly", "daily"]) {
  Deno.test(`the columns of a run have the bits of its JSON, ${timeframe}`, async () => {
    const arena = await makeArena({ limits: { budgetUnits: 1000 } });
    const candidate = { ...PAIR, timeframe };
    const answer = await arena.post(SIMULATIONS, candidate);
    const full = await expectOk(answer, "simulate") as FullSimulation;
    const { names, metadata, column } = await read(await arena.post(SIMULATIONS, candidate, ARROW));
    const expected = [
      ...Object.keys(full.portfolio).map((name) => `portfolio.${name}`),
      ...full.ledgers.flatMap((ledger, at) =>
        Object.keys(ledger).map((name) => `ledgers.${at}.${name}`)
      ),
    ].filter((name) => !name.endsWith(".skipReason"));
    assertEquals([...names].toSorted(), ["timestamp", ...expected].toSorted());
    for (const name of expected) {
      assertSame(column(name), valueAt(full, name.split(".")) as number[], name);
    }
    const times = column("timestamp").map((time) => new Date(Number(time)).toISOString());
    assertEquals(times.map((time) => time.replace(".000Z", "Z")), full.timestamp);
    const summary = JSON.parse(metadata["simulation"] ?? "");
    const { evidence, metrics, view } = summary;
    assertEquals([evidence, metrics, view], [full.evidence, full.metrics, "summary"]);
    arena.clock.advance(1000);
    await expectOk(await arena.post(`${FAMILY}/evaluations`, summary), "evaluate");
  });
}

Deno.test("columns cost what JSON costs, are the same bytes every time, and count as a trial", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const bytes = await inTurn(
    [1, 2],
    async () => (await arena.post(SIMULATIONS, PAIR, ARROW)).bytes(),
  );
  const text = bytes.map((each) =>
    new TextDecoder("latin1").decode(each).replace(/"simulationId":"[^"]*"/, "")
  );
  assertEquals(text[0], text[1]);
  const [record] = arena.records;
  assertEquals([record?.cost, record?.engineMs !== null], [20, true]);
  const refused = await arena.post(SIMULATIONS, { marketId: 1, components: [] }, ARROW);
  await expectProblem(refused, "REQUEST_VALIDATION_FAILED");
});

Deno.test("JSON is the default: Arrow comes only to a caller that prefers it", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 100_000 } });
  const typeOf = async (accept: string, path = SIMULATIONS): Promise<string | null> => {
    const response = await arena.post(path, CANDIDATE, { accept });
    await response.body?.cancel();
    return response.headers.get("content-type");
  };
  const json = "application/json";
  const cases = [
    ["*/*", json],
    ["application/*", json],
    ["text/html", json],
    [`${ARROW_TYPE};q=0`, json],
    [`${ARROW_TYPE};q=0.5, ${json}`, json],
    [`${json};q=0.1, ${ARROW_TYPE};q=0.2`, ARROW_TYPE],
    [`*/*;q=0.1, ${ARROW_TYPE}`, ARROW_TYPE],
    [ARROW_TYPE.toUpperCase(), ARROW_TYPE],
    // A list that costs more to read than the answer is not read.
    [`${"a/b,".repeat(100_000)}${ARROW_TYPE}`, json],
  ] as const;
  await inTurn(cases, async ([accept, type]) => assertEquals(await typeOf(accept), type, accept));
  for (const view of ["summary", "trades"]) {
    assertEquals(await typeOf(ARROW_TYPE, `${SIMULATIONS}/${view}`), json);
  }
});

Deno.test("the columns of points have the bits of their JSON, page by page", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const points = OPERATIONS.find(({ id }) => id === "getSearchPoints");
  assert(points !== undefined);
  const path = await pathOf(arena, points);
  for (const query of ["?from=0&most=3", "?from=3&most=10000", "?from=1000"]) {
    await comparePoints(arena, path + query);
  }
});

async function comparePoints(arena: Arena, path: string): Promise<void> {
  const { columns, rows, next } = await expectOk(
    await arena.request(path),
    "getSearchPoints",
  ) as SearchPoints;
  const { names, metadata, column } = await read(await arena.request(path, { headers: ARROW }));
  assertEquals([names, metadata["next"] ?? null], [columns, next]);
  columns.forEach((name, at) => assertSame(column(name), rows.map((row) => row[at]), name));
}
