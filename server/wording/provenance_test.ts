import { assertEquals } from "@std/assert";
import { replacedSentence, unknownSentences } from "./provenance.ts";

Deno.test("what is unknown of a dataset is said, and nothing where all is known", () => {
  assertEquals(unknownSentences({ absent: [], estimated: [] }), []);
  assertEquals(unknownSentences({ absent: ["volume"], estimated: ["syIndex", "scalarRoot"] }), [
    "Absent: volume. Strategies that need it do not run here.",
    "Estimated and not known: syIndex, scalarRoot. Every run says what depends on it.",
  ]);
});

Deno.test("an evaluation without a generator says what stands for its paths", () => {
  assertEquals(replacedSentence({ replaced: [] }), null);
  assertEquals(
    replacedSentence({
      replaced: [
        { what: "sister_paths", in: "capitalScore", by: "perturbations" },
        { what: "sister_paths", in: "verdict", by: "rotations" },
        { what: "blind_twin", in: "verdict", by: null },
      ],
    }),
    "No generator makes such bars: in the capital score six drawings of its own history stand for " +
      "the 64 sister paths; in the verdict 99 rotations of the candidate's own targets stand for " +
      "the 64 sister paths; in the verdict the blind twin is left out.",
  );
});
