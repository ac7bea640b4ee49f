import { assertEquals, assertMatch } from "@std/assert";
import { readAddress, toHash } from "./address.ts";

const CANDIDATE = {
  marketId: 1 as const,
  capital: "2500.5",
  components: [{ strategyId: "yield-rsi", strategyParams: { field: "a&b=c?d#e %", period: 3 } }],
};

Deno.test("an address gives back the view and the candidate that it was made of", () => {
  const expected = { view: "market", candidate: CANDIDATE, problem: null };
  assertEquals(readAddress(toHash("market", CANDIDATE)), expected);
});

Deno.test("an address stays readable and is one that a browser leaves as it is", () => {
  const hash = toHash("strategy", CANDIDATE);
  assertEquals(new URL(hash, "http://localhost/").hash, hash);
  assertEquals(hash.slice(0, 38), "#/strategy?candidate={%22marketId%22:1");
});

Deno.test("an address without a candidate names the view only", () => {
  assertEquals(readAddress("#/market"), { view: "market", candidate: null, problem: null });
  assertEquals(readAddress(""), { view: "", candidate: null, problem: null });
});

Deno.test("a candidate that cannot be read is a sentence", () => {
  const broken = ["{", "%", "%7B%22marketId", ""];
  const shapeless = ["1", "null", "[]", "{}", '{"components":[]}', '{"components":[{}]}'];
  const problems = [...broken, ...shapeless].map((text) => {
    const { candidate, problem } = readAddress(`#/strategy?candidate=${text}`);
    assertEquals(candidate, null);
    return problem ?? "";
  });
  for (const problem of problems.slice(0, broken.length)) assertMatch(problem, /is not JSON/);
  for (const problem of problems.slice(broken.length)) {
    assertMatch(problem, /no list of components/);
  }
});
