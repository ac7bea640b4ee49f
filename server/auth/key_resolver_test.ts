import { assert, assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { inTurn } from "../testing/in_turn.ts";
import { until } from "../testing/until.ts";
import { ApiError } from "../base/errors.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import { makeKey } from "./api_key.ts";
import { newRecord, revokedRecord, rotatedRecord } from "./key_changes.ts";
import { KeyResolver } from "./key_resolver.ts";
import type { KeyRecord, KeyStore } from "../store/key_store.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";

const POLICY = { storeDeadlineMs: 500, freshMs: 2_000, staleMs: 60_000, recordsMax: 2 };

/** A store of one table that can be told to fail or to hang. */
class FakeStore implements KeyStore {
  readonly records = new Map<string, KeyRecord>();
  readonly touched: string[] = [];
  state: "answers" | "fails" | "hangs" = "answers";
  findCount = 0;

  find(id: string): Promise<KeyRecord | null> {
    this.findCount++;
    if (this.state === "fails") return Promise.reject(new Error("the disk is gone"));
    if (this.state === "hangs") return new Promise(() => {});
    return Promise.resolve(this.records.get(id) ?? null);
  }

  touch(id: string): void {
    this.touched.push(id);
  }

  change(id: string, changed: (record: KeyRecord) => KeyRecord): void {
    const record = this.records.get(id);
    if (record) this.records.set(id, changed(record));
  }
}

interface Setup {
  readonly clock: ManualClock;
  readonly store: FakeStore;
  readonly resolver: KeyResolver;
  addKey(changes?: Partial<KeyRecord>): Promise<{ key: string; id: string }>;
  resolve(key: string): Promise<KeyRecord>;
}

function setUp(): Setup {
  const clock = new ManualClock();
  const store = new FakeStore();
  const resolver = new KeyResolver(store, clock, POLICY);
  return {
    clock,
    store,
    resolver,
    resolve: (key) => Promise.try(() => resolver.resolve(key)),
    addKey: async (changes = {}) => {
      const made = await makeKey();
      const record = newRecord(made, { name: "test", scopes: SCOPES, createdAt: 0 });
      store.records.set(made.id, { ...record, ...changes });
      return made;
    },
  };
}

async function assertCode(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await assertRejects(() => work, ApiError);
  assertEquals(error.code, code);
}

Deno.test("resolve() reads the store once while a record is fresh", async () => {
  const { clock, store, resolver, addKey } = setUp();
  const { key, id } = await addKey();
  assertEquals((await resolver.resolve(key)).id, id);
  clock.advance(1_999);
  const again = resolver.resolve(key);
  assert(!(again instanceof Promise));
  assertEquals(store.findCount, 1);
  clock.advance(1);
  await resolver.resolve(key);
  assertEquals(store.findCount, 2);
});

Deno.test("resolve() refuses a wrong secret, fresh record or not", async () => {
  const { resolver, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  const wrong = `sa_${id}_${"x".repeat(43)}`;
  await assertCode(resolve(wrong), "API_KEY_INVALID");
  await resolver.resolve(key);
  await assertCode(resolve(wrong), "API_KEY_INVALID");
  assertEquals((await resolve(key)).id, id);
});

Deno.test("resolve() refuses unknown and malformed keys alike", async () => {
  const { resolve, store } = setUp();
  const { key } = await makeKey();
  await assertCode(resolve(key), "API_KEY_INVALID");
  assertEquals(store.findCount, 1);
  await assertCode(resolve("sa_short"), "API_KEY_INVALID");
  assertEquals(store.findCount, 1, "a malformed key needs no store");
});

Deno.test("resolve() sees an expiry at once", async () => {
  const { clock, addKey, resolve } = setUp();
  const { key } = await addKey({ expiresAt: clock.epochMs() + 1_000 });
  await resolve(key);
  clock.advance(999);
  await resolve(key);
  clock.advance(1);
  await assertCode(resolve(key), "API_KEY_INACTIVE");
});

Deno.test("resolve() accepts known keys through an outage of a minute, and no others", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  const stranger = await addKey();
  await resolve(key);
  store.state = "fails";
  clock.advance(57_999);
  assertEquals((await resolve(key)).id, id);
  await assertCode(resolve(stranger.key), "AUTH_UNAVAILABLE");
  clock.advance(2_001);
  await assertCode(resolve(key), "AUTH_UNAVAILABLE");
});

Deno.test("resolve() keeps refusing a key it saw revoked, also while the store is away", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  store.change(id, (record) => revokedRecord(record, clock.epochMs()));
  clock.advance(2_000);
  await assertCode(resolve(key), "API_KEY_INACTIVE");
  store.state = "fails";
  await assertCode(resolve(key), "AUTH_UNAVAILABLE");
});

