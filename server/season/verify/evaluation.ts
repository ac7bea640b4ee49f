// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import { sha256Hex } from "../../base/hash.ts";
import { resolvedCandidateHash } from "../rules/candidate_hash.ts";
import { evaluationStatement, seriesText } from "../rules/statements.ts";
import { expectSame, Skipped, Wrong } from "./finding.ts";
import type { ResolvedCandidate, VerifyEngine } from "./ports.ts";
import { Members } from "./read.ts";

/** Versions of an engine that decide its numbers; the generator is that of the dataset. */
const VERSIONS = ["policyVersion", "formulaVersion", "catalogueHash"] as const;

/**
 * Runs the candidate of an evaluation again and compares evidence and figures to the bit. The trials
 * are those of the arena's key and cannot be recomputed: they are taken from the payload, and what is
 * adjusted by them is recomputed from them.
 *
 * @returns a sentence on what holds
 * @throws {Wrong} that names the first member that differs, with both values
 */
export async function checkEvaluation(payload: Members, engine: VerifyEngine): Promise<string> {
  const candidate = payload.object("candidate").raw as ResolvedCandidate;
  expectSame(
    "candidateHash",
    payload.text("candidateHash"),
    await resolvedCandidateHash(candidate),
  );
  const evidence = payload.object("evidence");
  await checkVersions(evidence, engine);
  const evaluated = await engine.evaluate(candidate, payload.any("trials") as JsonValue);
  if ("refused" in evaluated) {
    throw new Wrong(`the engine refuses the candidate: ${evaluated.refused}`);
  }
  const { engineVersion: _, ...claimed } = evidence.raw;
  const { engineVersion: __, ...found } = evaluated.evidence;
  expectSame("evidence", claimed, found);
  const recomputed = evaluationStatement(evaluated, {
    issuer: payload.text("issuer"),
    issuedAt: payload.text("issuedAt"),
    keyTag: payload.text("keyTag"),
    seriesHash: await sha256Hex(seriesText(evaluated)),
  });
  const { real: claimedReal, ...claimedRest } = payload.raw;
  const { real, whatIf, ...rest } = recomputed;
  // Receipts of earlier programs do not state it.
  const all = "whatIf" in claimedRest ? { ...rest, whatIf } : rest;
  expectSame("payload", { ...claimedRest, evidence: found }, { ...all, evidence: found });
  checkReal(claimedReal, real);
  return `the candidate was run again: evidence and all figures are equal to the bit, score ${
    payload.any("score")
  }`;
}

/**
 * Compares what a candidate did on real maturities. Receipts of earlier programs do not state it.
 *
 * @throws {Skipped} when they are other maturities than this program has
 */
function checkReal(claimed: unknown, found: unknown): void {
  if (claimed === undefined) return;
  const [stated, own] = [maturitiesOf(claimed), maturitiesOf(found)];
  const other = [...stated, ...own].find((hash) => !stated.includes(hash) || !own.includes(hash));
  if (other === undefined) return expectSame("payload/real", claimed, found);
  const who = stated.includes(other) ? "this program does not have" : "the arena did not have";
  throw new Skipped(`all but real is equal to the bit; real maturity ${other} ${who}`);
}

/** Returns the hashes of the real maturities of an evaluation. */
function maturitiesOf(real: unknown): readonly string[] {
  if (real === null) return [];
  const rows = new Members("payload/real", real).list("rows");
  return rows.map((row) => new Members("a row of payload/real", row).text("datasetHash"));
}

/**
 * @param claimed has the versions as members
 * @throws {Wrong} when the engine has others: its numbers mean something else
 */
export async function checkVersions(claimed: Members, engine: VerifyEngine): Promise<void> {
  const own = await engine.versions();
  for (const name of VERSIONS) {
    const value = claimed.any(name);
    if (value === own[name]) continue;
    throw new Wrong(
      `${name} is ${value}, this program has ${own[name]}: verify with the program of engine ${
        claimed.text("engineVersion")
      }`,
    );
  }
}
