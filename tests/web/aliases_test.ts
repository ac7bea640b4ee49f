import { assert } from "@std/assert";
import { makeClient } from "../../server/testing/page_client.ts";
import { toFailure } from "../../server/web/engine/failure.ts";
import { ALIASES } from "../../server/wording/language.ts";

Deno.test("the engine translates each alias as the completion does", async () => {
  const client = makeClient();
  for (const [name, words] of Object.entries(ALIASES)) {
    for (const word of words) {
      // A word that it takes for a function, or for a name.
      const faults = await Promise.all([`${word}(logYield)`, word].map(async (target) => {
        const components = [{ strategyId: "expression", strategyParams: { target } }];
        const answer = await client.check({ marketId: 1, components }).catch(toFailure);
        return JSON.stringify(answer);
      }));
      assert(faults.some((fault) => fault.includes(`it is ${name}`)), `${word}: ${faults}`);
    }
  }
});
