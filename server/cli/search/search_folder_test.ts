import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { withFolder } from "../../testing/folder.ts";
import { StartError } from "../../base/errors.ts";
import type { SearchOrder } from "../../search/stages/order.ts";
import type { Job, JobOutcome } from "../../store/search_store.ts";
import { writePoints } from "./points_file.ts";
import { runJobs } from "./run_jobs.ts";
import { SearchFolder } from "./search_folder.ts";

const ORDER: SearchOrder = {
  plan: SearchPlanSchema.parse({
    base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 9 }],
  }),
  topMax: 20,
  keepsPoints: true,
  basis: JSON.stringify({ versions: {}, datasets: [] }),
};

function open(path: string, change: Partial<SearchOrder> = {}): Promise<SearchFolder> {
  return SearchFolder.open(path, { ...ORDER, ...change }, { candidates: 2, units: 20 });
}

async function refused(path: string, change: Partial<SearchOrder> = {}): Promise<string> {
  const { message } = await assertRejects(() => open(path, change), StartError);
  return message;
}

async function namesIn(path: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
}

async function work(folder: SearchFolder, run: (job: Job) => JobOutcome): Promise<void> {
  await runJobs(folder, {
    runner: { run: (job) => Promise.try(() => run(job)) },
    parallel: 1,
    signal: new AbortController().signal,
    onRange: () => {},
  });
}

const RANGE = { stage: "all", from: 0, count: 2, units: 20, priority: 0, task: "{}" };
const RANGE_RESULT = {
  count: 2,
  summary: Uint8Array.of(1),
  merit: null,
  best: null,
  part: { key: "search/0.parquet", rows: 2, bytes: 8 },
};

Deno.test("a folder has one search at a time, and is free again afterwards", async () => {
  await withFolder(async (path) => {
    {
      using _folder = await open(path);
      assertStringIncludes(await refused(path), "another search is running in it");
    }
    using _again = await open(path);
  });
});

Deno.test("a failed search keeps its finished ranges and is tried again", async () => {
  await withFolder(async (path) => {
    {
      using folder = await open(path);
      const failing = (job: Job): JobOutcome => {
        if (job.kind === "range") return { kind: "result", result: RANGE_RESULT };
        return { kind: "ranges", ranges: [RANGE] };
      };
      let steps = 0;
      const { message } = await assertRejects(
        () =>
          work(
            folder,
            (job) =>
              job.kind === "step" && steps++ > 0
                ? {
                  kind: "end",
                  end: { status: "failed", outcome: "Cannot search: a worker failed" },
                }
                : failing(job),
          ),
        StartError,
      );
      assertEquals(message, "Cannot search: a worker failed");
    }
    using folder = await open(path);
    assertEquals((await folder.store.progress(folder.id)).done, 2);
    await work(folder, () => ({ kind: "end", end: { status: "done", outcome: "{}" } }));
    assert(await folder.report() !== null);
  });
});

Deno.test("a folder gives the space of results back when its search ends", async () => {
  await withFolder(async (path) => {
    {
      using folder = await open(path);
      let steps = 0;
      await work(folder, (job) => {
        if (job.kind === "step" && steps++ > 0) {
          return { kind: "end", end: { status: "done", outcome: "{}" } };
        }
        if (job.kind === "step") return { kind: "ranges", ranges: [RANGE] };
        return { kind: "result", result: { ...RANGE_RESULT, summary: new Uint8Array(1e6) } };
      });
    }
    const { size } = await Deno.stat(`${path}/searches.sqlite`);
    assert(size < 500_000, `${size} bytes`);
  });
});

Deno.test("a store that cannot be written ends the search with a sentence", async () => {
  await withFolder(async (path) => {
    using folder = await open(path);
    const full = (): JobOutcome => {
      throw new Error("database or disk is full");
    };
    const { message } = await assertRejects(() => work(folder, full), StartError);
    assertEquals(
      message,
      `Cannot search into ${path}: database or disk is full; finished ranges are kept, ` +
        "the same command resumes",
    );
  });
});

