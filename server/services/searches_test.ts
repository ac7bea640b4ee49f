import { MemoryParts } from "../testing/memory_parts.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { SearchListSchema } from "../contracts/search.ts";
import { searchesOf } from "../store/searches.ts";
import type { Row, Value } from "../store/sql.ts";
import { SqliteSearchDatabase } from "../store/sqlite_search_database.ts";
import { ManualClock } from "../testing/clock.ts";
import { inTurn } from "../testing/in_turn.ts";
import { officialParts } from "../testing/official.ts";
import { memorySearches, SEARCH_PLAN } from "../testing/searches.ts";
import { Searches } from "./searches.ts";

const PLENTY = { ofKey: 1e9, all: 1e9 };

class CountingDatabase extends SqliteSearchDatabase {
  queries = 0;

  override query(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    this.queries++;
    return super.query(text, values);
  }
}

Deno.test("the list of a key's searches is one query, however many searches there are", async () => {
  const clock = new ManualClock();
  const database = new CountingDatabase(...memorySearches(clock));
  const { searches: store, close } = searchesOf(database, clock, { files: new MemoryParts() });
  const quota = { units: 100, since: 0, atOnce: 100 };
  await inTurn(
    ["a", "b", "c"],
    (id) => store.add({ id, keyId: "key", order: "{}", candidates: 10, units: 10 }, quota),
  );
  const service = new Searches({
    store,
    clock,
    engine: Object.create(null),
    datasets: [],
    workers: 1,
    bytes: PLENTY,
    makeId: () => "",
  });
  database.queries = 0;
  const limits = { unitsPerDay: 100, atOnce: 4 };
  const bytes = await service.list({ keyId: "key", limits, unitsPerRequest: 50 });
  assertEquals(database.queries, 1);
  const list = SearchListSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  assertEquals(list.searches.map(({ searchId, done }) => [searchId, done]), [
    ["c", 0],
    ["b", 0],
    ["a", 0],
  ]);
  await close();
});

Deno.test("a refused search is not measured, and an impossible id asks no store", async () => {
  const { datasets, engine } = await officialParts();
  const summarise = engine.summarise.bind(engine);
  let measured = 0;
  Object.assign(engine, {
    summarise: (...request: Parameters<typeof summarise>) => {
      measured++;
      return summarise(...request);
    },
  });
  const clock = new ManualClock();
  const database = new CountingDatabase(...memorySearches(clock));
  const { searches: store, close } = searchesOf(database, clock, { files: new MemoryParts() });
  const makeId = (): string => crypto.randomUUID();
  const service = new Searches({
    store,
    clock,
    engine,
    datasets,
    workers: 1,
    bytes: PLENTY,
    makeId,
  });
  const body = new TextEncoder().encode(JSON.stringify({ plan: SEARCH_PLAN }));
  const limits = { unitsPerDay: 13_130, atOnce: 4 };
  const searcher = { keyId: "key", limits, unitsPerRequest: 50 };
  await service.start(searcher, body, []);
  assert(measured > 0);

  measured = 0;
  await assertRejects(() => service.start(searcher, body, []), ApiError, "compute units");
  const components = Array.from({ length: 6 }, () => ({ strategyId: "yield-rsi" }));
  const plan = { ...SEARCH_PLAN, base: { ...SEARCH_PLAN.base, components } };
  const large = new TextEncoder().encode(JSON.stringify({ plan }));
  await assertRejects(
    () => service.start(searcher, large, []),
    ApiError,
    "it costs 60 compute units, no request may cost more than 50",
  );
  assertEquals(measured, 0);

  database.queries = 0;
  await assertRejects(() => service.view(searcher, "\0"), ApiError, "Cannot find the search");
  assertEquals(database.queries, 0);
  await close();
});

Deno.test("a search of one candidate costs a unit for each kB of its long texts, and is kept with them", async () => {
  const { datasets, engine } = await officialParts();
  const clock = new ManualClock();
  const database = new SqliteSearchDatabase(...memorySearches(clock));
  const { searches: store, close } = searchesOf(database, clock, { files: new MemoryParts() });
  const makeId = (): string => crypto.randomUUID();
  const parts = { store, clock, engine, datasets, workers: 1, makeId };
  const digits = "0".repeat(880);
  const values = Array.from(
    { length: 58 },
    (_, at) => `clip(zscore(impliedApy, 5d) / ${at + 1}.${digits}, 0, 1)`,
  );
  const component = { strategyId: "expression", strategyParams: { target: values[0] } };
  const plan = {
    base: { ...SEARCH_PLAN.base, components: [component] },
    axes: [{ path: "/components/0/strategyParams/target", values }],
    method: { kind: "random", count: 1 },
    evaluate: 0,
  };
  const body = new TextEncoder().encode(JSON.stringify({ plan }));
  const limits = { unitsPerDay: 1_000, atOnce: 4 };
  const searcher = { keyId: "key", limits, unitsPerRequest: 50 };
  const start = async (ofKey: number): Promise<{ searchId: string; units: number }> => {
    const service = new Searches({ ...parts, bytes: { ...PLENTY, ofKey } });
    return JSON.parse(new TextDecoder().decode(await service.start(searcher, body, [])));
  };
  const { searchId, units } = await start(PLENTY.ofKey);
  assert(units >= body.length / 1_000 && units < body.length / 1_000 + 3, `${units} units`);
  const service = new Searches({ ...parts, bytes: PLENTY });
  await service.cancel(searcher, searchId);
  assertEquals(await store.used("key", 0), { units, atOnce: 0 });
  assert((await store.bytes("key")).ofKey > body.length);
  await assertRejects(
    () => start(2 * body.length - 1),
    ApiError,
    "Cannot search: the plan, its results and",
  );
  await close();
});
