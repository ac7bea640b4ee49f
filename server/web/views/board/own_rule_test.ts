import { assertEquals } from "@std/assert";
import { makeEngine } from "../../../testing/official.ts";
import { makeDatasets } from "../../../testing/datasets.ts";
import { EXAMPLES, ruleOn } from "./own_rule.tsx";

Deno.test("the rules to begin from run on every dataset", async () => {
  const datasets = await makeDatasets();
  const engine = await makeEngine(datasets);
  for (const { header: { marketId, timeframe } } of datasets) {
    for (const example of EXAMPLES) {
      const candidate = JSON.stringify(ruleOn({ marketId, timeframe }, example));
      const answer = new TextDecoder().decode(engine.check(new TextEncoder().encode(candidate)));
      assertEquals(answer.slice(0, 5), '{"ok"', answer);
    }
  }
});
