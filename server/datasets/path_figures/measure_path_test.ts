import { assert, assertEquals } from "@std/assert";
import { measurePath } from "./measure_path.ts";

const DAY_MS = 86_400_000;
const DAYS = 140;

function close(found: number, wanted: number): void {
  assert(Math.abs(found - wanted) < 1e-6, `${found}, must be ${wanted}`);
}

/** Weekly rates alternate between 4 and 8 %; the implied yield moves half as much, a day ahead. */
function table(): Parameters<typeof measurePath>[0] {
  const rate = (day: number): number => Math.floor(day / 7) % 2 === 0 ? 0.04 : 0.08;
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const implied = days.map((day) => 0.05 + rate(day + 1) / 2);
  const syIndex = days.map((day) =>
    days.slice(0, day + 1).reduce((index, one) => index * (1 + rate(one)) ** (1 / 365), 1)
  );
  return {
    timestamp: days.map((day) => (day + 1) * DAY_MS),
    impliedApy: implied,
    underlyingApy: days.map(() => 0.06),
    syIndex,
  };
}

Deno.test("measurePath() reads payouts, gap and carry from a path", () => {
  const figures = measurePath(table(), new Date(DAYS * DAY_MS).toISOString());
  // The first and the last week lack a neighbour.
  assertEquals(figures.events.length, 18);
  const [event] = figures.events;
  assert(event !== undefined);
  close(event.payout, -4);
  close(event.before, -2);
  close(event.after, 2);
  // Alternately 7 and 9 %, against 6 %.
  close(figures.gap.mean, 2);
  assertEquals(figures.gap.negative, 0);
  close(figures.underlyingMax, 6);
  // Day 79 closes 60 days before expiry, in the twelfth week: 8 % are paid, and 9 % implied.
  close(figures.carry.gap, 3);
  close(figures.carry.logLevel, Math.log(9));
  // Of the 60 days that follow, 32 pay 8 % and the others 4 %.
  close(figures.carry.earned, 9 - 100 * ((1.08 ** 32 * 1.04 ** 28) ** (1 / 60) - 1));
});
