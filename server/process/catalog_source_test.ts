import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { makeArena } from "../testing/arena.ts";
import { makeDatasets } from "../testing/datasets.ts";
import { inTurn } from "../testing/in_turn.ts";
import { makeEngine } from "../testing/official.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { StartError } from "../base/errors.ts";
import { readCatalogSource } from "./catalog_source.ts";

const OFF_CONTRACT = "Cannot use the engine: it does not match this server's contract, rebuild it";

function replaced(engine: Engine, name: keyof Engine, from: string, to: string): Engine {
  return new Proxy(engine, {
    get(target, asked): unknown {
      const method = Reflect.get(target, asked);
      if (typeof method !== "function") return method;
      return (...words: unknown[]) => {
        const answer = method.apply(target, words);
        if (asked !== name) return answer;
        const text = new TextDecoder().decode(answer);
        return new TextEncoder().encode(text.replaceAll(from, to));
      };
    },
  });
}

Deno.test("an engine with another contract version is rejected", async () => {
  const engine = replaced(
    await makeEngine(),
    "versions",
    '"contractVersion":1',
    '"contractVersion":2',
  );
  assertThrows(() => readCatalogSource(engine, []), StartError, OFF_CONTRACT);
});

Deno.test("an engine with invalid output has no catalog", async () => {
  const wrong: [keyof Engine, string, string][] = [
    ["versions", '"engineVersion":', '"engine":'],
    ["familyProfile", '"executionPolicy":', '"policy":'],
    ["strategyCatalogue", '"relations":', '"rules":'],
    ["addDataset", '"idleUtility":', '"idle":'],
  ];
  const datasets = await makeDatasets();
  await inTurn(wrong, async ([name, from, to]) => {
    const engine = replaced(await makeEngine(), name, from, to);
    const { deps } = await makeArena({ source: readCatalogSource(engine, datasets) });
    await assertRejects(deps.catalog, StartError, OFF_CONTRACT);
  });
});

Deno.test("an engine gets the datasets once, when the markets are first requested", async () => {
  let count = 0;
  const own = await makeEngine();
  const engine: Engine = Object.create(own, {
    addDataset: { value: (dataset: Dataset) => (count++, own.addDataset(dataset)) },
    versions: { value: () => own.versions() },
    familyProfile: { value: () => own.familyProfile() },
    strategyCatalogue: { value: () => own.strategyCatalogue() },
  });
  const datasets = await makeDatasets();
  const { markets } = readCatalogSource(engine, datasets);
  assertEquals(count, 0);
  assertEquals(markets(), markets());
  assertEquals(count, datasets.length);
});

Deno.test("the catalog is made once", async () => {
  const { deps } = await makeArena();
  assertEquals(deps.catalog(), deps.catalog());
  await deps.catalog();
});
