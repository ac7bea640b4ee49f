import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { CANDIDATE, FAMILY, makeArena } from "../testing/arena.ts";
import { inTurn } from "../testing/in_turn.ts";
import { ApiError } from "../base/errors.ts";

const arena = await makeArena({ limits: { budgetUnits: 1e6 } });
const catalog = await arena.deps.catalog();

function read({ bytes }: { readonly bytes: Uint8Array }): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

interface Listed {
  readonly strategyId: string;
  readonly runnableOn: readonly number[];
}

Deno.test("a strategy runs exactly on the markets that it lists", async () => {
  const strategies = read(catalog.strategies) as readonly Listed[];
  const markets = (read(catalog.markets) as readonly { id: number }[]).map(({ id }) => id);
  await inTurn(strategies, async ({ strategyId, runnableOn }) => {
    const runs = await inTurn(markets, async (marketId) => {
      // An expression has no default: its text is its caller's.
      const given = strategyId === "expression" ? { strategyParams: { target: "1" } } : {};
      const candidate = { ...CANDIDATE, marketId, components: [{ strategyId, ...given }] };
      const { status } = await arena.post(`${FAMILY}/simulations/summary`, candidate);
      return status === 200 ? [marketId] : [];
    });
    assertEquals(runs.flat(), runnableOn, strategyId);
  });
});

Deno.test("a strategy has its members from the list, and its parameters", () => {
  for (const listed of read(catalog.strategies) as readonly Listed[]) {
    const { parameters, relations, language, ...summary } = Object(
      read(catalog.strategy(listed.strategyId)),
    );
    assertEquals(summary, listed);
    const { schema, ...own } = Object(read(catalog.parameters(listed.strategyId)));
    const described = { strategyId: listed.strategyId, parameters, relations };
    assertEquals(own, language === undefined ? described : { ...described, language });
    assertEquals(schema.title, listed.strategyId);
  }
});

Deno.test("the family is in the list of families, with everything that determines a number", () => {
  const [listed] = read(catalog.families) as readonly object[];
  const family = Object(read(catalog.family));
  assertEquals({ ...family, ...listed }, family);
  assertEquals(family.executionPolicy.policyVersion, family.versions.policyVersion);
});

Deno.test("an unknown strategy is answered with the nearest one", () => {
  for (const find of [() => catalog.strategy("yield-rsy"), () => catalog.parameters("yield-rsy")]) {
    assertThrows(find, ApiError, "catalogue; the nearest is yield-rsi, see GET");
  }
});

Deno.test("the name of an unknown strategy is cut to 64 characters", () => {
  const shown = `a${"x".repeat(63)}`;
  for (const name of [shown, `${shown}z`]) {
    for (const find of [() => catalog.strategy(name), () => catalog.parameters(name)]) {
      const { code, message } = assertThrows(find, ApiError);
      assertEquals(code, "STRATEGY_NOT_FOUND");
      assertStringIncludes(message, `"${shown}"`);
    }
  }
});
