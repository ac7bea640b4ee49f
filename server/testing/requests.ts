import {
  examplePath,
  type OperationDefinition,
  PATH_EXAMPLES,
} from "../http/operation_definition.ts";
import { type Arena, CANDIDATE, FAMILY } from "./arena.ts";
import { publication } from "./practice.ts";
import { SEARCH_PLAN } from "./searches.ts";
import { until } from "./until.ts";

/** Sends a request that the operation accepts. */
export async function sendValid(arena: Arena, operation: OperationDefinition): Promise<Response> {
  const body = await validBody(arena, operation);
  return await sendBody(arena, operation, body, {}, await pathOf(arena, operation));
}

/** Returns a path of the operation whose resources exist. */
export async function pathOf(arena: Arena, { path }: OperationDefinition): Promise<string> {
  if (path.includes("{number}")) await entered(arena);
  if (!path.includes("{searchId}")) return examplePath(path);
  const id = searches.get(arena) ?? await searched(arena);
  searches.set(arena, id);
  return path.replace("{searchId}", id);
}

/** Makes the first entry of the arena's season. */
async function entered(arena: Arena): Promise<void> {
  await arena.post(`${FAMILY}/seasons/${PATH_EXAMPLES.seasonId}/entries`, { candidate: CANDIDATE });
  arena.clock.advance(1000);
}

/** The finished search of each arena. */
const searches = new WeakMap<Arena, string>();

async function searched(arena: Arena): Promise<string> {
  const body = { plan: SEARCH_PLAN, points: "all" };
  const { data } = await (await arena.post(`${FAMILY}/searches`, body)).json();
  arena.clock.advance(1000);
  await until(async () => {
    const view = await (await arena.request(data.links.self)).json();
    arena.clock.advance(1000);
    return view.data.status === "done";
  });
  return data.searchId;
}

/** Sends a request to the operation, with the given body unless it is a read. */
export async function sendBody(
  arena: Arena,
  operation: OperationDefinition,
  body: unknown,
  headers: Record<string, string> = {},
  path = examplePath(operation.path),
): Promise<Response> {
  return operation.hasBody
    ? await arena.post(path, body, headers)
    : await arena.request(path, { method: operation.method.toUpperCase(), headers });
}

/** Returns a body that the operation accepts, null for reads. */
export async function validBody(arena: Arena, operation: OperationDefinition): Promise<unknown> {
  if (!operation.hasBody) return null;
  if (operation.id === "startSearch") return { plan: SEARCH_PLAN };
  if (operation.id === "simulateBatch") return { candidates: [CANDIDATE] };
  if (operation.id === "enterSeason") return { candidate: CANDIDATE };
  if (operation.id === "publish") return await publication(arena);
  return operation.id === "evaluate" ? await simulated(arena) : CANDIDATE;
}

/** Returns the `data` of a simulation, and lets the budget fill up again. */
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
