import { assertEquals } from "@std/assert";
import type { CatalogueEntry } from "../contracts/types.ts";
import { okBytes } from "../engine/wire.ts";
import { makeEngine, officialDatasets } from "../testing/official.ts";
import { encoded } from "../testing/encoded.ts";
import { COLUMN_LINES, CONSTANT_LINES, FUNCTION_LINES, GRAMMAR_LINES } from "./language.ts";
import { asTexts, STRATEGY_TEXTS } from "./strategies_as_texts.ts";

const engine = await makeEngine(await officialDatasets());
const decoder = new TextDecoder();
const { strategies }: { readonly strategies: readonly CatalogueEntry[] } = JSON.parse(
  decoder.decode(engine.strategyCatalogue()),
).ok;
const language = strategies.find((one) => one.strategyId === "expression")?.language;

Deno.test("every word of the language has a line, and no line is of another word", () => {
  const names = (words: readonly { readonly name: string }[] = []): readonly string[] =>
    words.map(({ name }) => name).toSorted();
  const keys = (lines: object): readonly string[] => Object.keys(lines).toSorted();
  assertEquals(keys(COLUMN_LINES), names(language?.columns));
  assertEquals(keys(CONSTANT_LINES), names(language?.constants));
  assertEquals(keys(FUNCTION_LINES), names(language?.functions));
  assertEquals(keys(GRAMMAR_LINES), language?.words.toSorted());
});

Deno.test("the example of every function is a text that the engine takes", () => {
  for (const { example } of Object.values(FUNCTION_LINES)) {
    const isCondition = /^(?:any|all|cross)/.test(example);
    const target = isCondition ? example : `(${example}) > 0`;
    const components = [{ strategyId: "expression", strategyParams: { target } }];
    okBytes(engine.check(encoded({ marketId: 1, components })));
  }
});

Deno.test("the texts of the strategies are those that the engine's tests compare", async () => {
  const vectors: {
    readonly catalogue: readonly {
      readonly id: string;
      readonly params: Readonly<Record<string, string | number>>;
    }[];
  } = JSON.parse(
    await Deno.readTextFile(new URL("../../tests/golden/expressions.json", import.meta.url)),
  );
  const said = strategies.filter(({ strategyId }) => strategyId in STRATEGY_TEXTS);
  assertEquals(
    Object.fromEntries(said.map((one) => [one.strategyId, asTexts(one)])),
    Object.fromEntries(vectors.catalogue.map(({ id, params }) => [id, params])),
  );
  assertEquals(said.length, Object.keys(STRATEGY_TEXTS).length);
});

Deno.test("a text keeps the values of the strategy's parameters", () => {
  const [spread] = strategies.filter(({ strategyId }) => strategyId === "spread-zscore");
  assertEquals(spread && asTexts(spread, { exit: 0.25, window: 30 })?.["exit1"], 0.25);
  assertEquals(spread && asTexts(spread, { exit: 0.25, window: 30 })?.["window"], 30);
});
