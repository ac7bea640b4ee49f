import { lazy } from "../../../base/lazy.ts";
import { knobName } from "../../../wording/knob_names.ts";
import type { Line } from "../../charts/plot_options.ts";
import type { Colour } from "../../charts/canvas_colours.ts";
import type { Run, SeenLine, SeenMark } from "../../engine/messages.ts";
import { compact, fixed, percent, precise } from "../../model/format.ts";

/** Values of a line on a chart; null marks a gap. */
export type Drawn = readonly (number | null)[];

/** Lines on one scale, for a chart of their own or for the chart of the yield. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly columns: readonly Drawn[];
  readonly unit: string;
  /** Whether the implied yield belongs to the lines. */
  readonly hasYield?: boolean;
}

/** Most components whose lines are readable together on the chart of the yield. */
const TOGETHER_MAX = 2;

/** The inputs and thresholds of a candidate, as charts. */
export interface SignalPanels {
  /** Lines on the chart of the yield, decimal per year. */
  readonly overYield: Omit<Panel, "title" | "unit">;
  /** Charts below it, in the order of the components. */
  readonly own: readonly Panel[];
}

/** Longest name that fits beside the line. */
const LABEL_LENGTH_MAX = 12;

/** The action at a mark and its colour, by role. */
const ROLES: Readonly<Record<Exclude<SeenMark["role"], "drawn">, readonly [string, Colour]>> = {
  buy: ["buy", "good"],
  hold: ["hold", "good"],
  sell: ["sell", "bad"],
  full: ["all in", "good"],
  empty: ["all out", "bad"],
};

const panelsOfRuns = new WeakMap<object, SignalPanels>();

/** Returns the charts of what the components of a run observed; memoized by run. */
export function signalPanels(run: Pick<Run, "seen" | "candidate">): SignalPanels {
  const known = panelsOfRuns.get(run) ?? makePanels(run);
  panelsOfRuns.set(run, known);
  return known;
}

function makePanels({ seen, candidate }: Pick<Run, "seen" | "candidate">): SignalPanels {
  const isMany = candidate.components.length > 1;
  const named = seen.map((lines, component) => ({
    lines: lines.map((line) => withKnobs(line, candidate.components[component]?.strategyId)),
    name: isMany ? `${component + 1}: ` : "",
  }));
  const isTogether = seen.length <= TOGETHER_MAX;
  const over = isTogether ? named.flatMap(({ lines, name }) => linesOverYield(lines, name)) : [];
  const own = lazy(() =>
    named.flatMap(({ lines, name }): Panel[] => {
      const apart = isTogether ? [] : linesOverYield(lines, "");
      const panels = lines.filter(({ scale }) => scale === "own").map((line): Panel => {
        return { title: `${name}${line.name}`, unit: line.unit, ...drawLine(line, name) };
      });
      if (apart.length === 0) return panels;
      return [{
        title: `${name}Yield`,
        unit: "annual yield",
        hasYield: true,
        lines: apart.flatMap(({ lines }) => lines),
        columns: apart.flatMap(({ columns }) => columns),
      }, ...panels];
    })
  );
  return {
    overYield: {
      lines: over.flatMap(({ lines }) => lines),
      columns: over.flatMap(({ columns }) => columns),
    },
    // Computed on first use, after the chart of the yield is drawn.
    get own(): readonly Panel[] {
      return own();
    },
  };
}

/** Returns the lines of a component on the scale of the yield, without the yield itself. */
function linesOverYield(
  lines: readonly SeenLine[],
  name: string,
): readonly Pick<Panel, "lines" | "columns">[] {
  return lines.filter(({ scale }) => scale !== "own").map((line) => {
    const drawn = drawLine(namedBy(line, lines), name);
    // The chart has the yield already.
    const from = isYield(line) ? 1 : 0;
    return { lines: drawn.lines.slice(from), columns: drawn.columns.slice(from) };
  });
}

/** Formats a value of a line. */
export function withUnit(unit: string): (value: number, step?: number) => string {
  if (/yield|fraction|share|volatility/.test(unit) && !/per turnover|per year$/.test(unit)) {
    // An axis of small steps needs more decimals, or its labels are all the same.
    return (value, step = 1) =>
      percent(value, Math.min(Math.max(2, -Math.floor(Math.log10(100 * step))), 6));
  }
  switch (unit) {
    case "days":
      return (value) => fixed(value, 1);
    case "bars":
      return (value) => fixed(value, 0);
    case "accounting asset":
      return compact;
    case "standard deviations":
      return (value) => fixed(value, 2);
    case "RSI points":
    case "%K points":
    case "basis points":
      return (value) => fixed(value, 1);
    default:
      return precise;
  }
}

/** Returns whether a line is the implied yield itself. */
function isYield({ name, column }: SeenLine): boolean {
  return column === null || name === "Yield" || name === "Implied yield";
}

