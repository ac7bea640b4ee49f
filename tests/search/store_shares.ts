// deno-lint-ignore no-external-import -- part of the runtime
import { deflateRawSync } from "node:zlib";
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";
import {
  isDone,
  type OpenSearchStore,
  outcomeOf,
  PLENTY,
  resultOf,
  searchOf,
  working,
} from "./store_steps.ts";

type Test = (sentence: string, body: (store: OpenSearchStore) => Promise<void>) => void;

/** Returns a statement that repeats an ended search, with other ids. */
function copies(id: string, count: number): string {
  const columns =
    "key_id, order_text, candidates, units, charged, status, created_at, ended_at, bytes";
  return `WITH RECURSIVE place(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM place WHERE at < ${count})
    INSERT INTO searches (id, ${columns})
      SELECT 'search ' || at, ${columns} FROM searches, place WHERE id = '${id}' ORDER BY at`;
}

/** Tests that every store of searches shares places and bytes between keys, and shows its queue. */
export function testShares(test: Test): void {
  test("keys take turns: a small search runs while another key's jobs fill all places", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("hostile", "hostile"), PLENTY);
    await searches.add(searchOf("hostile 2", "hostile"), PLENTY);
    let held = 0;
    const ended = Promise.withResolvers<void>();
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.searchId !== "small" && job.kind === "range") {
        held++;
        await ended.promise;
      }
      return await outcomeOf(searches)(job);
    };
    await working(store, run, async () => {
      await until(() => held === 2);
      await searches.add(searchOf("small", "other"), PLENTY);
      await until(() => isDone(searches, "small"));
      assertEquals(held, 2);
      ended.resolve();
    }, { parallel: 2 });
  });

  test("a search that another thread cancels is charged for the claims of its worker", async (store) => {
    const { searches, jobs } = store;
    const other = await store.reopen();
    await searches.add(searchOf("a"), PLENTY);
    let begun = 0;
    const run = async (job: Job, cancelled: AbortSignal): Promise<JobOutcome> => {
      if (job.kind === "step") return await outcomeOf(searches)(job);
      begun++;
      await until(() => cancelled.aborted);
      return { kind: "result", result: resultOf(job.from) };
    };
    await working(store, run, async () => {
      await until(() => begun === 2);
      assert(await other.searches.cancel("a"));
      jobs.poll();
    });
    assertEquals(begun, 2);
    assertEquals(await searches.used("key", 0), { units: 60, atOnce: 0 });
    await other.close();
  });

  test("the bytes of searches are counted by key, and points go before their search", async (store) => {
    const { searches } = store;
    assertEquals(await searches.bytes("key"), { ofKey: 0, all: 0 });
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("b", "other"), PLENTY);
    const order = searchOf("a").order.length;
    assertEquals(await searches.bytes("key"), { ofKey: order, all: 2 * order });
    const areDone = async (): Promise<boolean> =>
      await isDone(searches, "a") && await isDone(searches, "b");
    await working(store, outcomeOf(searches), () => until(areDone));
    const report = deflateRawSync(`{"report":true}`).length;
    const kept = order + report + (resultOf(20).best?.length ?? 0);
    // Ten files of 100 bytes; what steps read went when the searches ended.
    const both = { ofKey: kept + 1000, all: 2 * (kept + 1000) };
    assertEquals(await searches.bytes("key"), both);
    assertEquals(await searches.dropPoints(0), 0);
    assertEquals(await searches.bytes("key"), both);
    assertEquals(await searches.dropPoints(Date.now() + 60_000), 20);
    assertEquals(await searches.bytes("key"), { ofKey: kept, all: 2 * kept });
    assertEquals(await searches.outcome("a"), `{"report":true}`);
    assertEquals(await searches.drop(Date.now() + 60_000), 2);
    assertEquals(await searches.bytes("key"), { ofKey: 0, all: 0 });
  });

  test("a key keeps 1,000 searches, the oldest leave, and the day's quota counts them", async (store) => {
    const { searches } = store;
    const startedAt = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const end = async (id: string): Promise<void> => {
      await searches.add(searchOf(id), PLENTY);
      await searches.cancel(id);
    };
    await searches.add({ ...searchOf("large", "other"), order: "x".repeat(5_001) }, PLENTY);
    await searches.cancel("large");
    const other = await searches.bytes("other");
    await end("search 0");
    await store.exec(copies("search 0", 999));
    await store.exec(
      "UPDATE kept_searches SET searches = searches + 999, " +
        "bytes = bytes + 999 * (SELECT bytes FROM searches WHERE id = 'search 0') " +
        "WHERE key_id IN ('key', '')",
    );
    await inTurn(["search 1000", "search 1001", "search 1002"], end);
    assertEquals((await searches.queue()).kept, 1_001);
    assertEquals(await searches.find("search 2"), null);
    assertEquals((await searches.find("search 3"))?.status, "cancelled");
    // A search costs at least a unit for each thousand bytes of its order, even if nothing has run.
    assertEquals(await searches.used("key", startedAt), { units: 1_003, atOnce: 0 });
    assertEquals(await searches.used("other", startedAt), { units: 6, atOnce: 0 });
    const kept = 997 * searchOf("search 0").order.length + 3 * searchOf("search 1000").order.length;
    assertEquals((await searches.bytes("key")).ofKey, kept);
    assertEquals(await searches.bytes("other"), { ofKey: other.ofKey, all: kept + other.ofKey });
  });

  test("files of points are named by rows, and go with their search", async ({ searches, ...store }) => {
    const bytes = new TextEncoder().encode("points");
    const keys = new Map<string, string>();
    for (const id of ["done", "cancelled"]) {
      await searches.add(searchOf(id), PLENTY);
      keys.set(id, await searches.putPart(id, bytes));
    }
    // The worker of this search is gone, and so is the search.
    const orphan = await searches.putPart("gone", bytes);
    assertEquals(await searches.putPart("gone", bytes), orphan, "a second writer writes the same");
    await searches.cancel("cancelled");
    const key = keys.get("done") ?? "";
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "step") return await outcomeOf(searches)(job);
      const part = { key, rows: job.count, bytes: bytes.length };
      return { kind: "result", result: { ...resultOf(job.from), part } };
    };
    await working(store, run, () => until(() => isDone(searches, "done")));
    const parts = await searches.parts("done");
    assertEquals(parts.map(({ stage, from }) => [stage, from]), [
      ...[0, 10, 20, 30, 40].map((from) => ["one", from]),
      ...[0, 10, 20, 30, 40].map((from) => ["two", from]),
    ]);
    assertEquals(parts[0], { stage: "one", from: 0, key, rows: 10, bytes: 6 });
    await searches.drop(0);
    assertEquals(await searches.part(key), bytes);
    await assertRejects(() => searches.part(keys.get("cancelled") ?? ""));
    await assertRejects(() => searches.part(orphan));
    await searches.drop(Date.now() + 60_000);
    await assertRejects(() => searches.part(key));
    assertEquals(await searches.parts("done"), []);
  });

  test("the queue is seen by the operator", async (store) => {
    const { searches } = store;
    const empty = { waiting: 0, claimed: 0, oldestAt: null, candidates: 0, kept: 0 };
    assertEquals(await searches.queue(), empty);
    await searches.add(searchOf("a"), PLENTY);
    const { createdAt } = await searches.find("a") ?? { createdAt: NaN };
    assertEquals(await searches.queue(), { ...empty, waiting: 1, oldestAt: createdAt });
    const released = Promise.withResolvers<void>();
    let held = 0;
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "range" && job.from >= 10 && held++ < 2) await released.promise;
      return await outcomeOf(searches)(job);
    };
    await working(store, run, async () => {
      await until(async () => held === 2 && (await searches.progress("a")).done === 10);
      assertEquals(await searches.queue(), {
        waiting: 2,
        claimed: 2,
        oldestAt: createdAt,
        candidates: 10,
        kept: 0,
      });
      released.resolve();
      await until(() => isDone(searches, "a"));
    });
    assertEquals(await searches.queue(), { ...empty, kept: 1 });
  });
}
