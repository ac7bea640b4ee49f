import { z } from "zod";
import type { StrategyParameters } from "../contracts/types.ts";
import { NO_INPUT } from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";

/** Tools that read what the arena publishes. */
export const READ_TOOLS: readonly Tool[] = [
  tool({
    name: "list_markets",
    title: "List markets",
    description:
      "Markets with their data, the bars of each timeframe, and the utilities of the two " +
      "lines to beat on the public path: holding PT, and idle SY.",
    input: NO_INPUT,
    isReadOnly: true,
    more: "markets left out: get the others from the API's listMarkets",
    async run(arena): Promise<object> {
      const markets = await arena.listMarkets();
      const rows = markets.map(({ id, key, expiry, features, timeframes }) => ({
        id,
        key,
        expiry,
        features,
        timeframes: Object.fromEntries(
          Object.entries(timeframes).flatMap(([timeframe, dataset]) =>
            dataset === undefined ? [] : [[timeframe, {
              bars: dataset.bars,
              scoredBars: dataset.scoredBars,
              holdUtility: dataset.benchmarkUtility,
              idleUtility: dataset.idleUtility,
              provenance: dataset.provenance.kind,
            }]]
          ),
        ),
      }));
      return { markets: rows };
    },
  }),
  tool({
    name: "list_strategies",
    title: "List strategies",
    description: "The strategies, one line each: id and what it does. describe_strategy has the " +
      "parameters.",
    input: z.object({ category: z.string().optional().describe("such as curve") }),
    isReadOnly: true,
    async run(arena, { category }): Promise<object> {
      const all = await arena.listStrategies();
      const listed = all.filter((strategy) =>
        category === undefined || strategy.category === category
      );
      if (listed.length === 0) {
        return { categories: [...new Set(all.map((each) => each.category))] };
      }
      const byCategory: Record<string, Record<string, string>> = {};
      for (const strategy of listed) {
        (byCategory[strategy.category] ??= {})[strategy.strategyId] = strategy.summary;
      }
      return byCategory;
    },
  }),
  tool({
    name: "describe_strategy",
    title: "Describe a strategy",
    description:
      "Parameters of a strategy with ranges, defaults and units, and relations between " +
      "them. Of `expression`: the language of own rules, each function with its weight.",
    input: z.object({ strategyId: z.string() }),
    isReadOnly: true,
    async run(arena, { strategyId }): Promise<object> {
      const { schema: _, language, ...rest } = await arena.getStrategyParameters(strategyId);
      return language === undefined ? rest : { strategyId, language: inShort(language) };
    },
  }),
];

/** Returns a line for each word, with the weight of a function and the features behind a column. */
function inShort(language: NonNullable<StrategyParameters["language"]>): object {
  const { columns, constants, functions, limits, words } = language;
  const lines = (names: typeof columns): object =>
    Object.fromEntries(names.map(({ name, description, requiredFeatures: [...needed] }) => {
      return [name, needed.length === 0 ? description : `${description} [${needed}]`];
    }));
  return {
    columns: lines(columns),
    constants: lines(constants),
    functions: Object.fromEntries(
      functions.map(({ signature, description, weight }) => [signature, [description, weight]]),
    ),
    limits,
    words,
  };
}
