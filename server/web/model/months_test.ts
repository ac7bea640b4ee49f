import { assert, assertEquals } from "@std/assert";
import { monthsOf, yearsOf } from "./months.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2025-11-30T00:00:00Z");

Deno.test("months compound to the run, and their differences to Hold sum to it", () => {
  const bars = 100;
  const timestamp = Float64Array.from({ length: bars }, (_, day) => START + day * DAY_MS);
  const from = 10;
  const path = (rate: number): Float64Array =>
    Float64Array.from({ length: bars }, (_, bar) => (1 + rate) ** Math.max(0, bar - from + 1));
  const [values, hold] = [path(0.001), path(0.0007)];
  const months = monthsOf(timestamp, values, hold, from);
  assertEquals(months.map(({ year, month }) => `${year}-${month + 1}`), [
    "2025-12",
    "2026-1",
    "2026-2",
    "2026-3",
  ]);
  const years = yearsOf(months);
  assertEquals(years.map(({ year }) => year), [2025, 2026]);
  const whole = years.reduce((product, { gain }) => product * (1 + gain), 1);
  assert(Math.abs(whole - (values.at(-1) ?? NaN)) < 1e-12);
  const difference = years.reduce((sum, { overHold }) => sum + overHold, 0);
  const expected = (values.at(-1) ?? NaN) - (hold.at(-1) ?? NaN);
  assert(Math.abs(difference - expected) < 1e-12);
});

Deno.test("a bar that closes at midnight on the first belongs to the month before", () => {
  const timestamp = Float64Array.of(Date.parse("2026-03-01T00:00:00Z"));
  const [month] = monthsOf(timestamp, Float64Array.of(1.01), Float64Array.of(1), 0);
  assertEquals(month?.month, 1);
});
