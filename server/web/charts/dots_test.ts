import { assertEquals } from "@std/assert";
import { placeDots } from "./dots.ts";

const levelsOf = (differences: readonly number[]): readonly (number | null)[] | undefined =>
  placeDots([{
    title: "Half-years",
    kind: "strategy",
    dots: differences.map((difference, path) => ({ difference, path })),
    mark: { title: "mean", value: 0 },
  }], "hold").strips[0]?.dots.map(({ level }) => level);

Deno.test("many half-years that end like the line are one bar, and a few are dots", () => {
  const ties = Array.from({ length: 43 }, (_, at) => at * 2e-5);
  assertEquals(levelsOf([0.01, ...ties, -0.02]), [0, ...ties.map(() => null), 0]);
  assertEquals(levelsOf([0.01, 0, 0.0001, -0.02]), [0, 0, 1, 0]);
});
