import { assert, assertEquals, assertRejects } from "@std/assert";
import type { KeyRecord } from "../../server/season/records.ts";
import type { PublishedRow } from "../../server/store/arena/published_store.ts";
import type { ArenaTest } from "./store_contract.ts";

const DATASET = "d".repeat(64);

function rowOf(keyId: string, candidate: number, score: number): Omit<PublishedRow, "publishedAt"> {
  return {
    keyId,
    datasetHash: DATASET,
    candidateHash: String(candidate).repeat(64),
    name: "Carry",
    score,
    edge: score / 1_000,
    isEligible: candidate % 2 === 0,
    receipt: `{"score":${score}}`,
    mark: `mark ${score}`,
  };
}

function keyOf(keyId: string, second: number, previous: string | null): KeyRecord {
  return {
    kind: "key",
    keyId,
    publicKey: new Uint8Array(32).fill(second).toBase64(),
    from: `2026-11-01T00:00:0${second}Z`,
    previous,
    signature: previous === null ? null : "",
  };
}

/** Tests of the signing keys and of the rows of the practice boards. */
export function testPublished(test: ArenaTest): void {
  test("a published row is replaced by its key alone, and receipts are read apart", async (arena) => {
    const { published } = arena;
    assertEquals(await published.publish(rowOf("a", 1, 100), 2), { kind: "added" });
    assertEquals(await published.publish(rowOf("b", 1, 102), 2), { kind: "added" });
    assertEquals(await published.publish(rowOf("a", 2, 101), 2), { kind: "added" });
    const full = { kind: "full", candidateHashes: [1, 2].map((each) => String(each).repeat(64)) };
    const refused = await published.publish(rowOf("a", 3, 200), 2);
    assertEquals<unknown>(refused, full);
    assertEquals(await published.publish(rowOf("a", 1, 99), 2), { kind: "replaced" });
    const rows = await published.heads(DATASET);
    assertEquals(rows.map(({ keyId, score }) => [keyId, score]), [["a", 99], ["a", 101], [
      "b",
      102,
    ]]);
    const { receipt, ...head } = rowOf("a", 2, 101);
    assertEquals({ ...rows[1], publishedAt: 0 }, { ...head, publishedAt: 0 });
    const gone = { ...head, keyId: "c", publishedAt: 0 };
    assertEquals(await published.receipts([...rows, gone]), [
      rowOf("a", 1, 99).receipt,
      receipt,
      rowOf("b", 1, 102).receipt,
      null,
    ]);
    assertEquals(await published.heads("e".repeat(64)), []);
    assert(await published.unpublish("a", "1".repeat(64)));
    assert(!await published.unpublish("a", "1".repeat(64)));
    assertEquals((await published.heads(DATASET)).map(({ score }) => score), [101, 102]);
    const lost = (): Promise<unknown> =>
      published.publish(rowOf("b", 3, 104), 20, AbortSignal.abort());
    await assertRejects(lost, DOMException);
    await published.publish(rowOf("b", 2, 103), 2);
    assertEquals(await published.remove("2".repeat(64)), 2);
    assertEquals(await published.remove("2".repeat(64)), 0);
    assertEquals((await published.heads(DATASET)).map(({ score }) => score), [102]);
  });

  test("of one candidate the first published stands before those of the same second", async ({ published }) => {
    for (const keyId of ["c", "b", "a"]) await published.publish(rowOf(keyId, 1, 100), 2);
    await published.publish(rowOf("c", 1, 100), 2);
    const rows = await published.heads(DATASET);
    const times = rows.toSorted((one, other) => one.publishedAt - other.publishedAt);
    assertEquals(times.map(({ keyId }) => keyId), ["c", "b", "a"]);
    assertEquals(new Set(rows.map(({ publishedAt }) => publishedAt)).size, 3);
    assertEquals(rows.map(({ keyId }) => keyId), ["c", "b", "a"]);
  });

  test("a signing key follows the current one", async ({ signingKeys }) => {
    assertEquals(await signingKeys.list(), []);
    assert(await signingKeys.add(keyOf("one", 1, null), null));
    assert(!await signingKeys.add(keyOf("two", 2, null), null));
    assert(await signingKeys.add(keyOf("two", 2, "one"), Date.UTC(2026, 10, 1, 0, 0, 2)));
    assert(!await signingKeys.add(keyOf("three", 3, "one"), 5));
    assert(!await signingKeys.add(keyOf("one", 3, "two"), 5));
    const keys = await signingKeys.list();
    assertEquals(keys.map(({ keyId, from, until }) => [keyId, from, until]), [
      ["one", Date.UTC(2026, 10, 1, 0, 0, 1), Date.UTC(2026, 10, 1, 0, 0, 2)],
      ["two", Date.UTC(2026, 10, 1, 0, 0, 2), null],
    ]);
    assertEquals(keys[0]?.publicKey, new Uint8Array(32).fill(1).toBase64());
  });
}
