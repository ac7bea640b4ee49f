import { assertEquals, assertThrows } from "@std/assert";
import { makeDatasetFiles } from "../../tests/support/datasets.ts";
import { StartError } from "../errors.ts";
import { parseManifest } from "./manifest.ts";

const entries = (await makeDatasetFiles()).map(({ entry }) => entry);
const [first] = entries;

Deno.test("parseManifest() gives the entries", () => {
  const text = JSON.stringify({ generatorVersion: 2, datasets: entries });
  assertEquals(parseManifest(text), entries);
});

Deno.test("parseManifest() names the first fault", () => {
  const wrong: [string, string][] = [
    ["{", "Cannot read manifest.json: it is not JSON"],
    ["{}", "Cannot read manifest.json: /datasets is missing, must be given"],
    [
      JSON.stringify({ datasets: [{ ...first, file: "../secret.csv" }] }),
      'Cannot read manifest.json: /datasets/0/file is "../secret.csv", must be a file name',
    ],
    [
      JSON.stringify({ datasets: [{ ...first, bars: 1.5 }] }),
      "Cannot read manifest.json: /datasets/0/bars is 1.5, must be an integer",
    ],
    [
      JSON.stringify({ datasets: [{ ...first, bars: 0 }] }),
      "Cannot read manifest.json: /datasets/0/bars is 0, must be at least 1",
    ],
    [
      JSON.stringify({ datasets: [{ ...first, timeframe: "weekly" }] }),
      'Cannot read manifest.json: /datasets/0/timeframe is "weekly", must be one of hourly, daily',
    ],
    [
      JSON.stringify({ datasets: [first, { ...first, passiveGap: undefined }] }),
      "Cannot read manifest.json: /datasets/1/passiveGap is missing, must be given",
    ],
    [
      JSON.stringify({ datasets: [{ ...first, generatorVersion: null }] }),
      "Cannot read manifest.json: /datasets/0/generatorVersion is missing, must be given",
    ],
    [
      JSON.stringify({ datasets: [{ ...first, source: "mine" }] }),
      "Cannot read manifest.json: /datasets/0/source is not a field here, must be left out",
    ],
  ];
  for (const [text, message] of wrong) {
    assertThrows(() => parseManifest(text), StartError, message);
  }
});
