import type { SearchRequest } from "../../server/client/client.ts";
import type { ServerProcess } from "../../server/testing/server_process.ts";
import { poll } from "../../server/testing/until.ts";
import { ofServer } from "./probe.ts";

type Params = Readonly<Record<string, number | string>>;
type Axes = Readonly<Record<string, readonly [min: number, max: number]>>;

const CANDIDATES = 32_768;
const WARM_UP_CANDIDATES = 8_192;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The rules that are searched: strategy, parameters, and the ranges of those that vary. */
const RULES: Readonly<Record<string, readonly [string, Params, Axes]>> = {
  rsi: ["yield-rsi", {}, { period: [2, 100], overbought: [52, 90] }],
  bollinger: ["yield-bollinger", {}, { window: [5, 100], k: [0.5, 3] }],
  smaCross: ["yield-sma-cross", {}, { fast: [1, 20], slow: [21, 100] }],
  kama: ["yield-kama", {}, { er: [2, 40], slow: [20, 60] }],
  parPath: ["par-path-residual", {}, { window: [5, 100], k: [0.2, 3] }],
  spreadZscore: ["spread-zscore", {}, { window: [5, 100], entry: [0.5, 3] }],
  carryToCost: ["carry-to-cost", {}, { horizonDays: [2, 60], ratio: [0.5, 6] }],
  text: [
    "expression",
    {
      enter: "zscore(logYield, window) >= k",
      exit: "zscore(logYield, window) <= 0",
      window: 20,
      k: 1,
    },
    { window: [5, 100], k: [0.5, 3] },
  ],
};

/**
 * Measures searches of eight rules from the request to the report: candidates per second of the
 * server's processor time, which other load on the machine changes least, each and as their geometric
 * mean.
 */
export const measureSearch = ofServer(async (server, round) => {
  const rates: Record<string, number> = {};
  for (const [name, rule] of Object.entries(RULES)) {
    rates[`${name}PerSecond`] = await rateOf(server, planOf(rule, round));
  }
  const logs = Object.values(rates).map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return { searchPerSecond: Math.exp(mean), ...rates };
});

function planOf(
  [strategyId, strategyParams, axes]: readonly [string, Params, Axes],
  round: number,
): SearchRequest["plan"] {
  return {
    base: { marketId: 1, timeframe: "hourly", components: [{ strategyId, strategyParams }] },
    axes: Object.entries(axes).map(([name, [min, max]]) => {
      return { path: `/components/0/strategyParams/${name}`, min, max };
    }),
    method: {
      kind: "sobol",
      count: round < 0 ? WARM_UP_CANDIDATES : CANDIDATES,
      seed: round + 2,
    },
  };
}

async function rateOf(server: ServerProcess, plan: SearchRequest["plan"]): Promise<number> {
  const client = server.client();
  const before = await processorSeconds(server.pid);
  const { searchId } = await client.startSearch({ plan });
  const ended = await poll(
    "the end of a search",
    () => client.getSearch(searchId),
    ({ endedAt }) => endedAt !== null,
  );
  if (ended.status !== "done") throw new Error(`Cannot measure: ${ended.failure}`);
  return ended.done / (await processorSeconds(server.pid) - before);
}

async function processorSeconds(pid: number): Promise<number> {
  const [, rest = ""] = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ");
  const words = rest.split(" ");
  return (Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND;
}
