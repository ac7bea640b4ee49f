import { FAMILY_ID } from "../contracts/family_id.ts";
import type { Problem } from "../contracts/problem.ts";
import { pageUrl } from "./page_url.ts";
import { apiKey } from "./state/preferences.ts";

/** A refused request or an unreachable server; the message is for the reader. */
export class ServerProblem extends Error {
  override readonly name = "ServerProblem";
}

/** Sends a request to the API. */
export type Send = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
) => Promise<Response>;

const sendWithKey: Send = (method, path, body) =>
  fetch(pageUrl(`v1/families/${FAMILY_ID}${path}`), {
    method,
    headers: { "content-type": "application/json", "x-api-key": apiKey.peek() },
    ...body !== undefined && { body: JSON.stringify(body) },
  });

/**
 * Calls the API with the key of this tab; returns the `data` of the answer.
 *
 * @param path inside the family, such as `/seasons/autumn-1/entries`
 * @throws {ServerProblem}
 */
export async function callServer<T>(
  method: Parameters<Send>[0],
  path: string,
  body?: unknown,
  send: Send = sendWithKey,
): Promise<T> {
  let response: Response;
  try {
    response = await send(method, path, body);
  } catch {
    throw new ServerProblem("Cannot reach the server: it does not answer, or the network is down.");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer.data;
  throw new ServerProblem(refusalText(response.status, answer));
}

/** Statuses with which static hosts answer a request for the API. */
const STATIC_STATUSES = [404, 405, 501];

/** Returns why a request was refused, with what was wrong in which field. */
function refusalText(status: number, problem: Problem | null): string {
  if (problem === null) {
    return STATIC_STATUSES.includes(status)
      ? "This copy of the page has no server: publish and enter at the arena itself."
      : `The server answers ${status}.`;
  }
  if (status === 401) return "This key is not known here.";
  const fields = problem.fieldErrors?.map(({ path, message }) => `${path} ${message}`);
  return [problem.detail, ...fields ?? []].join(": ");
}
