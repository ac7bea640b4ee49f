import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { CANDIDATE, FAMILY, makeArena } from "../../../../testing/arena.ts";
import { simulated } from "../../../../testing/requests.ts";
import type { Candidate } from "../../../../contracts/candidate.ts";
import { type Send, ServerProblem } from "../../../api.ts";
import { verify } from "./comparison.ts";

const candidate = CANDIDATE as Candidate;
const arena = await makeArena();
const send: Send = (_, path, body) => arena.post(`${FAMILY}${path}`, body);

/** The values of the page, which has the same engine. */
async function pageResult(): Promise<Parameters<typeof verify>[1]> {
  const simulation = await simulated(arena);
  const evaluation = (await (await send("POST", "/evaluations", simulation)).json()).data;
  arena.clock.advance(1000);
  return { simulation, evaluation } as unknown as Parameters<typeof verify>[1];
}

Deno.test("page and server agree on a candidate, with the result after its causes", async () => {
  const { comparisons, isSame, verdict } = await verify(candidate, await pageResult(), send);
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
    (method, path, body) => {
      asked.push(path);
      return send(method, path, body);
    },
  );
  arena.clock.advance(1000);
  assertEquals([isSame, asked, verdict], [false, ["/simulations/summary"], null]);
  assertEquals(comparisons.filter((one) => !one.isSame).map(({ name, page }) => [name, page]), [
    ["resultHash", "0".repeat(64)],
  ]);
});

Deno.test("a refusal and an unreachable server are told to the reader", async () => {
  const page = await pageResult();
  const told = async (send: Send): Promise<string> =>
    (await assertRejects(() => verify(candidate, page, send), ServerProblem)).message;
  const stranger: Send = (_, path, body) =>
    arena.post(`${FAMILY}${path}`, body, { "x-api-key": "sa_wrong" });
  assertEquals(await told(stranger), "This key is not known here.");
  const twice: Send = (_, path) => arena.post(`${FAMILY}${path}`, { ...candidate, marketId: 99 });
  assertMatch(await told(twice), /market 99|marketId/i);
  assertMatch(await told(() => Promise.reject(new TypeError("failed to fetch"))), /network/);
  const odd = (): Promise<Response> => Promise.resolve(new Response("<html>", { status: 502 }));
  assertMatch(await told(odd), /502/);
});
