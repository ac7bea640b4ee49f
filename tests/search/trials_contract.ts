import { assert, assertEquals } from "@std/assert";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
import type { Tool } from "../../server/testing/tools.ts";
import { ratiosOf } from "../../server/store/searched.ts";
import { DATASET, trialOf } from "../../server/testing/trials.ts";
import { until } from "../../server/testing/until.ts";
import {
  isDone,
  type OpenSearchStore,
  PLENTY,
  rangesOf,
  resultOf,
  searchOf,
  storeTests,
  working,
} from "./store_steps.ts";

/** Tests of the trials that searches make, for every store of searches. */
export function testSearchTrials(
  name: string,
  open: () => Promise<OpenSearchStore>,
  tools: readonly Tool[] = [],
): void {
  const test = storeTests(name, open, tools);

  test("evaluated candidates become trials of the key with their result, each once", async (store) => {
    const { searches, trials } = store;
    const elsewhere = "e".repeat(64);
    const evaluations = [trialOf(1), trialOf(2), trialOf(1), trialOf(2, null, elsewhere)];
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "range") {
        return { kind: "result", result: { ...resultOf(job.from), trials: evaluations } };
      }
      const isThere = (await searches.ranges(job.searchId, "evaluate")).length > 0;
      return isThere
        ? { kind: "end", end: { status: "done", outcome: "{}" } }
        : { kind: "ranges", ranges: rangesOf("evaluate", 3) };
    };
    const countOf = async (
      candidate: number,
      { keyId = "key", hash }: { readonly keyId?: string; readonly hash?: string } = {},
    ): Promise<number> => (await trials.count(keyId, trialOf(candidate, null, hash))).count;
    assertEquals(await countOf(7), 1);
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("b"), PLENTY);
    await working(store, run, async () => {
      await until(async () => await isDone(searches, "a") && await isDone(searches, "b"));
    });
    assertEquals(await countOf(1), 3, "the candidate 7 before, and those of both searches");
    assertEquals(await countOf(1, { hash: elsewhere }), 2);
    assertEquals(await countOf(1, { keyId: "other" }), 1);
    const known = await trials.before("key");
    assertEquals(
      known.map(({ beyond, kept }) => [beyond, Uint8Array.fromBase64(kept).length / 8]),
      [
        [0, 3],
        [0, 2],
      ],
    );
  });

  test("an evaluation that comes after the end of its search is no trial", async (store) => {
    const { searches, trials } = store;
    await searches.add(searchOf("a"), PLENTY);
    let isLate = false;
    const run = async (job: Job): Promise<JobOutcome> => {
      if (job.kind === "step") return { kind: "ranges", ranges: rangesOf("evaluate", 1) };
      await searches.cancel("a");
      isLate = true;
      return { kind: "result", result: { ...resultOf(job.from), trials: [trialOf(1)] } };
    };
    await working(store, run, () => until(() => isLate));
    assertEquals(await trials.before("key"), []);
  });

  test("a cancelled search adds what it has run to the searched candidates", async (store) => {
    const { searches, trials } = store;
    await searches.add(searchOf("a"), PLENTY);
    const run = (job: Job): Promise<JobOutcome> =>
      Promise.resolve(
        job.kind === "step"
          ? { kind: "ranges", ranges: rangesOf("one", 5) }
          : { kind: "result", result: resultOf(job.from) },
      );
    let left = 3;
    const some = (job: Job): Promise<JobOutcome> =>
      job.kind === "step" || left-- > 0 ? run(job) : new Promise(() => {});
    const stopping = new AbortController();
    const work = store.jobs.work({
      parallel: 1,
      signal: stopping.signal,
      run: (job, cancelled) =>
        Promise.race([
          some(job),
          new Promise<never>((_, reject) =>
            cancelled.addEventListener("abort", () => reject(new Error("it was cancelled")))
          ),
        ]),
      report: () => {},
    });
    await until(async () => (await searches.progress("a")).done === 30);
    assert(await searches.cancel("a", { searched: [{ datasetHash: DATASET, ratios: null }] }));
    stopping.abort();
    await work;
    const { sharpeCount, count } = await trials.count("key", trialOf(1));
    assertEquals([sharpeCount, count], [31, 1]);
  });

  test("the candidates of a search that is done are searched, each once", async (store) => {
    const { searches, trials } = store;
    const ratios = ratiosOf(Array.from({ length: 9 }, (_, at) => [(at + 1) * 2 ** 45, at]));
    const end = {
      status: "done",
      outcome: "{}",
      searched: [{ datasetHash: DATASET, ratios }],
      order: "shorter",
    } as const;
    const run = (): Promise<JobOutcome> => Promise.resolve({ kind: "end", end });
    await searches.add(searchOf("a"), PLENTY);
    await searches.add(searchOf("b"), PLENTY);
    await working(
      store,
      run,
      () => until(async () => await isDone(searches, "a") && await isDone(searches, "b")),
    );
    assertEquals((await searches.find("a"))?.order, "shorter");
    const [before] = await trials.before("key");
    assertEquals([before?.kept, before?.ratios], ["", ratios.toBase64()]);
    trials.record("key", trialOf(1, 9));
    const { sharpeCount, sharpeVariance } = await trials.count("key", trialOf(1));
    // That of 0 to 9.
    assertEquals([sharpeCount, sharpeVariance?.toFixed(9)], [10, (82.5 / 9).toFixed(9)]);
  });
}
