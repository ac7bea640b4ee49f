import { assert, assertEquals } from "@std/assert";
import { excessReturns, toDailyReturns } from "./daily_returns.ts";

const DAY_MS = 86_400_000;

function assertNear(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) < 1e-9, `${actual} ${expected}`);
}

Deno.test("daily returns end with the last bar of a day, UTC", () => {
  const hours = [12, 24, 36, 48, 60].map((hour) => hour * DAY_MS / 24);
  const daily = toDailyReturns(hours, [1, 1.1, 1.1, 2.2, 1.1], 0);
  assertEquals(daily.days, [0, 1, 2]);
  [0.1, 1, -0.5].forEach((day, at) => assertNear(daily.returns[at] ?? NaN, day));
});

Deno.test("the excess of one path over another is of the days that both have", () => {
  const one = { days: [1, 2, 3, 4], returns: [0.1, 0.2, 0.3, 0.4] };
  const other = { days: [2, 3, 9], returns: [0.2, 0.1, 5] };
  const excess = excessReturns(one, other);
  assertEquals(excess.length, 2);
  assertNear(excess[1] ?? NaN, 0.2);
});
