// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../base/canonical_json.ts";
import { sha256Hex } from "../base/hash.ts";

/** Returns the `candidateHash` of a candidate with all defaults (`RULES.md` 8). */
export async function resolvedCandidateHash(
  candidate: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const capital = String(candidate["capital"]).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  return await sha256Hex(canonicalJson({ ...candidate, capital }));
}
