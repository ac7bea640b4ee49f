import { assertEquals } from "@std/assert";
import { stateAt } from "./season_list.ts";

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
