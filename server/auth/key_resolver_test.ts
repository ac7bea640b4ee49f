import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
import { inTurn } from "../../tests/support/in_turn.ts";
import { until } from "../../tests/support/until.ts";
import { ApiError } from "../errors/api_error.ts";
import type { ErrorCode } from "../errors/codes.ts";
import { makeKey } from "./api_key.ts";
import { KeyResolver } from "./key_resolver.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";
import { SCOPES } from "../contracts/scopes.ts";

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

  list(): Promise<readonly KeyRecord[]> {
    return Promise.resolve([...this.records.values()]);
  }

  add(record: KeyRecord): Promise<void> {
    this.records.set(record.id, record);
    return Promise.resolve();
  }

  revoke(id: string): Promise<boolean> {
    const record = this.records.get(id);
    if (record) this.records.set(id, { ...record, status: "revoked" });
    return Promise.resolve(record !== undefined);
  }

  touch(id: string): Promise<void> {
    this.touched.push(id);
    return Promise.resolve();
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
      const { id, key, hash } = await makeKey();
      await store.add({
        ...{ id, hash, name: "test", scopes: SCOPES, status: "active" },
        ...{ createdAt: 0, expiresAt: null, lastUsedAt: null },
        ...changes,
      });
      return { id, key };
    },
  };
}

async function assertCode(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await assertRejects(() => work, ApiError);
  assertEquals(error.code, code);
}

Deno.test("resolve() asks the store once while a record is fresh", async () => {
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
  assertThrows(() => resolver.resolve(wrong), ApiError, "holds no known key");
  assertEquals((await resolve(key)).id, id);
});

Deno.test("resolve() refuses unknown and malformed keys alike", async () => {
  const { resolve } = setUp();
  const { key } = await makeKey();
  await assertCode(resolve(key), "API_KEY_INVALID");
  await assertCode(resolve("sa_short"), "API_KEY_INVALID");
});

Deno.test("resolve() sees a revocation when the record is no longer fresh", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  await store.revoke(id);
  clock.advance(2_000);
  await assertCode(resolve(key), "API_KEY_INACTIVE");
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

Deno.test("resolve() keeps known keys through an outage of a minute, and no others", async () => {
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

Deno.test("resolve() gives up on a store that hangs", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key } = await addKey();
  store.state = "hangs";
  const refused = assertCode(resolve(key), "AUTH_UNAVAILABLE");
  await until(() => clock.pendingCount === 1);
  clock.advance(500);
  await refused;
});

Deno.test("resolve() notes the use of a key once a minute", async () => {
  const { clock, store, addKey, resolve } = setUp();
  const { key, id } = await addKey();
  await resolve(key);
  clock.advance(1_000);
  await resolve(key);
  assertEquals(store.touched, [id]);
});

Deno.test("resolve() remembers only so many records, the last ones", async () => {
  const { store, addKey, resolve } = setUp();
  const keys = [await addKey(), await addKey(), await addKey()];
  await inTurn(keys, ({ key }) => resolve(key));
  const [first, , last] = keys;
  await resolve(last?.key ?? "");
  assertEquals(store.findCount, 3);
  await resolve(first?.key ?? "");
  assertEquals(store.findCount, 4);
});
