// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { sha256Hex } from "../../base/hash.ts";

/** Returns the `candidateHash` of a candidate with all defaults. */
export async function resolvedCandidateHash(
  candidate: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const capital = canonicalCapital(String(candidate["capital"]));
  return await sha256Hex(canonicalJson({ ...candidate, capital }));
}

/** Returns a capital without superfluous zeros, as the hash has it. */
export function canonicalCapital(capital: string): string {
  return capital.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}
