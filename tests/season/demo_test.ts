import { assert, assertEquals } from "@std/assert";
import { withFolder } from "../../server/testing/folder.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

Deno.test("the task season:demo plays a season, and its folder verifies", async () => {
  await withFolder(async (folder) => {
    const size = ["--entries", "6", "--paths", "64", "--boards", "ghousd-daily"];
    const args = ["task", "--quiet", "season:demo", ...size, "--out", folder];
    const text = await outputOf(Deno.execPath(), args, { cwd: ROOT });
    const outcomes = new Set(text.match(/\b(holds|skipped|wrong)(?=: )/g));
    assertEquals([...outcomes], ["holds"], text);
    assert(text.includes("its clock skips an hour"), text);
    assert(text.includes("2 of 2 blocks of 32 paths have run"), text);
    const ranks = "ranks, intervals and leaders of ghousd-daily follow from its matrix";
    assert(text.includes(ranks), text);
  });
});
