import { assert, assertEquals } from "@std/assert";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home } from "../../server/testing/server_process.ts";
import { needing } from "../../server/testing/tools.ts";
import { poll } from "../../server/testing/until.ts";

/** Place of the nice value among the fields after the name, see proc_pid_stat(5). */
const NICE = 16;

Deno.test("a thread of searches collects its garbage itself, at its lower priority", async () => {
  // The helpers of V8's collector have the priority of the main thread, whichever thread they work for.
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const [, flags = ""] = /--v8-flags=(\S+)/.exec(tasks.start.command) ?? [];
  assert(flags.split(",").includes("--single-threaded-gc"), flags);
});

/** Returns the nice values of the threads of a process, the main thread's first. */
async function niceValues(pid: number): Promise<readonly number[]> {
  // Deno reads /proc with all permissions only.
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", 'cat /proc/"$0"/task/*/stat', String(pid)],
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  const threads = lines.map((line) =>
    [parseInt(line), line.slice(line.lastIndexOf(")") + 2)] as const
  );
  return threads.toSorted(([one], [other]) => one - other)
    .map(([, fields]) => Number(fields.split(" ")[NICE]));
}

Deno.test({
  ...needing(
    ["/proc"],
    "threads of searches have a lower priority than those that answer requests",
  ),
  fn: async () => {
    await using home = await Home.make();
    await using server = await home.serve({ ARENA_SEARCH_WORKERS: "2" });
    const client = server.patientClient();
    const [own = NaN] = await niceValues(server.pid);
    assertEquals(new Set(await niceValues(server.pid)), new Set([own]));
    const { searchId } = await client.startSearch({ plan: SEARCH_PLAN });
    const search = await poll(
      "the search ends",
      () => client.getSearch(searchId),
      ({ endedAt }) => endedAt !== null,
    );
    assertEquals(search.status, "done");
    const [main, ...others] = await niceValues(server.pid);
    assertEquals(main, own);
    // The thread that answers for searches; below it, the thread of jobs and its two workers.
    assert(others.includes(own + 2), others.join(" "));
    assert(others.filter((value) => value === own + 4).length >= 3, others.join(" "));
  },
});
