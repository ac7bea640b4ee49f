import { assertEquals } from "@std/assert";
import { seededRandom } from "./random.ts";
import { HASHES, rowsOfSmallest } from "./smallest_hashes.ts";

/** The definition: sorts all rows by hash, equal ones by number. */
function bySorting(hashes: Float64Array, most: number): readonly number[] {
  const hashAt = (row: number): number => hashes[row] ?? NaN;
  const rows = [...hashes.keys()].filter((row) => !Number.isNaN(hashAt(row)))
    .toSorted((one, other) => hashAt(one) - hashAt(other) || one - other);
  return rows.filter((row, at) => at === 0 || hashAt(row) !== hashAt(rows[at - 1] ?? -1))
    .slice(0, most);
}

Deno.test("the rows of the smallest hashes are those of a sort, of equal ones the first", () => {
  const random = seededRandom(7);
  const even = (): number => Math.floor(random() * HASHES);
  const draws = {
    even,
    repeated: () => Math.floor(random() * 40) * 2 ** 47,
    alike: () => HASHES - 1 - Math.floor(random() * 50),
    "left out": () => random() < 0.9 ? NaN : even(),
    nothing: () => NaN,
  };
  for (const [name, draw] of Object.entries(draws)) {
    for (
      const [rows, most] of [[0, 5], [1, 1], [300, 20], [3_000, 1_000], [2_000, 4_000]] as const
    ) {
      const hashes = Float64Array.from({ length: rows }, draw);
      assertEquals([...rowsOfSmallest(hashes, most)], bySorting(hashes, most), `${name} ${rows}`);
    }
  }
});
