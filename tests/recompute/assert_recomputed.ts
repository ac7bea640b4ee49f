import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import type { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { recomputed } from "../../server/http/docs/programs/verdict.ts";

/** Of a figure, or of 1 where that is more: the rules compare implementations so. */
const TOLERANCE = 1e-12;

/** Asserts that an evaluation says what follows from the rest of it, by the published program. */
export function assertRecomputed(evaluation: z.infer<typeof EvaluationSchema>): void {
  assertAlike(evaluation, recomputed(evaluation), "");
}

/** Asserts that a value has every member of another, numbers within the tolerance. */
export function assertAlike(found: unknown, expected: unknown, path: string): void {
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
