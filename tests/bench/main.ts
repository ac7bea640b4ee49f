/**
 * Measures the figures that a user sees: `deno task bench [OTHER] [--rounds 5] [--only TEXT]`. With the
 * folder of another checkout, whose engine and page are built, each round measures both, one after the
 * other, because other load on the machine changes both alike; what counts is the median of the rounds'
 * ratios. `--only start` leaves out the groups whose names do not contain the text.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { print } from "../../server/process/output.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { ROOT } from "../../server/testing/root.ts";
import { measureFirstCurve } from "./first_curve.ts";
import { type Measured, type Probe, quantile } from "./probe.ts";
import { measureBesideSearch, measureRequests } from "./requests.ts";
import { measureSearch } from "./search.ts";
import { measureStart } from "./start.ts";

const PROBES: Readonly<Record<string, Probe>> = {
  start: measureStart,
  requests: measureRequests,
  search: measureSearch,
  "beside search": measureBesideSearch,
  "first curve": measureFirstCurve,
};

/** How much worse than the other checkout a figure may be, as a ratio. */
const WORSE_MAX = 1.25;
const CURVE_WORSE_MAX = 1.15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
});

function rounded(value: number): string {
  const shown = value < 1000 ? value : Math.round(value);
  return shown.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 21 });
}

/** Measures all checkouts alternately; returns the rounds of each. */
async function measure(probe: Probe, roots: readonly string[]): Promise<readonly Measured[][]> {
  const subjects = await inTurn(roots, probe);
  const rounds = await inTurn(
    Array(Number(values.rounds)).keys(),
    (round) => inTurn(subjects, (subject) => subject.measure(round)),
  );
  for (const subject of subjects) await subject[Symbol.asyncDispose]();
  return roots.map((_, at) => rounds.map((measured) => measured[at] ?? {}));
}

function show([own = [], other]: readonly Measured[][]): void {
  for (const name of Object.keys(own[0] ?? {})) {
    const medianOf = (rounds: readonly Measured[]): number =>
      quantile(rounds.map((round) => round[name] ?? NaN), 0.5);
    const line = `${name.padEnd(24)} ${rounded(medianOf(own)).padStart(10)}`;
    if (other === undefined) print(line);
    else {
      const ratios = own.map((round, at) => (round[name] ?? NaN) / (other[at]?.[name] ?? NaN));
      const ratio = quantile(ratios, 0.5);
      const worse = name.endsWith("PerSecond") ? 1 / ratio : ratio;
      const most = name.startsWith("firstCurve") ? CURVE_WORSE_MAX : WORSE_MAX;
      const verdict = worse > most ? `worse than ${most}` : "";
      print(
        `${line} ${rounded(medianOf(other)).padStart(10)} ${
          ratio.toFixed(3).padStart(8)
        } ${verdict}`,
      );
    }
  }
}

const [first] = positionals;
const roots = [ROOT, ...first === undefined ? [] : [first.endsWith("/") ? first : `${first}/`]];
for (const [name, probe] of Object.entries(PROBES)) {
  if (name.includes(values.only)) show(await measure(probe, roots));
}
