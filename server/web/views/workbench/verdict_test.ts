import { assertEquals } from "@std/assert";
import { makeClient } from "../../../testing/page_client.ts";
import { runCandidate } from "../../engine/runs.ts";
import { candidate, preview, run, type RunOf, track } from "../../state/state.ts";
import { spokenText } from "./verdict.tsx";

Deno.test("the shown answer is said until a slower run ends or fails", async () => {
  const client = makeClient();
  const shown: RunOf = {
    candidate: candidate.value,
    run: await runCandidate(client, candidate.value),
    dataset: await client.columns(1, "hourly"),
  };
  await track(run, Promise.resolve(shown));
  const said = spokenText(shown);
  preview({ ...candidate.value, capital: "2" });
  const slow = Promise.withResolvers<RunOf>();
  const tracked = track(run, slow.promise);
  assertEquals(spokenText(shown), said);
  slow.reject(new Error("the pool is too small"));
  await tracked;
  assertEquals(spokenText(shown), "It cannot run yet");
});
