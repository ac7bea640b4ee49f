import type { Candidate } from "../../../../contracts/candidate.ts";
import type { Verdict } from "../../../../contracts/types.ts";
import type { Evaluation, Simulation } from "../../../engine/messages.ts";
import { callServer, type Send } from "../../../api.ts";

/** A value of the page and the corresponding value of the server. */
export interface Comparison {
  readonly name: string;
  readonly page: string;
  readonly server: string;
  readonly isSame: boolean;
}

/** The comparison of page and server for one candidate. */
export interface Verification {
  /** Versions and fingerprints, ending with the result, then score and edge. */
  readonly comparisons: readonly Comparison[];
  readonly isSame: boolean;
  /** The server's verdict, which counts the trials of the key; null without an evaluation. */
  readonly verdict: Verdict | null;
}

/**
 * Runs the candidate on the server and evaluates the page's simulation there.
 *
 * @param page the page's simulation of the candidate and its score
 * @param send by default with the key of this tab
 * @throws {ServerProblem} if the server rejects a request
 */
export async function verify(
  candidate: Candidate,
  page: { readonly simulation: Simulation; readonly evaluation: Evaluation },
  send?: Send,
): Promise<Verification> {
  const ran: Pick<Simulation, "evidence"> = await callServer(
    "POST",
    "/simulations/summary",
    candidate,
    send,
  );
  const evidence = Object.entries(page.simulation.evidence);
  const served = new Map<string, unknown>(Object.entries(ran.evidence));
  const comparisons = evidence.map(([name, value]) => compared(name, value, served.get(name)));
  const isSame = comparisons.every((comparison) => comparison.isSame);
  // The server would reject a payload of other versions; the comparison already shows them.
  if (!isSame) return { comparisons: ordered(comparisons), isSame, verdict: null };
  const { score, verdict }: Evaluation = await callServer(
    "POST",
    "/evaluations",
    page.simulation,
    send,
  );
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
