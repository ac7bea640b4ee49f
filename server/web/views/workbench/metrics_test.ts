import { assertEquals } from "@std/assert";
import { METRICS } from "../../../contracts/metric_table.ts";
import type { Metrics } from "../../engine/messages.ts";
import { shownMetrics } from "./metrics.ts";

/** A run with one number everywhere, except for the given metrics. */
function run(given: Partial<Metrics>): Metrics {
  const same = Object.entries(METRICS).map(([name, { type }]) => [name, type !== "boolean" && 2]);
  return { ...Object.fromEntries(same), ...given };
}

function shown(given: Partial<Metrics>): Record<string, string> {
  const entries = shownMetrics(run(given)).map(({ name, value, note }) => [
    name,
    note === "" ? value : `${value} ${note}`,
  ]);
  return Object.fromEntries(entries);
}

Deno.test("shownMetrics() returns the rows with a label, in the order of the table", () => {
  const rows = Object.entries(METRICS).filter(([, { label }]) => label !== null);
  assertEquals(
    shownMetrics(run({})).map(({ name, label, meaning }) => [name, label, meaning]),
    rows.map(([name, { label, text }]) => [name, label, text]),
  );
});

Deno.test("shownMetrics() formats numbers by unit", () => {
  const { executionCost, sharpe, fills, calmar } = shown({
    executionCost: 0.000123456,
    sharpe: -1.234,
    fills: 1234,
    calmar: null,
  });
  assertEquals([executionCost, sharpe], ["0.0123 % per day", "−1.23 over idle SY"]);
  assertEquals([fills, calmar], ["1,234", "–"]);
});

Deno.test("shownMetrics() says how long a drawdown was and whether it was recovered", () => {
  const fall = { maxDrawdown: 0.0125, maxDrawdownDays: 1.2, drawdownRecovered: true };
  assertEquals(shown(fall)["maxDrawdown"], "1.25 % 1 day, recovered");
  const open = { ...fall, maxDrawdownDays: 3, drawdownRecovered: false };
  assertEquals(shown(open)["maxDrawdown"], "1.25 % 3 days, not recovered");
  assertEquals(shown({ ...fall, maxDrawdown: 0 })["maxDrawdown"], "0.00 % none");
});
