import { assert, assertEquals } from "@std/assert";
import { stateAt } from "./season_list.ts";
import { stackedDots } from "./stacked_dots.ts";

Deno.test("the clock opens and closes a season whose file is old", () => {
  const season = {
    state: "announced",
    opensAt: "2026-11-01T00:00:00Z",
    closesAt: "2026-11-02T00:00:00Z",
  } as const;
  const at = (text: string): string => stateAt(season, Date.parse(text));
  assertEquals(at("2026-10-31T23:59:59Z"), "announced");
  assertEquals(at("2026-11-01T00:00:00Z"), "open");
  assertEquals(at("2026-11-02T00:00:00Z"), "closed");
  // A decision of the visitor stays.
  assertEquals(stateAt({ ...season, state: "void" }, Date.parse("2026-11-01T12:00:00Z")), "void");
  assertEquals(stateAt({ ...season, state: "scored" }, 0), "scored");
});

Deno.test("dots of about the same difference stand on each other, and no difference has none", () => {
  const { dots, at, ticks } = stackedDots(Float64Array.of(-0.02, 0.04, 0.0400001, 0, 1e-12));
  assertEquals(dots.map(({ path }) => path), [1, 2, 3]);
  assertEquals(dots.map(({ level, pile }) => [level, pile]), [[0, 1], [0, 2], [1, 2]]);
  assert(dots.every(({ x }) => x > 0 && x < 1));
  assertEquals([at(-0.02), ticks.includes(0)], [0, true]);
});
