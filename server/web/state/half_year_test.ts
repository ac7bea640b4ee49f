import { assertEquals } from "@std/assert";
import { pageDatasets } from "../../testing/official.ts";
import { makeClient } from "../../testing/page_client.ts";
import { turn } from "../../testing/until.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Evaluation } from "../engine/messages.ts";
import { runCandidate } from "../engine/runs.ts";
import { engine } from "../engines.ts";
import { keepEvaluation } from "./evaluations.ts";
import { drawnRun, startHalfYears } from "./half_year.ts";
import { candidate, navigate, run } from "./state.ts";

Deno.test("a half-year that arrives after another rule was chosen is not drawn", async () => {
  const location = { hash: "" };
  const pushState = (_state: unknown, _title: string, hash: string): void => {
    location.hash = hash;
  };
  Object.assign(globalThis, { location, history: { pushState } });
  const client = makeClient({}, await pageDatasets());
  const half = { number: 3, entry: null };
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers: ReturnType<EngineClient["showHalfYear"]>[] = [];
  const showHalfYear: EngineClient["showHalfYear"] = async (...order) => {
    asked.resolve();
    await allowed.promise;
    return await client.showHalfYear(...order);
  };
  Object.assign(engine, {
    showHalfYear: (...order: Parameters<EngineClient["showHalfYear"]>) => {
      const answer = showHalfYear(...order);
      answers.push(answer);
      return answer;
    },
  });
  const judged = candidate.value;
  const [first, dataset] = [
    await runCandidate(client, judged),
    await client.columns(judged.marketId, judged.timeframe ?? "hourly"),
  ];
  keepEvaluation(first.evidence, { verdict: { pathSeed: "7" } } as Evaluation);
  run.value = {
    answer: { candidate: judged, run: first, dataset },
    failure: null,
    isPending: false,
  };
  startHalfYears(() => Promise.reject(new Error("no season")));
  navigate("workbench", judged, [], half);
  await asked.promise;
  navigate("workbench", { ...judged, capital: "2" }, [], half);
  allowed.resolve();
  await Promise.all(answers);
  await turn();
  assertEquals(drawnRun.value, null);
  navigate("workbench", judged, [], half);
  run.value = { ...run.value, answer: { candidate: candidate.value, run: first, dataset } };
  await turn();
  await Promise.all(answers);
  await turn();
  assertEquals(drawnRun.value?.half?.number, 3);
});
