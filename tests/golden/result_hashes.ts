/**
 * The `resultHash` of every golden case, with the engine's version: `deno run -A tests/golden/result_hashes.ts` records
 * them. A hash that changes under the same minor version is rejected: callers hold simulations of that
 * version, and their evaluation must not fail without a word of why.
 *
 * @module
 */

import { FullSimulationSchema } from "../../server/contracts/simulation.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { goldenCandidate, goldenCases, goldenDataset } from "../../server/testing/golden.ts";

/** Hashes of the golden cases under a version of the engine. */
export interface ResultHashes {
  readonly engineVersion: string;
  /** By the name of the case. */
  readonly resultHashes: Readonly<Record<string, string>>;
}

const FILE = new URL("result_hashes.json", import.meta.url);

export async function recordedHashes(): Promise<ResultHashes> {
  return JSON.parse(await Deno.readTextFile(FILE));
}

/** Returns the hashes that the engine in `pkg/` gives. */
export async function currentHashes(): Promise<ResultHashes> {
  const engine = loadEngine(await compileEngine());
  const cases = (await goldenCases()).filter(({ expected }) => expected.error === undefined);
  const evidences = cases.map((one) => {
    engine.addDataset(goldenDataset(one));
    const request = { view: "full", simulationId: "s", candidate: goldenCandidate(one) };
    const { bytes } = engine.simulate(encoded(request));
    return [one.case, okValue(FullSimulationSchema, bytes).evidence] as const;
  });
  return {
    engineVersion: evidences[0]?.[1].engineVersion ?? "",
    resultHashes: Object.fromEntries(evidences.map(([name, { resultHash }]) => [name, resultHash])),
  };
}

/**
 * Returns the cases whose hash has changed although the minor version has not; what is patched, gives
 * the same bytes. A new case is no change.
 */
export function unversioned(recorded: ResultHashes, current: ResultHashes): readonly string[] {
  if (minorOf(recorded) !== minorOf(current)) return [];
  return Object.entries(recorded.resultHashes)
    .filter(([name, hash]) => current.resultHashes[name] !== hash)
    .map(([name]) => name);
}

function minorOf({ engineVersion }: ResultHashes): string {
  return engineVersion.split(".").slice(0, 2).join(".");
}

if (import.meta.main) {
  const current = await currentHashes();
  const recorded = await recordedHashes();
  const changed = unversioned(recorded, current);
  if (changed.length > 0) {
    throw new Error(
      `Cannot record: ${changed.join(", ")} changed under engineVersion ` +
        `${recorded.engineVersion}, must be under a new minor version (engine-rs/Cargo.toml)`,
    );
  }
  await Deno.writeTextFile(FILE, `${JSON.stringify(current, null, 2)}\n`);
}
