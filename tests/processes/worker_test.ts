import { assert, assertEquals, assertMatch } from "@std/assert";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { Home } from "../../server/testing/server_process.ts";
import { gridPlan, SharedSearches, WorkerProcess } from "../../server/testing/shared_search.ts";

/** Two folds, so that stages wait for others: 120,000 candidates. */
const PLAN = gridPlan(60, 500, { windows: { kind: "walkForward", folds: 2 } });

testOnPostgres(
  "workers share a search, one may be killed, and the bytes are the same",
  async (url, postgres) => {
    await using home = await Home.make();
    await using searches = await SharedSearches.open(postgres, url);
    const ofOne = await searches.order(PLAN);
    await using stays = await WorkerProcess.start(home, url);
    const report = await searches.end(ofOne);
    assert(report.startsWith("{"), report);
    const expected = await searches.results(ofOne);

    // Only the worker that is killed runs at first, so the job in flight is its own.
    stays.halt();
    const ofTwo = await searches.order(PLAN);
    const killed = await WorkerProcess.start(home, url);
    await killed.says("Works on the searches of the database 127.0.0.1:");
    await searches.reaches(ofTwo, 1);
    await searches.killInFlight(killed);
    stays.resume();
    assertEquals(await searches.end(ofTwo), report);
    assertEquals(await searches.results(ofTwo), expected);
    assert(await searches.retries() > 0, "the killed worker had a range in flight");
    assertEquals(await stays.stop(), 0);
    assertMatch(
      stays.said,
      /^Works on .* with 1 worker\nStopping after the ranges in flight; .*\n$/,
    );
  },
);

testOnPostgres(
  "a worker waits for a database that is away, and leaves without a loss",
  async (url, postgres) => {
    await using home = await Home.make();
    await postgres.halt();
    await using worker = await WorkerProcess.start(home, url);
    await worker.says(`Cannot reach the database 127.0.0.1:${postgres.port}/`);
    await postgres.resume();
    await worker.says("Works on the searches");
    await using searches = await SharedSearches.open(postgres, url);
    const id = await searches.order(PLAN);
    await searches.reaches(id, 1);
    await postgres.halt();
    await worker.says("Cannot continue a search, it will be retried: ");
    await postgres.resume();
    // A range whose claim was lost on the way is run once its heartbeat is missed.
    assert((await searches.end(id)).startsWith("{"));

    // A worker that stops in the middle stores its running ranges, and none is started twice.
    const stopped = await searches.order(PLAN);
    await searches.reaches(stopped, 1);
    const retried = await searches.retries();
    assertEquals(await worker.stop(), 0);
    assert(worker.said.includes("\nStopping after the ranges in flight"), worker.said);
    await using next = await WorkerProcess.start(home, url);
    assert((await searches.end(stopped)).startsWith("{"));
    assertEquals(await searches.retries(), retried);
    assertEquals(await next.stop(), 0);
  },
);

testOnPostgres(
  "a worker with other datasets leaves a search to workers that have the right ones",
  async (url, postgres) => {
    await using home = await Home.make();
    await using searches = await SharedSearches.open(postgres, url);
    const id = await searches.order(gridPlan(10, 10));
    await using other = await WorkerProcess.start(home, url, { ARENA_DATASETS: home.folder });
    await other.says(
      "the search began with another program, engine or datasets, which this worker",
    );
    await using right = await WorkerProcess.start(home, url);
    const report = await searches.end(id);
    assert(report.startsWith("{"), report);
    assertEquals([await other.stop(), await right.stop()], [0, 0]);
  },
);

Deno.test("a worker that cannot start prints a sentence", async () => {
  await using home = await Home.make();
  const alone = await home.run("worker");
  assertMatch(alone.stderr, /^Cannot work on searches: DATABASE_URL is not set, must be .*\n$/);
  const wrong = await home.run("worker", ["--workers", "0"]);
  assertMatch(
    wrong.stderr,
    /^--workers is "0", must be a whole number from 1 to 256\nUsage: worker \[--workers N\]\n$/,
  );
  const results = [alone, wrong].map(({ code, stdout }) => [code, stdout]);
  assertEquals(results, [[1, ""], [1, ""]]);
});
