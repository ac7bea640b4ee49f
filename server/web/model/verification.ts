import type { Candidate } from "../../contracts/candidate.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import { pageUrl } from "../page_url.ts";
import type { Verdict } from "../../contracts/types.ts";
import type { Evaluation, Simulation } from "../engine/messages.ts";

/** A value of the page and the corresponding value of the server. */
export interface Comparison {
  readonly name: string;
  readonly page: string;
  readonly server: string;
  readonly isSame: boolean;
}

/** A rejected request or an unreachable server; the message is for the reader. */
export class ServerProblem extends Error {
  override readonly name = "ServerProblem";
}

/** The comparison of page and server for one candidate. */
export interface Verification {
  /** Versions and fingerprints, ending with the result, then score and edge. */
  readonly comparisons: readonly Comparison[];
  readonly isSame: boolean;
  /** The server's verdict, which counts the trials of the key; null without an evaluation. */
  readonly verdict: Verdict | null;
}

/** Posts JSON to the server. */
export type Post = (path: string, body: unknown) => Promise<Response>;

/** Returns a function that posts to the API and sends the key in a header. */
export function poster(key: string): Post {
  return (path, body) =>
    fetch(pageUrl(`v1/families/${FAMILY_ID}${path}`), {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify(body),
    });
}

/**
 * Runs the candidate on the server and evaluates the page's simulation there.
 *
 * @param page the page's simulation of the candidate and its score
 * @throws {ServerProblem} if the server rejects a request
 */
export async function verify(
  candidate: Candidate,
  page: { readonly simulation: Simulation; readonly evaluation: Evaluation },
  post: Post,
): Promise<Verification> {
  const ran: Pick<Simulation, "evidence"> = await send(post, "/simulations/summary", candidate);
  const evidence = Object.entries(page.simulation.evidence);
  const served = new Map<string, unknown>(Object.entries(ran.evidence));
  const comparisons = evidence.map(([name, value]) => compared(name, value, served.get(name)));
  const isSame = comparisons.every((comparison) => comparison.isSame);
  // The server would reject a payload of other versions; the comparison already shows them.
  if (!isSame) return { comparisons: ordered(comparisons), isSame, verdict: null };
  const { score, verdict }: Evaluation = await send(post, "/evaluations", page.simulation);
  const figures = [
    compared("score", page.evaluation.score, score),
    compared("edge", page.evaluation.verdict.edge, verdict.edge),
  ];
  return {
    comparisons: [...ordered(comparisons), ...figures],
    isSame: figures.every((figure) => figure.isSame),
    verdict,
  };
}

function compared(name: string, page: unknown, server: unknown): Comparison {
  const [ours, theirs] = [asText(page), server === undefined ? "nothing" : asText(server)];
  return {
    name,
    page: ours,
    server: theirs,
    isSame: typeof page === typeof server && ours === theirs,
  };
}

/** Members have a fixed order, so that equal values have equal texts. */
function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Causes before effects: the result follows from everything else. */
function ordered(comparisons: readonly Comparison[]): readonly Comparison[] {
  const rank = ({ name }: Comparison): number => name === "resultHash" ? 1 : 0;
  return comparisons.toSorted((a, b) => rank(a) - rank(b));
}

async function send<T>(post: Post, path: string, body: unknown): Promise<T> {
  let response: Response;
  try {
    response = await post(path, body);
  } catch {
    throw new ServerProblem("Cannot reach the server: it does not answer, or the network is down");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer.data;
  throw new ServerProblem(answer?.detail ?? `Cannot verify: the server answers ${response.status}`);
}
