import { parseColumns } from "../datasets/csv.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Timeframe } from "../contracts/scalar.ts";
import { scoringWindow } from "../datasets/scoring_window.ts";

const FOLDER = new URL("../../tests/golden/engine/", import.meta.url);

/** A golden case; `tests/golden/engine/README.md` says what is in it. */
interface GoldenCase {
  readonly case: string;
  readonly bars: number;
  readonly market: {
    readonly key: string;
    readonly expiry: string;
    readonly scalarRoot: number;
    readonly farExpiry: string | null;
    readonly pyIndex?: number;
    readonly timeframe: Timeframe;
  };
  readonly candidate: object;
  readonly csv: string;
  readonly expected: { readonly error?: string };
}

/** Origin of data that was not generated. */
export const IMPORTED: Dataset["header"]["provenance"] = {
  kind: "import",
  source: "golden",
  importer: "by hand",
  sourceSha256: "0".repeat(64),
  filled: 0,
  dropped: 0,
};

/** Returns every golden case, by name. */
export async function goldenCases(): Promise<readonly GoldenCase[]> {
  const entries = await Array.fromAsync(Deno.readDir(FOLDER));
  const names = entries.map(({ name }) => name).filter((name) => name.endsWith(".json"));
  return await Promise.all(
    names.sort().map(async (name) => JSON.parse(await Deno.readTextFile(new URL(name, FOLDER)))),
  );
}

/** Returns the dataset of a case; each is market 1 of its timeframe. */
export function goldenDataset({ case: name, market, csv, bars }: GoldenCase): Dataset {
  const { key: marketKey, pyIndex, ...facts } = market;
  const { names, values } = parseColumns(name, csv);
  return {
    header: {
      ...facts,
      marketId: 1,
      marketKey,
      marketName: marketKey,
      provenance: IMPORTED,
      absent: [],
      estimated: [],
      pyIndex: pyIndex ?? null,
      columns: names,
      sha256: "0".repeat(64),
      tradeStartIndex: scoringWindow(bars, market.timeframe).tradeStartIndex,
    },
    columns: values,
  };
}

/** Returns the candidate of a case, as a client sends it. */
export function goldenCandidate({ market, candidate }: GoldenCase): object {
  return { marketId: 1, timeframe: market.timeframe, ...candidate };
}
