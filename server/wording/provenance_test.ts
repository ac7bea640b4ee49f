import { assertEquals } from "@std/assert";
import { replacedSentence, unknownSentences } from "./provenance.ts";

Deno.test("absent and estimated columns of a dataset are described", () => {
  assertEquals(unknownSentences({ absent: [], estimated: [] }), []);
  assertEquals(unknownSentences({ absent: ["volume"], estimated: ["syIndex", "scalarRoot"] }), [
    "Absent: volume. Strategies that need it do not run here.",
    "Estimated, not recorded: syIndex, scalarRoot. Every run says what depends on it.",
  ]);
});

Deno.test("an evaluation without a generator names the substitutes for its paths", () => {
  assertEquals(replacedSentence({ replaced: [] }), null);
  assertEquals(
    replacedSentence({
      replaced: [
        { what: "sister_paths", in: "capitalScore", by: "perturbations" },
        { what: "sister_paths", in: "verdict", by: "rotations" },
        { what: "blind_twin", in: "verdict", by: null },
      ],
    }),
    "No generator makes such bars: in the cautious score six drawings of its own history replace " +
      "the 64 sister paths; in the verdict 99 rotations of the candidate's own targets replace " +
      "the 64 sister paths; in the verdict the blind twin is left out.",
  );
});
