import { examplePath, type OperationDefinition } from "../../server/contracts/operation.ts";
import { type Arena, CANDIDATE, FAMILY } from "./arena.ts";

/** Sends a request that the operation accepts. */
export async function sendValid(arena: Arena, operation: OperationDefinition): Promise<Response> {
  return await sendBody(arena, operation, await validBody(arena, operation));
}

/** Sends a request to the operation with a body of the test's; reads have none. */
export async function sendBody(
  arena: Arena,
  operation: OperationDefinition,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = examplePath(operation.path);
  return operation.hasBody
    ? await arena.post(path, body, headers)
    : await arena.request(path, { headers });
}

/** Returns a body that the operation accepts, null for reads. */
export async function validBody(arena: Arena, operation: OperationDefinition): Promise<unknown> {
  if (!operation.hasBody) return null;
  return operation.id === "evaluate" ? await simulated(arena) : CANDIDATE;
}

/** Returns the `data` of a simulation; the budget is whole again after it. */
export async function simulated(
  arena: Arena,
  candidate: unknown = CANDIDATE,
  view = "/summary",
): Promise<Record<string, unknown>> {
  const response = await arena.post(`${FAMILY}/simulations${view}`, candidate);
  if (!response.ok) throw new Error(await response.text());
  arena.clock.advance(1000);
  return (await response.json()).data;
}
