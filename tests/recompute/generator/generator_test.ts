import { assert, assertEquals } from "@std/assert";
import { Engine, TIMEFRAMES } from "../../../datasets/engine.ts";
import { type GeneratedFile, generateFile } from "./columns.ts";
import { MARKETS } from "./markets.ts";
import { type Coefficients, Stream } from "./random.ts";

/**
 * The `exp` and `ln` of this host sometimes differ from the engine's in the last digit: 85 % of all
 * numbers are bit-equal. A volume is proportional to differences of yields, which amplify the
 * difference.
 */
const TOLERANCE = 1e-14;
const VOLUME_TOLERANCE = 1e-12;

const rules = await Deno.readTextFile(new URL("../../../engine-rs/RULES.md", import.meta.url));
const engine = await Engine.load();

/** The table of AS 241 in the rules: a row per power, a column per polynomial. */
const coefficients: Coefficients = (() => {
  const rows = [...rules.matchAll(/^\| ([0-7])((?: +\| [\d.e+-]+){6}) +\|$/gm)];
  assertEquals(rows.map(([, power]) => power), ["7", "6", "5", "4", "3", "2", "1", "0"]);
  const cells = rows.map(([, , row = ""]) => row.split("|").slice(1).map(Number));
  return Array.from({ length: 6 }, (_, at) => cells.map((row) => row[at] ?? NaN));
})();

/** Seed of the first sister: the first word of generator 200 under the published seed. */
const SISTER = new Stream(20261120n + 1000003n * 200n, coefficients).word();

function assertEqualFiles(found: GeneratedFile, csv: string): void {
  const [head = "", ...lines] = csv.trimEnd().split("\n");
  assertEquals(found.names, head.split(","));
  lines.forEach((line, row) => {
    line.split(",").forEach((field, column) => {
      const value = found.rows[row]?.[column] ?? NaN;
      const where = `${head.split(",")[column]} of row ${row}: ${value}, must be ${field}`;
      if (typeof value === "string") assertEquals(value, field);
      else {
        const wanted = Number(field);
        const tolerance = found.names[column] === "volume" ? VOLUME_TOLERANCE : TOLERANCE;
        assert(Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted)), where);
      }
    });
  });
}

Deno.test("the first sister has the published seed", () => {
  assertEquals(SISTER, 15178265802859233731n);
});

Deno.test("the rules list the first rows of sister 1 of each market", () => {
  const vectors = [...rules.matchAll(/```csv\n([^`]*)```/g)].map(([, csv = ""]) => csv);
  assertEquals(vectors.length, MARKETS.length);
  MARKETS.forEach((market, at) => {
    const vector = vectors[at] ?? "";
    const { csv } = engine.generate({ marketKey: market.key, timeframe: "daily", sister: 1 });
    assertEquals(vector.trimEnd().split("\n"), csv.split("\n").slice(0, 4));
    assertEqualFiles(generateFile(market, "daily", { seed: SISTER, coefficients }), vector);
  });
});

for (const market of MARKETS) {
  Deno.test(`the rules alone reproduce every file of ${market.key} that the engine makes`, () => {
    for (const timeframe of TIMEFRAMES) {
      const path = engine.generate({ marketKey: market.key, timeframe, sister: 1 });
      const found = generateFile(market, timeframe, { seed: SISTER, coefficients });
      assertEquals(found.rows.length, path.bars);
      assertEqualFiles(found, path.csv);
      for (const seed of [1, 2, 3]) {
        const { csv } = engine.generate({ marketKey: market.key, timeframe, seed });
        assertEqualFiles(
          generateFile(market, timeframe, { seed: BigInt(seed), coefficients }),
          csv,
        );
      }
    }
  });
}
