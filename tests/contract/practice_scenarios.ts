import { PUBLISHED_PER_KEY } from "../../server/contracts/leaderboard.ts";
import type { OperationDefinition } from "../../server/http/operation_definition.ts";
import { type Arena, CANDIDATE } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { publication } from "../../server/testing/practice.ts";
import { sendBody, validBody } from "../../server/testing/requests.ts";

/** Publishes an evaluation of another dataset than today's. */
export async function publishedLate(
  arena: Arena,
  operation: OperationDefinition,
): Promise<Response> {
  const { payload } = (await publication(arena)).receipt;
  const evidence = { ...JSON.parse(payload).evidence, datasetHash: "0".repeat(64) };
  return await sendBody(arena, operation, await publication(arena, { changes: { evidence } }));
}

/** Publishes as many candidates as a key may, and one more. */
export async function publishedTooOften(
  arena: Arena,
  operation: OperationDefinition,
): Promise<Response> {
  const periods = Array.from({ length: PUBLISHED_PER_KEY }, (_, at) => 20 + at);
  await inTurn(periods, async (period) => {
    const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
    const body = await publication(arena, { candidate: { ...CANDIDATE, components } });
    return await (await sendBody(arena, operation, body)).text();
  });
  return await sendBody(arena, operation, await validBody(arena, operation));
}
