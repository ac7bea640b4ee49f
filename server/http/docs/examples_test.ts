import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { makeArena } from "../../testing/arena.ts";
import { ApiError } from "../../base/errors.ts";
import { type ExampleParts, languagePart, makeExamples, shorten } from "./examples.ts";
import { languageView } from "./language_view.ts";

const { deps } = await makeArena();
const { local, simulations } = deps;
const catalog = await deps.catalog();
const versions = { engineVersion: "1.2.3", rulesVersion: "4" };

function withLocal(broken: () => never): ExampleParts {
  const local = { simulate: broken } as unknown as ExampleParts["local"];
  return { catalog, versions, local, simulations: { check: broken } };
}

Deno.test("cut() keeps the first two elements of every list, and everything else", () => {
  assertEquals(shorten({ a: [1, 2, 3], b: [[1, 2, 3], null, 4], c: null, d: "text", e: 0 }), {
    a: [1, 2],
    b: [[1, 2], null],
    c: null,
    d: "text",
    e: 0,
  });
});

Deno.test("an operation refused by the datasets has no example, but a fault is thrown", () => {
  const refused = makeExamples(withLocal(() => {
    throw new ApiError("STRATEGY_MISSING_REQUIRED_FEATURE", "no");
  }));
  assertEquals([refused.simulate, refused.simulateSummary, refused.evaluate], [
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(Object(refused.listFamilies?.response).status, "ok");
  const breaks = withLocal(() => {
    throw new Error("broken");
  });
  assertThrows(() => makeExamples(breaks), Error, "broken");
});

Deno.test("the reference explains every word of the language, with ten examples that ran", () => {
  const part = languagePart({ catalog, versions, local, simulations });
  assert(part !== null);
  assertEquals(part.examples.length, 10);
  for (const { meaning, run } of part.examples) assert(run !== null, meaning);
  const page = String(languageView(part));
  const { columns, constants, functions, words } = part.language;
  const shown = [
    ...[...columns, ...constants].map(({ name }) => name),
    ...functions.map(({ signature }) => signature),
    ...words,
  ];
  for (const word of shown) assertStringIncludes(page, `<code>${word}</code></th>`);
});
