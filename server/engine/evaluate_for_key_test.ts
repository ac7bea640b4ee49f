import { assertEquals } from "@std/assert";
import { makeDatasets } from "../../tests/support/datasets.ts";
import type { Engine } from "./engine.ts";
import { evaluateForKey, marketIdsByHash } from "./evaluate_for_key.ts";

const datasets = await makeDatasets();
const marketIds = marketIdsByHash(datasets);
const trials = new Map([
  [1, { count: 5, sharpeVariance: null }],
  [2, { count: 70, sharpeVariance: 0.5 }],
]);

/** Returns the requests that an engine gets which always replays a dataset of one market. */
function requestsFor(payload: string, actualMarketId: number): unknown[] {
  const hash = datasets.find(({ header }) => header.marketId === actualMarketId)?.header.sha256;
  const requests: unknown[] = [];
  const engine: Engine = Object.create(null, {
    evaluate: {
      value: (request: Uint8Array) => {
        requests.push(JSON.parse(new TextDecoder().decode(request)).trials);
        return new TextEncoder().encode(`{"ok":{"evidence":{"datasetHash":"${hash}"}}}`);
      },
    },
  });
  evaluateForKey(engine, new TextEncoder().encode(payload), trials, marketIds);
  return requests;
}

Deno.test("evaluateForKey() takes the trials of the market that the payload names", () => {
  assertEquals(requestsFor('{"candidate":{"marketId":2}}', 2), [trials.get(2)]);
  assertEquals(requestsFor('{"candidate": {"marketId" : 1}}', 1), [trials.get(1)]);
});

Deno.test("evaluateForKey() knows a market without a trial", () => {
  assertEquals(requestsFor('{"candidate":{"marketId":3}}', 3), [{
    count: 0,
    sharpeVariance: null,
  }]);
});

Deno.test("evaluateForKey() is not misled by a payload that hides its market", () => {
  const hidden = '{"warnings":[{"marketId":1}],"candidate":{"market\\u0049d":2}}';
  assertEquals(requestsFor(hidden, 2), [trials.get(1), trials.get(2)]);
  const nowhere = '{"candidate":{"market\\u0049d":2}}';
  assertEquals(requestsFor(nowhere, 2), [{ count: 0, sharpeVariance: null }, trials.get(2)]);
});
