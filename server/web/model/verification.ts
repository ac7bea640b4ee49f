// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import type { Evaluation, Simulation } from "../engine/messages.ts";

/** What page and server say of one thing. */
export interface Comparison {
  readonly name: string;
  readonly page: string;
  readonly server: string;
  readonly isSame: boolean;
}

/** The server refused or was not reached; the message is a sentence for the reader. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
}

/** What page and server made of one candidate. */
export interface Verification {
  /** Versions and fingerprints, the result last, and the score. */
  readonly comparisons: readonly Comparison[];
  readonly isSame: boolean;
}

/** Posts JSON to the server; what a page does with `fetch`, and a test as it likes. */
export type Post = (path: string, body: unknown) => Promise<Response>;

/** Returns the requests of the API with a key, which goes into a header and nowhere else. */
export function posting(key: string): Post {
  return (path, body) =>
    fetch(`/v1/families/${FAMILY_ID}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify(body),
    });
}

/**
 * Has a server run the candidate, and evaluate what the page has simulated.
 *
 * @param page the page's simulation of the candidate and its score
 * @throws {ServerRefusal} when the server does not do it
 */
export async function verify(
  candidate: Candidate,
  page: { readonly simulation: Simulation; readonly evaluation: Evaluation },
  post: Post,
): Promise<Verification> {
  const ran: Pick<Simulation, "evidence"> = await ask(post, "/simulations/summary", candidate);
  const evidence = Object.entries(page.simulation.evidence);
  const served = new Map<string, unknown>(Object.entries(ran.evidence));
  const comparisons = evidence.map(([name, value]) => compared(name, value, served.get(name)));
  const isSame = comparisons.every((comparison) => comparison.isSame);
  // A payload of other versions is refused, and the comparison says why already.
  if (!isSame) return { comparisons: ordered(comparisons), isSame };
  const { score }: Evaluation = await ask(post, "/evaluations", page.simulation);
  const scores = compared("score", page.evaluation.score, score);
  return { comparisons: [...ordered(comparisons), scores], isSame: scores.isSame };
}

function compared(name: string, page: unknown, server: unknown): Comparison {
  return { name, page: String(page), server: String(server ?? "nothing"), isSame: page === server };
}

/** Causes before their effect: the result follows from everything else. */
function ordered(comparisons: readonly Comparison[]): readonly Comparison[] {
  const rank = ({ name }: Comparison): number => name === "resultHash" ? 1 : 0;
  return comparisons.toSorted((a, b) => rank(a) - rank(b));
}

async function ask<T>(post: Post, path: string, body: unknown): Promise<T> {
  let response: Response;
  try {
    response = await post(path, body);
  } catch {
    throw new ServerRefusal("Cannot reach the server: it does not answer, or the network is down");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer.data;
  throw new ServerRefusal(answer?.detail ?? `Cannot verify: the server answers ${response.status}`);
}