function drawLine(line: SeenLine, name: string): { lines: Line[]; columns: Drawn[] } {
  const toScale = line.scale === "logYield" ? Math.expm1 : (value: number): number => value;
  const isLocal = line.scale === "own";
  const marks = joined(line.marks);
  const bars = [line, ...line.marks].find(({ column }) => column !== null)?.column?.length ?? 0;
  const columns = [line.column, ...marks.map(({ mark }) => mark.column)].map((column, at) => {
    const level = finite(toScale(marks[at - 1]?.mark.value ?? NaN));
    const drawn = new Array<number | null>(bars).fill(level);
    // Without map(), because this runs in every frame while a slider moves.
    column?.forEach((value, bar) => drawn[bar] = finite(toScale(value)));
    return drawn;
  });
  const lines: Line[] = marks.map(({ mark, text, colour }) => ({
    label: isLocal ? text : `${name}${text}`,
    short: mark.name,
    colour,
    width: 1,
    dash: [4, 3],
    isUnlabelled: !isLocal,
  }));
  const first: Line = isLocal
    ? { label: line.name, colour: "accent", isUnlabelled: line.name.length > LABEL_LENGTH_MAX }
    : { label: `${name}${line.name}`, colour: "far", width: 1, isUnlabelled: true };
  return { lines: [first, ...lines], columns };
}

/** Names the marks of a line after their knobs: "Entry". A mark that is no knob keeps its name. */
function withKnobs(line: SeenLine, strategyId = ""): SeenLine {
  const marks = line.marks.map((mark) => {
    return { ...mark, name: knobName(strategyId, { name: mark.name, unit: null }) };
  });
  return { ...line, marks };
}

/** Names the bands of a line, which are only drawn, after the marks that decide. */
function namedBy(line: SeenLine, lines: readonly SeenLine[]): SeenLine {
  if (line.marks.every(({ role }) => role !== "drawn")) return line;
  const deciding = lines.find(({ scale }) => scale === "own")?.marks ?? [];
  const marks = line.marks.map((mark, at): SeenMark => {
    const { name = mark.name, role = mark.role } = deciding[at] ?? {};
    return { ...mark, role, name: `mean + ${name.toLowerCase()}` };
  });
  return { ...line, marks };
}

/** Joins marks that share one line, such as buying under and selling over an average. */
function joined(marks: readonly SeenMark[]): readonly JoinedMark[] {
  const all: JoinedMark[] = [];
  for (const mark of marks) {
    const at = all.findIndex(({ mark: other }) => other.name === mark.name);
    const text = markText(mark);
    if (at < 0) all.push({ mark, text, colour: markColour(mark) });
    else all[at] = { mark, text: mark.name, colour: "ink-soft" };
  }
  return all;
}

/** A knob whose name says what happens at its mark: "Buy above". */
const SAYS_ROLE = /^(Buy|Sell|Hold|No|Full) /;

/** Describes a mark: "buy above: Entry", or as its knob does: "Buy above". */
function markText({ role, compare, name }: SeenMark): string {
  if (role === "drawn" || SAYS_ROLE.test(name)) return name;
  return `${ROLES[role][0]} ${compare.startsWith(">") ? "above" : "below"}: ${name}`;
}

function markColour({ role, compare }: SeenMark): Colour {
  if (role !== "drawn") return ROLES[role][1];
  return compare.startsWith(">") ? "good" : "bad";
}

interface JoinedMark {
  readonly mark: SeenMark;
  readonly text: string;
  readonly colour: Colour;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Returns why a candidate never wanted to buy: the line that stayed furthest from its mark, and the mark.
 * null if every mark to buy or hold was reached on some bar.
 *
 * @param from first scored bar
 */
export function neverReached(
  { seen, candidate, resolvedScoringProfile }: Pick<
    Run,
    "seen" | "candidate" | "resolvedScoringProfile"
  >,
): string | null {
  const from = resolvedScoringProfile.tradeStartIndex;
  const named = seen.flatMap((lines, component) =>
    lines.map((line) => withKnobs(line, candidate.components[component]?.strategyId))
  );
  for (const line of named) {
    const write = withUnit(line.unit);
    for (const mark of line.marks) {
      if (mark.role !== "buy" && mark.role !== "hold") continue;
      if (mark.value === null || line.column === null) continue;
      const scored = line.column.subarray(from).filter(Number.isFinite);
      const best = extreme(scored, mark.compare);
      if (scored.length === 0 || holds(best, mark)) continue;
      const most = mark.compare.startsWith(">") ? "most" : "least";
      return `${line.name} was at ${most} ${write(best)}, "${mark.name}" is ${write(mark.value)}`;
    }
  }
  return null;
}

/** Returns the value that came nearest to reaching a mark. */
function extreme(values: Float64Array, compare: SeenMark["compare"]): number {
  const isHigh = compare.startsWith(">");
  return values.reduce((best, value) => isHigh === value > best ? value : best, values[0] ?? NaN);
}

function holds(value: number, { compare, value: level }: SeenMark): boolean {
  if (level === null) return true;
  switch (compare) {
    case "<":
      return value < level;
    case "<=":
      return value <= level;
    case ">=":
      return value >= level;
    case ">":
      return value > level;
  }
}
