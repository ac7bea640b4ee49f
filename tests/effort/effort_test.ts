/**
 * The cost of a body grows with its length, and the cost of a summary has a bound: the WebAssembly of
 * `pkg/` runs where its instructions are counted, so the figures are those of the served bytes and
 * the same on every machine. The server runs summaries on the thread that serves requests, where a run
 * cannot be interrupted.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { lazy } from "../../server/base/lazy.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";
import { PACKAGE, python } from "../recipes/python_package.ts";

/** Largest growth for twice the parts: `n log n` gives 2.2, and `n * n` nearly 4. */
const GROWTH_MAX = 2.5;
/** Instructions per component and bar, and per summary besides its components. */
const PER_BAR_MAX = 1_000;
const PER_RUN_MAX = 250_000;

/** Figures that `effort.py` measures, all in instructions. */
interface Effort {
  readonly growths: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<"usual" | "first" | "second", number>> & {
    readonly equal: boolean;
  };
  readonly perByte: readonly [few: number, many: number];
  readonly capitals: Readonly<Record<string, number>>;
  readonly summaries: readonly (readonly [component: string, count: number, cost: number])[];
  readonly bars: number;
}

const measured = lazy(async (): Promise<Effort> => {
  return JSON.parse(await python(`${PACKAGE}/python`, [`${ROOT}tests/effort/effort.py`]));
});

function effortTest(name: string, check: (effort: Effort) => void): void {
  testWith(["wasmtime"], name, async () => check(await measured()));
}

effortTest("the cost of a candidate or a payload is not quadratic in its length", ({ growths }) => {
  assertEquals(Object.keys(growths).length, 52);
  assertEquals(Object.entries(growths).filter(([, growth]) => !(growth < GROWTH_MAX)), []);
});

effortTest("the second evaluation of texts costs about what the catalogue does", ({ texts }) => {
  assert(texts.equal, "equal bytes");
  assert(10 * texts.second < texts.first && texts.second < 2 * texts.usual, JSON.stringify(texts));
});

effortTest("a list of components costs at most as much as sixteen", ({ perByte: [few, many] }) => {
  assert(many < few, `${few} instructions for a byte, then ${many}`);
});

effortTest(
  "no capital makes a summary twice as dear as the dearest at 100,000",
  ({ capitals: { 100000: usual = NaN, ...others } }) => {
    assert(usual > 100_000, `${usual} instructions`);
    assertEquals(Object.entries(others).filter(([, cost]) => !(cost <= 2 * usual)), []);
  },
);

effortTest(
  "the cost of a summary is bounded for all strategies and parameters",
  ({ summaries, bars }) => {
    assert(summaries.length > 400, `${summaries.length} runs`);
    const isDear = ([, count, cost]: Effort["summaries"][number]): boolean =>
      !(cost <= PER_RUN_MAX + count * bars * PER_BAR_MAX);
    assertEquals(summaries.filter(isDear), []);
  },
);
