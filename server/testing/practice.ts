import type { JsonValue } from "../base/canonical_json.ts";
import { keyIdOf } from "../auth/api_key.ts";
import type { PublishRequest } from "../contracts/leaderboard.ts";
import type { Evaluation } from "../contracts/types.ts";
import { sha256Hex } from "../base/hash.ts";
import { keyTagOf } from "../season/rules/key_tag.ts";
import { secondOf } from "../season/rules/records.ts";
import { evaluationStatement, seriesText } from "../season/rules/statements.ts";
import { type Arena, CANDIDATE, FAMILY } from "./arena.ts";
import { testSigner } from "./seasons.ts";

/** Differences from the usual publication. */
export interface PublicationOptions {
  /** The key that evaluates; the arena's own by default. */
  readonly key?: string;
  readonly candidate?: unknown;
  readonly name?: string;
  /** Members of the statement that differ. */
  readonly changes?: Readonly<Record<string, JsonValue>>;
}

/** Evaluates a candidate in an arena; returns the request that publishes it, signed by the arena. */
export async function publication(
  arena: Arena,
  { key = arena.key, candidate = CANDIDATE, name = "Carry 7", changes = {} }: PublicationOptions =
    {},
): Promise<PublishRequest> {
  const headers = { "x-api-key": key };
  const simulated = await arena.post(`${FAMILY}/simulations/summary`, candidate, headers);
  const payload = await simulated.text();
  const evaluated = await arena.post(`${FAMILY}/evaluations`, payload, headers);
  const { data }: { data: Evaluation } = await evaluated.json();
  // Publications of one test must not use up its key's budget of a second.
  arena.clock.advance(1000);
  const signer = testSigner();
  const statement = evaluationStatement(data, {
    issuer: signer.issuer,
    issuedAt: secondOf(arena.clock.epochMs()),
    keyTag: await keyTagOf("", keyIdOf(key) ?? ""),
    seriesHash: await sha256Hex(seriesText(data)),
  });
  return { receipt: await signer.sign({ ...statement, ...changes }), name };
}
