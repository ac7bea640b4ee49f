import { assertEquals, assertMatch } from "@std/assert";
import { readAddress, toHash } from "./address.ts";

const CANDIDATE = {
  marketId: 1 as const,
  capital: "2500.5",
  components: [{ strategyId: "yield-rsi", strategyParams: { field: "a&b=c?d#e %", period: 3 } }],
};

Deno.test("an address round-trips its view and its candidate", () => {
  const expected = { path: "workbench/sweep", candidate: CANDIDATE, shared: [], problem: null };
  assertEquals(readAddress(toHash("workbench/sweep", CANDIDATE)), { ...expected, half: null });
  const half = { number: 14, entry: null };
  const hash = toHash("workbench/sweep", CANDIDATE, [], half);
  assertEquals(readAddress(hash), { ...expected, half });
  const ofEntry = { ...half, entry: "autumn-1/susde-daily/7" };
  const seasonHash = toHash("workbench/sweep", CANDIDATE, [], ofEntry);
  assertEquals(readAddress(seasonHash), { ...expected, half: ofEntry });
  for (const wrong of ["", "autumn-1", "../susde-daily", "autumn-1/susde-daily/0"]) {
    const other = seasonHash.replace(ofEntry.entry, wrong);
    assertEquals(readAddress(other).half, null, wrong);
  }
  for (const wrong of ["0", "x", "-1", "1.5"]) {
    assertEquals(readAddress(hash.replace("path=14", `path=${wrong}`)).half, null);
  }
});

Deno.test("an address holds several candidates and drops invalid ones", () => {
  const others = [CANDIDATE, { marketId: 2 as const, components: [{ strategyId: "x" }] }];
  const hash = toHash("compare", CANDIDATE, others);
  assertEquals(new URL(hash, "http://localhost/").hash, hash);
  assertEquals(readAddress(hash).shared, others);
  assertEquals(readAddress(hash).candidate, CANDIDATE);
  assertEquals(readAddress("#/compare?with=[1,{}]").shared, []);
  assertEquals(readAddress("#/compare?with=[{").shared, []);
});

Deno.test("an address is readable, and browsers do not change it", () => {
  const hash = toHash("compare", CANDIDATE);
  assertEquals(new URL(hash, "http://localhost/").hash, hash);
  assertEquals(hash.slice(0, 37), "#/compare?candidate={%22marketId%22:1");
});

Deno.test("an address without a candidate names the view only", () => {
  assertEquals(readAddress("#/compare"), {
    path: "compare",
    candidate: null,
    half: null,
    shared: [],
    problem: null,
  });
  assertEquals(readAddress(toHash("", CANDIDATE)).path, "workbench");
  assertEquals(readAddress("").path, "board");
});

Deno.test("an unreadable candidate is reported in a sentence", () => {
  const broken = ["{", "%", "%7B%22marketId", ""];
  const shapeless = ["1", "null", "[]", "{}", '{"components":[]}', '{"components":[{}]}'];
  const problems = [...broken, ...shapeless].map((text) => {
    const { candidate, problem } = readAddress(`#/workbench?candidate=${text}`);
    assertEquals(candidate, null);
    return problem ?? "";
  });
  for (const problem of problems.slice(0, broken.length)) assertMatch(problem, /is not JSON/);
  for (const problem of problems.slice(broken.length)) {
    assertMatch(problem, /no list of components/);
  }
});
