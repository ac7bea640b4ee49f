import { assertEquals } from "@std/assert";
import { SETTING_ROWS } from "./config.ts";
import { misspeltText } from "./misspelt.ts";

const NAMES = SETTING_ROWS.map(([name]) => name);

function warned(...set: readonly string[]): string | null {
  return misspeltText(NAMES, (variable) => set.includes(variable));
}

Deno.test("a setting with swapped, missing or doubled letters is named with the right one", () => {
  for (const slip of ["ARENA_PROT", "ARENA_PRT", "ARENA_POORT"]) {
    assertEquals(warned(slip), `Ignored: ${slip} is no setting, the nearest is ARENA_PORT`);
  }
  assertEquals(
    warned("ARENA_HSOT", "ARENA_DATASET"),
    "Ignored: ARENA_HSOT is no setting, the nearest is ARENA_HOST; " +
      "ARENA_DATASET is no setting, the nearest is ARENA_DATASETS",
  );
});

Deno.test("no setting, no key of a client and no variable of another program is warned of", () => {
  assertEquals(warned(...NAMES, "ARENA_KEY", "ARENA_URL", "ARENA_SITE", "PATH", "ARENA_"), null);
});
