import { assert, assertEquals, assertRejects } from "@std/assert";
import type { SigningKeyStore } from "../../server/season/store/signing_key_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { random } from "../../server/testing/random.ts";
import { assertPlainSort } from "./published_model.ts";
import { BOARD, hashOf, keyOf, rowOf } from "./published_rows.ts";
import type { ArenaTest } from "./store_contract.ts";

const BEGIN_MS = Date.UTC(2026, 10, 1);

async function addFirst(signingKeys: SigningKeyStore): Promise<void> {
  assert(await signingKeys.add(keyOf("one", BEGIN_MS, null), null));
}

/** Tests of the signing keys and of the rows of the practice boards. */
export function testPublished(test: ArenaTest): void {
  test("a published row is replaced by its key alone, and its key has so many", async (arena) => {
    const { published } = arena;
    await addFirst(arena.signingKeys);
    assertEquals(await published.publish(rowOf("a", 1, 100), 2), { kind: "added" });
    assertEquals(await published.publish(rowOf("b", 1, 102), 2), { kind: "added" });
    assertEquals(await published.publish(rowOf("a", 2, 101), 2), { kind: "added" });
    const refused = await published.publish(rowOf("a", 3, 200), 2);
    assertEquals<unknown>(refused, { kind: "full", candidateHashes: [1, 2].map(hashOf) });
    assertEquals(await published.publish(rowOf("a", 1, 99), 2), { kind: "replaced" });
    assertEquals((await published.countRows("a")).map(({ rows }) => rows), [2]);
    assertEquals(await published.countRows("c"), []);
    const { total, rows } = await published.read(BOARD);
    assertEquals(total, 2);
    const [first] = rows;
    const { keyId, candidateHash, name, receipt } = rowOf("a", 2, 101);
    const placed = { keyId, candidateHash, name, rank: 1, others: 0, publishedAt: 0, receipt };
    assertEquals({ ...first, publishedAt: 0 }, placed);
    assertEquals(await published.read({ ...BOARD, evidence: "other" }), { total: 0, rows: [] });
    assert(await published.unpublish("a", hashOf(1)));
    assert(!await published.unpublish("a", hashOf(1)));
    const lost = (): Promise<unknown> =>
      published.publish(rowOf("b", 3, 104), 20, AbortSignal.abort());
    await assertRejects(lost, DOMException);
    await published.publish(rowOf("b", 2, 103), 2);
    assertEquals(await published.remove(hashOf(2)), 2);
    assertEquals(await published.remove(hashOf(2)), 0);
    assertEquals((await published.read(BOARD)).rows.map(({ keyId }) => keyId), ["b"]);
  });

  test("a row keeps the time of its first publication, and no two have the same", async (arena) => {
    const { published } = arena;
    await addFirst(arena.signingKeys);
    await inTurn(["c", "b", "a"], (keyId) => published.publish(rowOf(keyId, 1, 100), 2));
    await inTurn([3, 2, 1], (candidate) => published.publish(rowOf("d", candidate, 100), 3));
    await published.publish(rowOf("c", 1, 100, { name: "Again" }), 2);
    const { rows } = await published.read(BOARD);
    const times = rows.map(({ publishedAt }) => publishedAt);
    assertEquals(rows.map(({ keyId, others }) => [keyId, others]), [["c", 3], ["d", 0], ["d", 0]]);
    assertEquals(times, times.toSorted((one, other) => one - other));
    assertEquals(new Set(times).size, 3);
  });

  test("order, ranks and totals of a board are those of a plain sort", async (arena) => {
    const next = random(7);
    await assertPlainSort(arena, (end) => Math.floor(next() * end));
  });

  test("a signing key follows the current one", async ({ signingKeys }) => {
    assertEquals(await signingKeys.list(), []);
    assert(await signingKeys.add(keyOf("one", BEGIN_MS + 1_000, null), null));
    assert(!await signingKeys.add(keyOf("two", BEGIN_MS + 2_000, null), null));
    assert(await signingKeys.add(keyOf("two", BEGIN_MS + 2_000, "one"), BEGIN_MS + 2_000));
    assert(!await signingKeys.add(keyOf("three", BEGIN_MS + 3_000, "one"), 5));
    assert(!await signingKeys.add(keyOf("one", BEGIN_MS + 3_000, "two"), 5));
    const keys = await signingKeys.list();
    assertEquals(keys.map(({ keyId, from, until }) => [keyId, from, until]), [
      ["one", BEGIN_MS + 1_000, BEGIN_MS + 2_000],
      ["two", BEGIN_MS + 2_000, null],
    ]);
    assertEquals(keys[0]?.publicKey, new Uint8Array(32).fill(3).toBase64());
  });
}
