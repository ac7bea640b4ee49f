import { assert, assertEquals, assertRejects } from "@std/assert";
import { CANDIDATE, FAMILY, makeArena } from "../../testing/arena.ts";
import { simulated } from "../../testing/requests.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import { type Post, ServerProblem, verify } from "./verification.ts";

const candidate = CANDIDATE as Candidate;
const arena = await makeArena();
const post: Post = (path, body) => arena.post(`${FAMILY}${path}`, body);

/** The values of the page, which has the same engine. */
async function pageResult(): Promise<Parameters<typeof verify>[1]> {
  const simulation = await simulated(arena);
  const evaluation = (await (await post("/evaluations", simulation)).json()).data;
  arena.clock.advance(1000);
  return { simulation, evaluation } as unknown as Parameters<typeof verify>[1];
}

Deno.test("page and server agree on a candidate, with the result after its causes", async () => {
  const { comparisons, isSame, verdict } = await verify(candidate, await pageResult(), post);
  arena.clock.advance(1000);
  assert(isSame);
  assertEquals(comparisons.slice(-4).map(({ name }) => name), [
    "provenanceHash",
    "resultHash",
    "score",
    "edge",
  ]);
  // The same candidate again is not a new trial.
  assertEquals(verdict?.trials, { count: 1, counted: true, evaluated: 1, searched: 1 });
});

Deno.test("a different result is shown, and nothing is evaluated", async () => {
  const page = await pageResult();
  const evidence = { ...page.simulation.evidence, resultHash: "0".repeat(64) };
  const asked: string[] = [];
  const { comparisons, isSame, verdict } = await verify(
    candidate,
    { ...page, simulation: { ...page.simulation, evidence } },
    (path, body) => {
      asked.push(path);
      return post(path, body);
    },
  );
  arena.clock.advance(1000);
  assertEquals([isSame, asked, verdict], [false, ["/simulations/summary"], null]);
  assertEquals(comparisons.filter((one) => !one.isSame).map(({ name, page }) => [name, page]), [
    ["resultHash", "0".repeat(64)],
  ]);
});

Deno.test("a refusal is shown in the wording of the server", async () => {
  const page = await pageResult();
  const withKey = (key: string): Post => (path, body) =>
    arena.post(`${FAMILY}${path}`, body, { "x-api-key": key });
  const refusal = await assertRejects(
    () => verify(candidate, page, withKey("sa_wrong")),
    ServerProblem,
  );
  const problem = await (await withKey("sa_wrong")("/simulations/summary", candidate)).json();
  assertEquals(refusal.message, problem.detail);
  const unreachable = (): Promise<Response> => Promise.reject(new TypeError("failed to fetch"));
  await assertRejects(() => verify(candidate, page, unreachable), ServerProblem, "network");
  const odd = (): Promise<Response> => Promise.resolve(new Response("<html>", { status: 502 }));
  await assertRejects(() => verify(candidate, page, odd), ServerProblem, "502");
});
