import { assertEquals } from "@std/assert";
import { seasonStateOf } from "./season_state.ts";

const [OPENS, CLOSES] = [1_000, 2_000];
const season = {
  opensAt: OPENS,
  closesAt: CLOSES,
  isRevealed: false,
  isVoid: false,
  isScored: false,
};

Deno.test("a season is open from the millisecond of its opening to the last before its close", () => {
  const states = [OPENS - 1, OPENS, CLOSES - 1, CLOSES].map((ms) => seasonStateOf(season, ms));
  assertEquals(states, ["announced", "open", "open", "closed"]);
});

Deno.test("what was made public stays so, whatever a clock says", () => {
  assertEquals(seasonStateOf({ ...season, isRevealed: true }, OPENS), "revealed");
  assertEquals(seasonStateOf({ ...season, isRevealed: true, isScored: true }, OPENS), "scored");
  assertEquals(seasonStateOf({ ...season, isVoid: true, isRevealed: true }, OPENS), "void");
});
