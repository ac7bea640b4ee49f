import { assert, assertEquals } from "@std/assert";
import {
  measureStrategies,
  openEngine,
  partOf,
  spearman,
  strategyTable,
} from "../../datasets/calibrate_real.ts";
import { ROOT } from "../../server/testing/root.ts";

Deno.test("the rules have the order of the strategies on the box, and how well it is predicted", async () => {
  const rules = await Deno.readTextFile(`${ROOT}engine-rs/RULES.md`);
  const [, part = ""] = partOf(rules, "strategies");
  const table = strategyTable(measureStrategies(await openEngine()));
  assert(part.includes(table), `${table}\ndeno task datasets:official real`);
  const [, byEdge, byScore] =
    /Spearman \*\*(.+)\*\*, the order by `score` with (.+)\.\n/.exec(part) ??
      [];
  const readme = (await Deno.readTextFile(`${ROOT}README.md`)).replaceAll(/\s+/g, " ");
  assert(readme.includes(`with Spearman ${byEdge}, \`score\` with ${byScore} `), readme);
});

Deno.test("equal values share the mean of their ranks", () => {
  assertEquals(spearman([1, 2, 3], [10, 20, 30]), 1);
  assertEquals(spearman([1, 2, 3], [3, 2, 1]), -1);
  // Ranks 1.5, 1.5, 3 and 1, 2, 3: 1.5 over the root of 1.5*2.
  assertEquals(spearman([1, 1, 2], [1, 2, 3]), 1.5 / Math.sqrt(1.5 * 2));
});
