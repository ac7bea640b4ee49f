import type { Candidate } from "../../../contracts/candidate.ts";
import type { Leaderboard, Published, Unpublished } from "../../../contracts/leaderboard.ts";
import { candidateHashOf, type Known } from "../../../engine/canonical.ts";
import type { Receipt } from "../../../season/rules/receipt.ts";
import { score } from "../../background.ts";
import { readArena } from "./arena_files.ts";
import { callServer, ServerProblem } from "../../api.ts";

/** Reads a practice board, such as `susde-hourly`; empty for a market without one. */
export async function readPractice(board: string | null): Promise<Partial<Leaderboard>> {
  return (board ? await readArena<Leaderboard>(`practice/${board}.json`) : null) ?? {};
}

/**
 * Evaluates a candidate on the server and publishes the evaluation by its receipt.
 *
 * @throws {ServerProblem}
 */
export async function publish(candidate: Candidate, name: string): Promise<string> {
  const { simulation } = await score(candidate);
  const { receipt = null } = await callServer<{ readonly receipt?: Receipt | null }>(
    "POST",
    "/evaluations",
    simulation,
  );
  if (receipt === null) {
    throw new ServerProblem("This arena signs no receipts, so that nothing can be published.");
  }
  const { replaced } = await callServer<Published>("POST", "/leaderboard", {
    receipt,
    name,
  });
  return replaced ? "Published again: the new evaluation replaces yours." : "Published.";
}

/**
 * Deletes the row of a candidate from its board.
 *
 * @param board such as `susde-hourly`
 * @throws {ServerProblem}
 */
export async function withdraw(
  board: string,
  candidate: Candidate,
  strategies: readonly Known[],
): Promise<string> {
  const hash = await candidateHashOf(candidate, strategies);
  const { removed } = await callServer<Unpublished>(
    "DELETE",
    `/leaderboard/${board}/${hash}`,
  );
  return removed ? "Withdrawn: the row is deleted." : "This key has no row of this candidate.";
}
