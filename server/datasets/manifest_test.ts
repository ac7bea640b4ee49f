import { assertEquals, assertThrows } from "@std/assert";
import { makeDatasetFiles, manifestOf } from "../testing/datasets.ts";
import { StartError } from "../base/errors.ts";
import { entriesOf } from "./entries.ts";
import { parseManifest } from "./manifest.ts";

const entries = (await makeDatasetFiles()).map(({ entry }) => entry);
const manifest = manifestOf(entries);
const { markets, datasets: [first, second] } = manifest;
const [market] = markets;

const IMPORTED = {
  kind: "import",
  source: "pendle",
  importer: "arena-import/1",
  sourceSha256: "0".repeat(64),
  filled: 0,
  dropped: 2,
};

/** Returns a manifest of one market with the first dataset changed. */
function withFirst(change: object): string {
  return JSON.stringify({ markets: [market], datasets: [{ ...first, ...change }] });
}

Deno.test("parseManifest() returns markets and datasets, entriesOf() joins them", () => {
  const read = parseManifest("manifest.json", JSON.stringify(manifest));
  assertEquals(read, manifest);
  assertEquals(entriesOf(read), entries);
});

Deno.test("parseManifest() accepts the provenance of imported data", () => {
  const facts = { absent: ["volume"], estimated: ["syIndex", "scalarRoot"], pyIndex: 1.19 };
  const text = withFirst({ ...facts, provenance: IMPORTED });
  assertEquals<unknown>(parseManifest("manifest.json", text), JSON.parse(text));
});

Deno.test("parseManifest() names the first fault", () => {
  const { kind: _, ...kindless } = IMPORTED;
  const wrong: [string, string][] = [
    ["{", "it is not JSON"],
    ["{}", "/markets is missing, must be given"],
    [
      withFirst({ file: "../secret.csv" }),
      '/datasets/0/file is "../secret.csv", must be a file name',
    ],
    [withFirst({ bars: 1.5 }), "/datasets/0/bars is 1.5, must be an integer"],
    [withFirst({ bars: 0 }), "/datasets/0/bars is 0, must be at least 1"],
    [
      withFirst({ timeframe: "weekly" }),
      '/datasets/0/timeframe is "weekly", must be one of hourly, daily',
    ],
    [withFirst({ source: "mine" }), "/datasets/0/source is not a field here, must be left out"],
    [
      withFirst({ absent: ["ptPrice"] }),
      '/datasets/0/absent/0 is "ptPrice", must be one of volume',
    ],
    [withFirst({ pyIndex: 0 }), "/datasets/0/pyIndex is 0, must be above 0"],
    [
      withFirst({ provenance: { ...first?.provenance, seed: undefined } }),
      "/datasets/0/provenance/seed is missing, must be given",
    ],
    [
      withFirst({ provenance: { ...IMPORTED, seed: 1 } }),
      "/datasets/0/provenance/seed is not a field here, must be left out",
    ],
    [
      withFirst({ provenance: { ...IMPORTED, kind: "copied" } }),
      '/datasets/0/provenance/kind is "copied", must be synthetic or import',
    ],
    [withFirst({ provenance: kindless }), "/datasets/0/provenance/kind is missing, must be given"],
    [withFirst({ marketId: 9 }), "/datasets/0/marketId is 9, must be that of one of the markets"],
    [
      JSON.stringify({ markets: [market], datasets: [first, second, first] }),
      '/datasets/2/timeframe is "hourly" again, must be given once',
    ],
    [
      JSON.stringify({ markets: [{ ...market, marketKey: "PT sUSDe" }], datasets: [first] }),
      '/markets/0/marketKey is "PT sUSDe", must be lower-case words joined by hyphens',
    ],
    [
      JSON.stringify({ markets: [market, { ...market, marketId: 5 }], datasets: [first] }),
      '/markets/1/marketKey is "susde", must be given once',
    ],
    [
      JSON.stringify({ markets, datasets: [first] }),
      "/markets/1/marketId is 2, must be that of one dataset at least",
    ],
  ];
  for (const [text, message] of wrong) {
    assertThrows(
      () => parseManifest("a/manifest.json", text),
      StartError,
      `Cannot read a/manifest.json: ${message}`,
    );
  }
});
