import { assertEquals, assertRejects } from "@std/assert";
import { withCallDeadlines } from "../base/call_deadline.ts";
import { ApiError } from "../base/errors.ts";
import type { SearchTransaction } from "../store/search_database.ts";
import type { SearchStore } from "../store/search_store.ts";
import { searchesOf } from "../store/searches.ts";
import { SqliteSearchDatabase } from "../store/sqlite_search_database.ts";
import { ManualClock } from "../testing/clock.ts";
import { MemoryParts } from "../testing/memory_parts.ts";
import { officialParts } from "../testing/official.ts";
import { memorySearches, SEARCH_PLAN } from "../testing/searches.ts";
import { until } from "../testing/until.ts";
import type { SearchService } from "./search_service.ts";
import { Searches } from "./searches.ts";
import { searchesUnavailable } from "./unavailable.ts";

const encoder = new TextEncoder();
const SEARCHER = {
  keyId: "key",
  limits: { unitsPerDay: 1_000_000, atOnce: 4 },
  unitsPerRequest: 50,
};
const BODY = encoder.encode(JSON.stringify({ plan: SEARCH_PLAN }));
const { datasets, engine } = await officialParts();

type Place = "before" | "within" | "after";

/** A database whose next transaction stalls at one place. */
class StallingDatabase extends SqliteSearchDatabase {
  stall: { readonly at: Place; readonly end: Promise<void> } | null = null;
  isStalled = false;

  override async transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    const { stall } = this;
    this.stall = null;
    const reach = async (place: Place): Promise<void> => {
      if (stall?.at !== place) return;
      this.isStalled = true;
      await stall.end;
    };
    await reach("before");
    const done = await super.transaction(async (transaction) => {
      const found = await work(transaction);
      await reach("within");
      return found;
    });
    await reach("after");
    return done;
  }
}

interface Opened extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly database: StallingDatabase;
  readonly store: SearchStore;
  readonly service: SearchService;
}

/** Returns the service of one server of a store. */
function serviceOf({ store, clock }: Pick<Opened, "store" | "clock">): SearchService {
  const service: SearchService = new Searches({
    store,
    clock,
    engine,
    datasets,
    workers: 1,
    bytes: { ofKey: 1e9, all: 1e9 },
    makeId: () => crypto.randomUUID(),
  });
  return withCallDeadlines(Promise.resolve(service), {
    clock,
    signalAt: { start: 3 },
    toError: searchesUnavailable,
  });
}

function open(): Opened {
  const clock = new ManualClock();
  const database = new StallingDatabase(...memorySearches(clock));
  const { searches: store, close } = searchesOf(database, clock, { files: new MemoryParts() });
  return {
    clock,
    database,
    store,
    service: serviceOf({ store, clock }),
    async [Symbol.asyncDispose](): Promise<void> {
      await close();
    },
  };
}

async function startedId(service: SearchService, idempotencyKey: string | null): Promise<string> {
  const bytes = await service.start({ ...SEARCHER, idempotencyKey }, BODY, []);
  return JSON.parse(new TextDecoder().decode(bytes)).searchId;
}

/** Starts a search whose store stalls until its caller is refused; returns what ends the stall. */
async function refusedBy(at: Place, opened: Opened, key: string | null): Promise<() => void> {
  const { clock, database, service } = opened;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  database.stall = { at, end };
  const asked = assertRejects(() => startedId(service, key), ApiError, "too slow");
  await until(() => database.isStalled);
  clock.advance(2_000);
  await asked;
  return resolve;
}

for (const at of ["before", "within", "after"] as const) {
  Deno.test(`a search that is refused because its store stalls ${at} the write is not there`, async () => {
    await using opened = open();
    const { store, service } = opened;
    const goOn = await refusedBy(at, opened, null);
    goOn();
    await until(async () => (await store.used("key", 0)).units === 0);
    // Every call that was under way has ended, since calls of one key take turns.
    await startedId(service, null);
    assertEquals((await store.used("key", 0)).atOnce, 1);
  });
}

Deno.test("the request again with its key finds the search that was stored too late", async () => {
  await using opened = open();
  const { store, service } = opened;
  const goOn = await refusedBy("after", opened, "one");
  const id = await startedId(service, "one");
  goOn();
  await startedId(service, null);
  assertEquals((await store.find(id))?.id, id, "it is not withdrawn under the second request");
  assertEquals((await store.used("key", 0)).atOnce, 2);
});

Deno.test("the same request with the same key is one search, charged once", async () => {
  await using opened = open();
  const { store, service } = opened;
  const id = await startedId(service, "one");
  const { units } = await store.used("key", 0);
  assertEquals(await startedId(service, "one"), id);
  assertEquals(await store.used("key", 0), { units, atOnce: 1 });
  const others = await Promise.all([startedId(service, "two"), startedId(service, "two")]);
  assertEquals(new Set([id, ...others]).size, 2);
  assertEquals((await store.used("key", 0)).atOnce, 2);
});

Deno.test("a key that comes with another plan is refused by every server of the store", async () => {
  await using opened = open();
  await startedId(opened.service, "one");
  const service = serviceOf(opened);
  const plan = { ...SEARCH_PLAN, evaluate: 1 };
  const other = encoder.encode(JSON.stringify({ plan }));
  const { code } = await assertRejects(
    () => service.start({ ...SEARCHER, idempotencyKey: "one" }, other, []),
    ApiError,
  );
  assertEquals(code, "IDEMPOTENCY_KEY_REUSED");
});