Deno.test("a file that a killed process had begun is replaced", async () => {
  await withFolder(async (path) => {
    using folder = await open(path);
    await Deno.writeTextFile(`${path}/top.json.partial`, "half of a longer file");
    await folder.write("top.json", "[]");
    assertEquals(await Deno.readTextFile(`${path}/top.json`), "[]");
    assertEquals((await namesIn(path)).filter((name) => name.endsWith(".partial")), []);
  });
});

Deno.test("folders of another search, and without a search, stay as they are", async () => {
  await withFolder(async (path) => {
    (await open(path))[Symbol.dispose]();
    const other = { plan: { ...ORDER.plan, aim: "edge" as const }, topMax: 5 };
    assertStringIncludes(await refused(path, other), "another search (plan, --top differ)");
    const basis = JSON.stringify({ versions: { engine: 2 }, datasets: [] });
    assertStringIncludes(await refused(path, { basis }), "another search (engine differ)");
    const newer = JSON.stringify({ format: 3, versions: {}, datasets: [] });
    assertStringIncludes(await refused(path, { basis: newer }), "another search (program differ)");
    await Deno.mkdir(`${path}/photos`);
    await Deno.writeTextFile(`${path}/photos/cat.txt`, "cat");
    assertStringIncludes(await refused(`${path}/photos`), "it holds cat.txt and no search");
    assertEquals(await namesIn(`${path}/photos`), ["cat.txt"]);
    assertStringIncludes(
      await refused(`${path}/photos/cat.txt`),
      `Cannot search into ${path}/photos/cat.txt`,
    );
    using _same = await open(path);
  });
});

Deno.test("a file that cannot be written is a sentence, and leaves the earlier one", async () => {
  await withFolder(async (path) => {
    using folder = await open(path);
    await folder.write("top.json", "[]");
    // An obstacle in its way fails like a full disk.
    await Deno.mkdir(`${path}/top.json.partial`);
    const { message } = await assertRejects(() => folder.write("top.json", "[1]"), StartError);
    assertStringIncludes(message, `Cannot write ${path}/top.json: `);
    assertStringIncludes(message, "finished ranges are kept, the same command resumes");
    assertEquals(await Deno.readTextFile(`${path}/top.json`), "[]");
    assertEquals((await namesIn(path)).filter((name) => name.endsWith(".partial")), []);
  });
});

Deno.test("a damaged store is named, and stays as it is", async () => {
  await withFolder(async (path) => {
    const file = `${path}/searches.sqlite`;
    await Deno.writeTextFile(file, "damaged ".repeat(512));
    assertStringIncludes(await refused(path), `Cannot read ${file}: `);
    assertStringIncludes(await Deno.readTextFile(file), "damaged");
  });
});

Deno.test("points that are damaged are named, and no file is written", async () => {
  await withFolder(async (path) => {
    using folder = await open(path);
    const key = await folder.store.putPart(folder.id, new Uint8Array([1, 2, 3]));
    const steps: JobOutcome[] = [
      { kind: "ranges", ranges: [RANGE] },
      { kind: "end", end: { status: "done", outcome: "{}" } },
    ];
    await work(folder, (job) => {
      if (job.kind !== "range") return steps.shift() ?? { kind: "ranges", ranges: [] };
      const part = { key, rows: 2, bytes: 3 };
      return { kind: "result", result: { ...RANGE_RESULT, part } };
    });
    await Deno.writeFile(`${path}/parts/${key}`, new Uint8Array([1, 2, 4]));
    const report = { stages: [{ name: "all", count: 2 }] };
    const { message } = await assertRejects(() => writePoints(folder, report), StartError);
    assertStringIncludes(message, `Cannot read ${key}: its content has another hash`);
    assert(!(await namesIn(path)).includes("points.parquet"));
  });
});
