import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import type { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { recomputed } from "../../server/http/docs/programs/verdict.ts";

/** Tolerance relative to a figure, or to 1 if that is larger, as in the rules' comparisons. */
const TOLERANCE = 1e-12;

/** Asserts that an evaluation equals what the published program recomputes from its data. */
export function assertRecomputed(evaluation: z.infer<typeof EvaluationSchema>): void {
  assertAlike(evaluation, recomputed(evaluation), "");
}

/** Asserts that a value has every member of another, with numbers within the tolerance. */
function assertAlike(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === "number" && typeof found === "number") {
    const bound = TOLERANCE * Math.max(1, Math.abs(expected));
    return assert(Math.abs(found - expected) <= bound, `${path} is ${found}, expected ${expected}`);
  }
  if (typeof expected !== "object" || typeof found !== "object" || !expected || !found) {
    return assertEquals(found, expected, path);
  }
  if (Array.isArray(expected)) assertEquals(Reflect.get(found, "length"), expected.length, path);
  for (const [name, member] of Object.entries(expected)) {
    assertAlike(Reflect.get(found, name), member, `${path}/${name}`);
  }
}
