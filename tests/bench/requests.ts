import type { ArenaClient, Candidate } from "../../server/client/client.ts";
import type { ServerProcess } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";
import { msOf, ofServer, quantile } from "./probe.ts";

const SUMMARIES = 400;
const EVALUATIONS = 40;
/** Between two requests, as of people and bots. */
const PAUSE_MS = 4;
const OWN = "/components/0/strategyParams/";

/** Returns a candidate that differs from those of all other indices. */
function candidateOf(index: number): Candidate {
  const components = [{
    strategyId: "yield-rsi",
    strategyParams: { overbought: 60 + index / 1e4 },
  }];
  return { marketId: 1, components };
}

/** Measures a summary and an evaluation over HTTP, one request at a time: medians. */
export const measureRequests = ofServer(async (server, round) => {
  const client = server.client();
  const evaluations: number[] = [];
  for (let index = 0; index < EVALUATIONS; index++) {
    const simulation = await client.simulateSummary(candidateOf((round + 1) * EVALUATIONS + index));
    evaluations.push(await msOf(() => client.evaluate(simulation)));
  }
  const summaries = await summariesOf(client, round);
  return { summaryMs: quantile(summaries, 0.5), evaluationMs: quantile(evaluations, 0.5) };
});

/** Measures summaries with a search on all cores beside them, and without one: the p99 of each. */
export const measureBesideSearch = ofServer(async (server, round) => {
  const client = server.client();
  const alone = await summariesOf(client, 2 * round);
  const beside = await besideSearch(server, () => summariesOf(client, 2 * round + 1));
  const [p99, p99Alone] = [quantile(beside, 0.99), quantile(alone, 0.99)];
  return { besideSearchP99Ms: p99, besideSearchVsAlone: p99 / p99Alone };
});

async function summariesOf(client: ArenaClient, round: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < SUMMARIES; index++) {
    const candidate = candidateOf((round + 3) * SUMMARIES + index);
    times.push(await msOf(() => client.simulateSummary(candidate)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

async function besideSearch<T>(server: ServerProcess, work: () => Promise<T>): Promise<T> {
  const client = server.client();
  const { searchId } = await client.startSearch({
    plan: {
      base: candidateOf(0),
      axes: [
        { path: `${OWN}period`, min: 2, max: 100 },
        { path: `${OWN}overbought`, min: 52, max: 90 },
      ],
      method: { kind: "sobol", count: 2e6, seed: 1 },
    },
  });
  await until(async () => (await client.getSearch(searchId)).done > 0);
  const outcome = await work();
  await client.cancelSearch(searchId);
  return outcome;
}
