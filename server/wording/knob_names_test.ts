import { assertEquals } from "@std/assert";
import { compileEngine, loadEngine } from "../engine/load.ts";
import { okValue } from "../engine/wire.ts";
import { CatalogueSchema } from "../engine/wire_schemas.ts";
import { knobName } from "./knob_names.ts";

Deno.test("every knob of every strategy has a name, and no strategy two alike", async () => {
  const engine = loadEngine(await compileEngine());
  const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());
  for (const { strategyId, parameters } of strategies) {
    const names = parameters.map((one) => knobName(strategyId, one));
    const unnamed = parameters.filter(({ name }, at) => names[at] === name);
    assertEquals(unnamed.map(({ name }) => name), [], strategyId);
    assertEquals(new Set(names).size, names.length, `${strategyId}: ${names}`);
  }
});
