import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
import type { Tool } from "../../server/testing/tools.ts";
import { until } from "../../server/testing/until.ts";
import { testShares } from "./store_shares.ts";
import {
  isDone,
  type OpenSearchStore,
  outcomeOf,
  PLENTY,
  rangesOf,
  resultOf,
  searchOf,
  storeTests,
  working,
} from "./store_steps.ts";

/** Tests that every store of searches passes. */
export function testSearchStore(
  name: string,
  open: () => Promise<OpenSearchStore>,
  tools: readonly Tool[] = [],
): void {
  const test = storeTests(name, open, tools);

  testShares(test);

  test("a search is stored as it was added, and belongs to its key", async ({ searches }) => {
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("b", "other"), PLENTY);
    await searches.add(searchOf("c"), PLENTY);
    const found = await searches.find("a");
    assert(found !== null && found.createdAt > 0);
    assertEquals(found, {
      ...searchOf("a"),
      status: "queued",
      createdAt: found.createdAt,
      startedAt: null,
      endedAt: null,
    });
    assertEquals(await searches.find("none"), null);
    const { searches: listed, use } = await searches.ofKey("key", { since: 0, most: 10 });
    assertEquals(listed.map(({ id, done }) => [id, done]), [["c", 0], ["a", 0]]);
    assertEquals(use, { units: 300, atOnce: 2 });
    const first = await searches.ofKey("key", { since: 0, most: 1 });
    assertEquals([first.searches.map(({ id }) => id), first.use], [["c"], use]);
    const none = { searches: [], use: { units: 0, atOnce: 0 } };
    assertEquals(await searches.ofKey("stranger", { since: 0, most: 10 }), none);
    assertEquals(await searches.progress("a"), { done: 0, unitsDone: 0, stages: [] });
  });

  test("a search whose caller has given up before its turn is not added", async ({ searches }) => {
    const lost = (): Promise<unknown> => searches.add(searchOf("a"), PLENTY, AbortSignal.abort());
    await assertRejects(lost, DOMException);
    assertEquals(await searches.used("key", 0), { units: 0, atOnce: 0 });
    assert((await searches.add(searchOf("a"), PLENTY, new AbortController().signal)).isAdded);
  });

  test("a search over the quota is not added", async ({ searches }) => {
    const quota = { units: 220, since: 0, atOnce: 2 };
    assertEquals(await searches.add(searchOf("a"), quota), {
      isAdded: true,
      known: null,
      use: { units: 150, atOnce: 1 },
    });
    const big = await searches.add(searchOf("b", "key", 71), quota);
    assertEquals(big, { isAdded: false, known: null, use: { units: 150, atOnce: 1 } });
    assert((await searches.add(searchOf("c", "key", 70), quota)).isAdded);
    const third = await searches.add(searchOf("d", "key", 0), quota);
    assertEquals(third, { isAdded: false, known: null, use: { units: 220, atOnce: 2 } });
    assertEquals(await searches.find("d"), null);
    assertEquals(await searches.used("key", 0), { units: 220, atOnce: 2 });
    assertEquals(await searches.used("key", Date.now() + 60_000), { units: 0, atOnce: 2 });
    assertEquals(await searches.used("other", 0), { units: 0, atOnce: 0 });
  });

  test("jobs lead from a step to ranges to the end, each exactly once", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a", "key", 500), PLENTY);
    const observed: string[] = [];
    const read = (): Promise<unknown> => searches.summaries("a", "two", [31, 30, 20]);
    let atLastStep: unknown = null;
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "step") atLastStep = await read();
      observed.push(
        job.kind === "step" ? "step" : `${job.stage} ${job.from} ${job.count} ${job.task}`,
      );
      return await outcomeOf(searches)(job);
    };
    await working(store, run, () => until(() => isDone(searches, "a")));
    const expected = ["one", "two"].flatMap((stage) =>
      rangesOf(stage).map(({ from, count, task }) => `${stage} ${from} ${count} ${task}`)
    );
    assertEquals(observed.toSorted(), [...expected, "step", "step", "step"].toSorted());
    assertEquals(atLastStep, [null, Uint8Array.of(30), Uint8Array.of(20)]);
    // Nobody reads them again, and they would fill the disk: the best of the last stage stays.
    assertEquals(await read(), [null, null, null]);
    assertEquals([await searches.ranges("a", "one"), await searches.ranges("a", "two")], [[], [
      20,
    ]]);
    const stages = [{ stage: "two", count: 100, merit: 0, best: `{"best":20}` }];
    assertEquals(await searches.progress("a"), { done: 100, unitsDone: 300, stages });
    assertEquals(await searches.outcome("a"), `{"report":true}`);
    const found = await searches.find("a");
    assert(found?.startedAt && found.endedAt && found.endedAt >= found.startedAt);
    assertEquals(await searches.used("key", 0), { units: 300, atOnce: 0 });
  });

  test("a result without merit stores none", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "step") return await outcomeOf(searches)(job);
      return {
        kind: "result",
        result: { ...resultOf(0), merit: null, best: null, part: null },
      };
    };
    await working(store, run, () => until(() => isDone(searches, "a")));
    const { stages } = await searches.progress("a");
    assertEquals(stages, [{ stage: "two", count: 100, merit: null, best: null }]);
  });

  test("a small search overtakes a large one", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("large"), PLENTY);
    await searches.add(searchOf("small"), PLENTY);
    const order: string[] = [];
    const run = (job: Job): Promise<JobOutcome> => {
      if (job.kind === "range") {
        order.push(job.searchId);
        return Promise.resolve({ kind: "result", result: resultOf(job.from) });
      }
      const ranges = rangesOf("one", job.searchId === "large" ? 30 : 2);
      return searches.ranges(job.searchId, "one").then((there) =>
        there.length === 0
          ? { kind: "ranges", ranges }
          : { kind: "end", end: { status: "done", outcome: "" } }
      );
    };
    await working(store, run, () => until(() => isDone(searches, "large")), { parallel: 1 });
    assert(order.lastIndexOf("small") < 8, order.join());
    assertEquals(order.length, 32);
  });

  test("a search that cannot go on fails with the sentence", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    const end = { status: "failed", outcome: "Cannot search: no" } as const;
    await working(
      store,
      () => Promise.resolve({ kind: "end", end }),
      () => until(async () => (await searches.find("a"))?.status === "failed"),
    );
    assertEquals(await searches.outcome("a"), end.outcome);
    assertEquals(await searches.used("key", 0), { units: 1, atOnce: 0 });
  });

  test("a job that throws is reported and runs again", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    let throws = 1;
    const reports: string[] = [];
    const run = (job: Job): Promise<JobOutcome> => {
      if (job.kind === "range" && throws-- > 0) throw new Error("the disk is full");
      return outcomeOf(searches)(job);
    };
    await working(store, run, () => until(() => isDone(searches, "a")), {
      report: (sentence) => void reports.push(sentence),
    });
    assertEquals((await searches.progress("a")).done, 100);
    assertEquals(reports.length, 1);
    assert(reports[0]?.includes("the disk is full"), reports[0]);
  });

  test("cancelling ends a search at once, aborts its jobs and drops their outcomes", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    let told = 0;
    let begun = 0;
    const run = async (job: Job, cancelled: AbortSignal): Promise<JobOutcome> => {
      if (job.kind === "step") return await outcomeOf(searches)(job);
      if (job.from === 0) return { kind: "result", result: resultOf(0) };
      begun++;
      await until(() => cancelled.aborted);
      told++;
      return { kind: "result", result: resultOf(job.from) };
    };
    await working(store, run, async () => {
      await until(async () => begun === 2 && (await searches.progress("a")).done === 10);
      assert(await searches.cancel("a"));
      assertEquals((await searches.find("a"))?.status, "cancelled");
      await until(() => told === 2);
    });
    assertEquals(begun, 2);
    assert(!await searches.cancel("a"));
    assertEquals((await searches.progress("a")).done, 10);
    // One range has run, and two claimed ones have taken time.
    assertEquals(await searches.used("key", 0), { units: 90, atOnce: 0 });
    assertEquals(await searches.outcome("a"), null);
  });

  test("work ends after the running jobs, and another process resumes it", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    const observed = new Set<string>();
    const once = (job: Job): Promise<JobOutcome> => {
      const name = JSON.stringify(job);
      assert(job.kind === "step" || !observed.has(name), `${name} is run twice`);
      observed.add(name);
      return outcomeOf(searches)(job);
    };
    await working(store, once, () => until(async () => (await searches.progress("a")).done >= 20));
    const next = await store.reopen();
    await working(next, once, () => until(() => isDone(next.searches, "a")));
    assertEquals((await next.searches.progress("a")).done, 100);
    await next.close();
  });

  test("a search goes on after its worker died between the last result and the step", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    const isThrough = async (): Promise<boolean> => (await searches.progress("a")).done === 50;
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "step" && await isThrough()) throw new Error("the worker is gone");
      return await outcomeOf(searches)(job);
    };
    await working(store, run, () => until(isThrough));
    // As if the worker that would have added jobs was killed.
    await store.exec("DELETE FROM search_jobs");
    const next = await store.reopen();
    await working(next, outcomeOf(next.searches), () => until(() => isDone(next.searches, "a")));
    assertEquals((await next.searches.progress("a")).done, 100);
    await next.close();
  });

  test("a search that ended before an instant is dropped with its results", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("open"), PLENTY);
    await searches.cancel("open");
    await searches.add(searchOf("b"), PLENTY);
    const areDone = async (): Promise<boolean> =>
      await isDone(searches, "a") && await isDone(searches, "b");
    await working(store, outcomeOf(searches), () => until(areDone));
    assertEquals(await searches.drop(0), 0);
    assertEquals(await searches.drop(Date.now() + 60_000), 3);
    assertEquals((await searches.ofKey("key", { since: 0, most: 10 })).searches, []);
    assertEquals(await searches.ranges("a", "one"), []);
  });
}
