import { assert, assertEquals } from "@std/assert";
import { completed, completionsAt } from "../views/workbench/text_completion.ts";
import { tokenize, toTextFault, windowNames } from "./text_tokens.ts";
import {
  componentParameters,
  componentTexts,
  newNameFault,
  OWN_RULE,
  unusedNames,
  withoutUnused,
} from "./own_parameters.ts";
import { writtenAsTexts } from "../views/workbench/written_as_texts.ts";
import type { Language } from "../../contracts/catalog.ts";

const LANGUAGE: Language = {
  columns: [{ name: "logYield", requiredFeatures: [] }],
  constants: [{ name: "capital", requiredFeatures: [] }],
  functions: [
    { name: "zscore", signature: "zscore(x, window)", weight: 10 },
    { name: "kama", signature: "kama(x, window, window, window)", weight: 10 },
  ],
  limits: {
    characters: 1024,
    depth: 24,
    nameCharacters: 32,
    names: 16,
    parts: 64,
    textsCharacters: 2048,
    weight: 64,
    windowDays: 400,
  },
  words: ["and", "hold"],
};

Deno.test("the tokens of a text are the text, each with its kind", () => {
  const text = "zscore(logYield, w) >= 1.5e-3% and capital + hold > nope";
  const tokens = tokenize(text, LANGUAGE, ["w"]);
  assertEquals(tokens.map((token) => token.text).join(""), text);
  const kinds = tokens.filter(({ kind }) => kind !== "blank" && kind !== "sign")
    .map(({ text, kind }) => [text, kind]);
  assertEquals(kinds, [
    ["zscore", "function"],
    ["logYield", "column"],
    ["w", "own"],
    ["1.5e-3%", "number"],
    ["and", "word"],
    ["capital", "constant"],
    ["hold", "word"],
    ["nope", "unknown"],
  ]);
});

Deno.test("a name is a window where it stands alone in a window's place", () => {
  assertEquals(windowNames("zscore(zscore(x, a), b) > c", LANGUAGE), ["a", "b"]);
  assertEquals(windowNames("kama(x, er, fast, 30d) + zscore(y, 2 * z)", LANGUAGE), ["er", "fast"]);
});

Deno.test("a column counts characters, so letters of two units move the fault", () => {
  assertEquals(toTextFault("🙂 + x", "column 3: no"), { message: "column 3: no", at: 3 });
  assertEquals(toTextFault("x", "is used by no text").at, null);
});

Deno.test("words that begin with the typed letters come first, functions with their bracket", () => {
  const words = completionsAt("1 + lo", 6, LANGUAGE, ["fellow"]);
  assertEquals(words.map(({ name }) => name), ["logYield", "fellow"]);
  assertEquals(completionsAt("1 + ", 4, LANGUAGE, []), []);
  const [zscore] = completionsAt("zs > 1", 2, LANGUAGE, []);
  assertEquals(zscore && completed("zs > 1", 2, zscore), { text: "zscore( > 1", caret: 7 });
  assertEquals(zscore && completed("zs(x)", 2, zscore), { text: "zscore(x)", caret: 6 });
});

Deno.test("the numbers of a component are its knobs, windows among them", () => {
  const strategies = [{ strategyId: "expression", parameters: [], language: LANGUAGE }];
  const component = {
    strategyId: "expression",
    strategyParams: {
      open: 1.5,
      exit: "z < 0",
      w: 20,
      enter: "z > open",
      z: "zscore(logYield, w)",
    },
  };
  const parameters = componentParameters(component, strategies);
  assertEquals(parameters.map(({ name, type }) => [name, type]), [
    ["open", "number"],
    ["w", "window"],
  ]);
  assertEquals(parameters[0]?.constraints, { minimum: 0, maximum: 20 });
  // The range stays while it contains the value.
  const moved = { ...component, strategyParams: { ...component.strategyParams, open: 0.5 } };
  assertEquals(componentParameters(moved, strategies)[0]?.constraints, { minimum: 0, maximum: 20 });
  assertEquals(componentTexts(component).map(([name]) => name), ["enter", "exit", "z"]);
});

Deno.test("a component without texts begins with the example of a rule", () => {
  assertEquals(writtenAsTexts({ strategyId: "expression" }, []), OWN_RULE.strategyParams);
});

Deno.test("a new name is letters and digits that mean nothing else", () => {
  assertEquals(newNameFault("zscore", [], LANGUAGE), null);
  for (const wrong of ["2x", "a_b", "enter", "logYield", "and", "w"]) {
    assertEquals(typeof newNameFault(wrong, ["w"], LANGUAGE), "string", wrong);
  }
});

Deno.test("names that a rule does not read, not even by another name, are left out of its run", () => {
  const enter = "z > k and 20d > 2";
  const strategyParams = {
    enter,
    exit: "z < 0",
    z: "zscore(logYield, w)",
    w: 20,
    k: 1,
    r: "d",
    d: 5,
  };
  const own = { strategyId: "expression", strategyParams };
  assertEquals(unusedNames(own), ["r", "d"]);
  const { r: _, d: __, ...used } = strategyParams;
  const candidate = { marketId: 1 as const, components: [own] };
  assertEquals(withoutUnused(candidate).components, [{ ...own, strategyParams: used }]);
  const clean = { ...candidate, components: [{ strategyId: "yield-rsi" }] };
  assert(withoutUnused(clean) === clean);
});

Deno.test("words of other systems are completed to those of the language", () => {
  const deviation = { name: "deviation", signature: "deviation(x, window)", weight: 1 };
  const columns = [...LANGUAGE.columns, { name: "impliedApy", requiredFeatures: [] }];
  const language = { ...LANGUAGE, functions: [...LANGUAGE.functions, deviation], columns };
  const offered = (text: string): readonly string[] =>
    completionsAt(text, text.length, language, []).map(({ insert }) => insert);
  assertEquals(offered("std"), ["deviation("]);
  assertEquals(offered("2 * yiel"), ["impliedApy", "logYield"]);
});