Deno.test("resolve() accepts a new key through an outage, also after its predecessor was presented", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  const next = await makeKey(id);
  store.change(id, (record) => rotatedRecord(record, next, clock.epochMs(), 1_000));
  await resolve(next.key);
  store.state = "fails";
  clock.advance(1_000);
  await assertCode(resolve(key), "API_KEY_INACTIVE");
  assertEquals((await resolve(next.key)).id, id);
});

Deno.test("resolve() gives up on a store that hangs", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key } = await addKey();
  store.state = "hangs";
  const refused = assertRejects(() => resolve(key), ApiError);
  await until(() => clock.pendingCount === 1);
  clock.advance(500);
  const { code, context } = await refused;
  assertEquals(code, "AUTH_UNAVAILABLE");
  assertEquals(String(context.cause), "Error: Cannot read a key: it took over 500 ms");
});

Deno.test("resolve() records a use at least a minute after the last one in the store", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const usedAt = clock.epochMs();
  const early = await addKey({ lastUsedAt: usedAt });
  const due = await addKey({ lastUsedAt: usedAt - 1 });
  clock.advance(59_999);
  await resolve(early.key);
  await resolve(due.key);
  assertEquals(store.touched, [due.id]);
  const remembered = await Promise.all([resolve(early.key), resolve(due.key)]);
  assertEquals(remembered.map(({ lastUsedAt }) => lastUsedAt), [usedAt, clock.epochMs()]);
});

Deno.test("resolve() tells the caller how long to wait for the store", async () => {
  const { store, addKey, resolve } = setUp();
  const { key } = await addKey();
  store.state = "fails";
  const { context } = await assertRejects(() => resolve(key), ApiError);
  assertEquals([context.retryAfterMs, String(context.cause)], [1000, "Error: the disk is gone"]);
});

Deno.test("resolve() forgets the record that was read longest ago", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const [first, second, third] = [await addKey(), await addKey(), await addKey()];
  await inTurn([first, second], ({ key }) => resolve(key));
  clock.advance(2_000);
  await inTurn([first, third], ({ key }) => resolve(key));
  assertEquals(store.findCount, 4);
  await resolve(first.key);
  assertEquals(store.findCount, 4);
});

Deno.test("resolve() accepts a new key at once, and the replaced key until its grace period ends", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  const next = await makeKey(id);
  store.change(id, (record) => rotatedRecord(record, next, clock.epochMs(), 5_000));
  assertEquals((await resolve(next.key)).id, id);
  assertEquals((await resolve(key)).id, id);
  clock.advance(4_999);
  assertEquals((await resolve(key)).id, id);
  clock.advance(1);
  const over = await assertRejects(() => resolve(key), ApiError, "replaced, use the new one");
  assertEquals(over.code, "API_KEY_INACTIVE");
  assertEquals((await resolve(next.key)).id, id);
});

Deno.test("resolve() refuses a key replaced without grace once its record is stale", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  const next = await makeKey(id);
  store.change(id, (record) => rotatedRecord(record, next, clock.epochMs(), 0));
  clock.advance(2_000);
  await assertCode(resolve(key), "API_KEY_INVALID");
});

Deno.test("resolve() returns the current limits once its record is stale", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  const limits = { ...SERVICE_LIMITS, unitsPerSecond: 7 };
  store.change(id, (record) => ({ ...record, limits }));
  clock.advance(1_999);
  assertEquals((await resolve(key)).limits, SERVICE_LIMITS);
  clock.advance(1);
  assertEquals((await resolve(key)).limits, limits);
});

Deno.test("hasEnded() is true for a key that was read as revoked or expired, and for no other", async () => {
  const { clock, store, resolver, addKey, resolve } = setUp();
  const { key, id } = await addKey({ expiresAt: clock.epochMs() + 60_000 });
  const gone = await addKey();
  await resolve(key);
  assertEquals(
    [await resolver.hasEnded(id), store.findCount],
    [false, 1],
    "a fresh record is used",
  );
  clock.advance(2_000);
  for (const state of ["fails", "answers"] as const) {
    store.state = state;
    assert(!await resolver.hasEnded(id), state);
    assert(!await resolver.hasEnded("unknown00000"), state);
  }
  store.change(gone.id, (record) => revokedRecord(record, clock.epochMs()));
  assert(await resolver.hasEnded(gone.id));
  clock.advance(58_000);
  assert(await resolver.hasEnded(id), "it has expired");
  store.state = "fails";
  assert(!await resolver.hasEnded(id), "it cannot be read");
});
