import { assertEquals } from "@std/assert";
import { okValue } from "../../engine/wire.ts";
import { CatalogueSchema } from "../../engine/wire_schemas.ts";
import { makeEngine } from "../../testing/official.ts";
import { axisFaults, axisValues, parameterRange } from "./axis_values.ts";

const engine = await makeEngine();
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());

function tableOf(id: string): typeof strategies[number] {
  const found = strategies.find(({ strategyId }) => strategyId === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

function parameterOf(id: string, wanted: string): typeof strategies[number]["parameters"][number] {
  const found = tableOf(id).parameters.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no ${wanted}`);
  return found;
}

Deno.test("an axis has the ends of the catalogue's range and readable values between", () => {
  const k = parameterOf("yield-bollinger", "k");
  assertEquals(axisValues(k, null, 8, "hourly").values, [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
  assertEquals(axisValues(k, { from: 1, to: 2 }, 4, "hourly").values, [1, 1.33, 1.67, 2]);
});

Deno.test("a window starts at its minimum number of bars, its axis at a whole day", () => {
  const window = parameterOf("yield-bollinger", "window");
  assertEquals(parameterRange(window, "hourly"), { from: 5 / 24, to: 120 });
  assertEquals(parameterRange(window, "daily"), { from: 5, to: 120 });
  const { values } = axisValues(window, null, 3, "hourly");
  assertEquals(values, [1, 61, 120]);
  const odd = { from: 0.3, to: 0.49 };
  assertEquals(axisValues(window, odd, 9, "hourly").values, [8 / 24, 9 / 24, 10 / 24, 11 / 24]);
});

Deno.test("an axis has all named values, and no duplicates of few integers", () => {
  assertEquals(axisValues(parameterOf("yield-bollinger", "field"), null, 9, "hourly").values, [
    "logYield",
    "impliedApy",
  ]);
  const integer = {
    name: "n",
    title: "N",
    description: "",
    unit: null,
    type: "integer" as const,
    defaultValue: 1,
    constraints: { minimum: 1, maximum: 3 },
  };
  assertEquals(axisValues(integer, null, 10, "daily").values, [1, 2, 3]);
});

const WINDOW = {
  name: "window",
  title: "Window",
  description: "",
  unit: "days",
  defaultValue: 20,
  type: "window",
  constraints: { minimumBars: 5, maximum: 120 },
} as const;

function faults(from: number, to: number, steps: number): readonly string[] {
  return axisFaults({ range: { from, to }, steps }, WINDOW, "hourly");
}

Deno.test("an axis within its bounds can be swept, also with rounded ends", () => {
  assertEquals(axisFaults({ range: null, steps: 32 }, WINDOW, "hourly"), []);
  assertEquals(faults(0.2083, 120, 64), []);
  assertEquals(faults(1, 2, 2), []);
});

Deno.test("each fault in the numbers of an axis is a sentence", () => {
  assertEquals(faults(90, 10, 8), ["From is 90, must be below To, which is 10"]);
  assertEquals(faults(10, 10, 8), ["From is 10, must be below To, which is 10"]);
  assertEquals(faults(NaN, 500, 8.5), [
    "From is empty, must be a number from 0.208 to 120",
    "To is 500, must be from 0.208 to 120",
    "Steps is 8.5, must be a whole number from 2 to 64",
  ]);
  assertEquals(faults(-1, 5, 128), [
    "From is −1, must be from 0.208 to 120",
    "Steps is 128, must be a whole number from 2 to 64",
  ]);
});
