/**
 * The page's reading of a run, bundled for `page_work.ts`: `readRun` runs a candidate in the worker of
 * `askWorker`.
 *
 * @module
 */
import type { Candidate } from "../../server/contracts/candidate.ts";
import { runCandidate } from "../../server/web/engine/runs.ts";

interface Answered {
  readonly value: never;
  readonly error?: unknown;
}

declare const askWorker: (method: string, candidate: Candidate) => Promise<Answered>;

async function show(candidate: Candidate): Promise<never> {
  const { value, error } = await askWorker("show", candidate);
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return value;
}

Object.assign(globalThis, { readRun: (candidate: Candidate) => runCandidate({ show }, candidate) });
