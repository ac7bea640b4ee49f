import { assert, assertEquals } from "@std/assert";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
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

/** Tests that every store of searches shares places and bytes between keys. */
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

  test("the bytes of points are counted by key, and points go before their search", async (store) => {
    const { searches } = store;
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("b", "other"), PLENTY);
    assertEquals(await searches.bytes("key"), { ofKey: 0, all: 0 });
    const areDone = async (): Promise<boolean> =>
      await isDone(searches, "a") && await isDone(searches, "b");
    await working(store, outcomeOf(searches), () => until(areDone));
    const { ofKey, all } = await searches.bytes("key");
    // Ten files of 100 bytes, and points of 16 bytes; a store may add some of its own to these.
    assert(ofKey >= 1160 && ofKey < 1320 && all === 2 * ofKey, `${ofKey} of ${all}`);
    assertEquals(await searches.dropPoints(0), 0);
    assertEquals(await searches.dropPoints(Date.now() + 60_000), 20);
    assertEquals(await searches.bytes("key"), { ofKey: 0, all: 0 });
    assertEquals(await searches.outcome("a"), `{"report":true}`);
    assertEquals(await searches.points("a", "one", 0), null);
  });
}
