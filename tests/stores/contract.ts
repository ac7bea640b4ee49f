import { assert, assertEquals, assertRejects } from "@std/assert";
import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord, revokedRecord, rotatedRecord } from "../../server/auth/key_changes.ts";
import type { KeyRecord, KeyRegister, KeyStore } from "../../server/store/key_store.ts";
import type { CountTries, TrialStore } from "../../server/store/trial_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { DATASET, trialOf } from "../../server/testing/trials.ts";

/** The stores of one process. */
export interface OpenStores {
  readonly keys: KeyStore;
  readonly register: KeyRegister;
  readonly trials: TrialStore;
  readonly countTries: CountTries;
  /** Writes pending changes, as a server does once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the record of a new key. */
export async function makeRecord(changes: Partial<KeyRecord> = {}): Promise<KeyRecord> {
  const scopes = ["strategy:read", "evaluation:run"] as const;
  return { ...newRecord(await makeKey(), { name: "bot", scopes, createdAt: 1 }), ...changes };
}

/** Runs on an empty database; every call of `open` opens it like another process. */
export type StoreTest = (open: () => Promise<OpenStores>) => Promise<void>;

/** Tests that every store of keys and trials passes. */
export const CONTRACT: Readonly<Record<string, StoreTest>> = {
  "a register returns added records, also after a restart": async (open) => {
    const full = await makeRecord({
      createdAt: 2,
      expiresAt: 5,
      revokedAt: 3,
      status: "revoked",
      previous: { hash: new Uint8Array([1, 2]), expiresAt: 4 },
      limits: {
        unitsPerSecond: 7,
        simulationsInFlight: null,
        evaluationsInFlight: 9,
        searchUnitsPerDay: 5e9,
        searchesAtOnce: null,
      },
    });
    const plain = await makeRecord();
    const first = await open();
    assert(!await first.register.hasAny());
    await first.register.add(full);
    await first.register.add(plain);
    await assertRejects(() => first.register.add(plain));
    await first.close();
    const again = await open();
    assertEquals(await again.keys.find(full.id), full);
    assertEquals(await again.register.list(), [plain, full]);
    assert(await again.register.hasAny());
    assertEquals(await again.keys.find("unknown"), null);
    await again.close();
  },

  "an update is atomic, and changes no missing record": async (open) => {
    const { register, close } = await open();
    const record = await makeRecord();
    await register.add(record);
    const next = await makeKey(record.id);
    const rotated = rotatedRecord(record, next, 10, 5);
    const rotate = (now: KeyRecord): KeyRecord => rotatedRecord(now, next, 10, 5);
    assertEquals(await register.update(record.id, rotate), rotated);
    assertEquals(await register.find(record.id), rotated);
    assertEquals(rotated.previous, { hash: record.hash, expiresAt: 15 });
    await register.update(record.id, (now) => revokedRecord(now, 20));
    await register.update(record.id, (now) => revokedRecord(now, 30));
    const { status, revokedAt } = await register.find(record.id) ?? record;
    assertEquals([status, revokedAt], ["revoked", 20]);
    assertEquals(await register.update("unknown", (now) => now), null);
    const refuse = (): never => {
      throw new Error("no");
    };
    await assertRejects(() => register.update(record.id, refuse), Error, "no");
    assertEquals((await register.find(record.id))?.revokedAt, 20);
    await close();
  },

  "two concurrent changes of one record are both made": async (open) => {
    const [left, right] = [await open(), await open()];
    const record = await makeRecord();
    await left.register.add(record);
    await Promise.all([
      left.register.update(record.id, (now) => ({ ...now, name: `${now.name} left` })),
      right.register.update(record.id, (now) => ({ ...now, name: `${now.name} right` })),
    ]);
    const { name } = await left.register.find(record.id) ?? record;
    assertEquals(name.split(" ").toSorted(), ["bot", "left", "right"]);
    await left.close();
    await right.close();
  },

  "uses are written later, in one transaction": async (open) => {
    const { keys, register, flush, close } = await open();
    const [first, second] = [await makeRecord(), await makeRecord()];
    await register.add(first);
    await register.add(second);
    keys.touch(first.id, 76);
    keys.touch(first.id, 77);
    keys.touch(second.id, 78);
    keys.touch("unknown", 79);
    assertEquals(await keys.find(first.id), first);
    await flush();
    const found = await inTurn([first, second], ({ id }) => keys.find(id));
    assertEquals(found.map((record) => record?.lastUsedAt), [77, 78]);
    await close();
  },

  "a candidate counts once for a key on a dataset, before and after it is written": async (
    open,
  ) => {
    const { trials, countTries, flush, close } = await open();
    const count = async (candidate: number, keyId = "key", dataset = DATASET): Promise<number> => {
      return (await trials.count(keyId, trialOf(candidate, null, dataset))).count;
    };
    assertEquals(await inTurn([7, 5, 7], (candidate) => count(candidate)), [1, 2, 2]);
    await flush();
    assertEquals(await inTurn([7, 9, 5], (candidate) => count(candidate)), [2, 3, 3]);
    assertEquals([await count(7, "other"), await count(7, "key", "e".repeat(64))], [1, 1]);
    await flush();
    const written = await countTries(DATASET, ["other", "key", "none"]);
    assertEquals([...written].toSorted(), [["key", 3], ["other", 1]]);
    assertEquals((await countTries(DATASET, [])).size, 0);
    await close();
    const again = await open();
    const { count: after, sharpeCount } = await again.trials.count("key", trialOf(7));
    assertEquals([after, sharpeCount], [3, 3]);
    await again.close();
  },

  "simulations are not trials; simulations and evaluations have a ratio each": async (open) => {
    const { trials, flush, close } = await open();
    for (let candidate = 0; candidate < 8; candidate++) trials.record("key", trialOf(candidate, 1));
    trials.record("key", trialOf(3, 1));
    trials.record("key", trialOf(8, null));
    const first = await trials.count("key", trialOf(9, 3));
    assertEquals(first, { count: 1, counted: true, sharpeCount: 10, sharpeVariance: null });
    await flush();
    // Ten ratios, nine of 1 and one of 3, in two halves: mean 1.2, squares 9*0.04 + 3.24.
    trials.record("key", trialOf(10, 1));
    const { sharpeCount, sharpeVariance } = await trials.count("key", trialOf(9, 3));
    assertEquals([sharpeCount, sharpeVariance?.toFixed(12)], [11, "0.400000000000"]);
    await close();
  },

  "two servers join by union: a candidate that both counted is one trial": async (open) => {
    const [left, right] = [await open(), await open()];
    await inTurn([1, 2, 3], (candidate) => left.trials.count("key", trialOf(candidate, candidate)));
    await inTurn([3, 4], (candidate) => right.trials.count("key", trialOf(candidate, candidate)));
    await left.flush();
    await right.flush();
    const { count, sharpeCount } = await left.trials.count("key", trialOf(5));
    assertEquals([count, sharpeCount], [5, 5]);
    await left.close();
    await right.close();
  },
};
