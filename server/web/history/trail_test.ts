import { assertEquals } from "@std/assert";
import { back, forth, NO_TRAIL, readTrail, type Trail, visit } from "./trail.ts";

const isSame = (a: number, b: number): boolean => a === b;
const isStep = (step: unknown): step is number => typeof step === "number";

function trailOf(...steps: readonly number[]): Trail<number> {
  return steps.reduce<Trail<number>>((trail, step) => visit(trail, step, isSame), NO_TRAIL);
}

Deno.test("steps are undone and redone", () => {
  const once = back(trailOf(1, 2, 3), 3, isSame);
  assertEquals(once, { past: [1], present: 2, future: [3] });
  const twice = back(once ?? NO_TRAIL, 2, isSame);
  assertEquals(twice?.present, 1);
  assertEquals(back(twice ?? NO_TRAIL, 1, isSame), null);
  assertEquals(forth(forth(twice ?? NO_TRAIL) ?? NO_TRAIL)?.present, 3);
  assertEquals(forth(trailOf(1, 2)), null);
});

Deno.test("an equal value is not a step, and a new step drops the undone ones", () => {
  assertEquals(trailOf(1, 1, 2, 2).past, [1]);
  const undone = back(trailOf(1, 2, 3), 3, isSame) ?? NO_TRAIL;
  assertEquals(visit(undone, 9, isSame), { past: [1, 2], present: 9, future: [] });
});

Deno.test("undo leaves a value that is not a step for the last step", () => {
  assertEquals(back(trailOf(1, 2), 99, isSame)?.present, 2);
  assertEquals(back(NO_TRAIL, 99, isSame), null);
});

Deno.test("the last two hundred steps are kept", () => {
  const trail = trailOf(...Array.from({ length: 300 }, (_, at) => at));
  assertEquals([trail.past.length, trail.past[0]], [200, 99]);
});

Deno.test("a trail survives a round trip through JSON, any other value reads as an empty trail", () => {
  const trail = back(trailOf(1, 2, 3), 3, isSame) ?? NO_TRAIL;
  assertEquals(readTrail(JSON.parse(JSON.stringify(trail)), isStep), trail);
  const wrong = [null, 5, "x", [], {}, { past: 1, present: 1 }, { past: ["a"], present: 1 }];
  for (const one of wrong) assertEquals(readTrail(one, isStep), NO_TRAIL);
});
