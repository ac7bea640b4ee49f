import type { Language, Parameter } from "../../contracts/catalog.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { CatalogueEntry } from "../../contracts/types.ts";
import type { Component } from "./candidate.ts";
import { windowNames } from "./text_tokens.ts";

/** Id of the strategy whose parameters are texts and names of the reader's own. */
export const EXPRESSION = "expression";
/** The texts that decide a target, in the order of the editor. */
export const ROOTS: readonly string[] = ["target", "enter", "exit"];

/** The rule with which the editor of texts opens: buys a yield far above its mean, sells at the mean. */
export const OWN_RULE: Component = {
  strategyId: EXPRESSION,
  strategyParams: { enter: "zscore(impliedApy, 20d) > 1.5", exit: "zscore(impliedApy, 20d) < 0" },
};

/** A range reaches from 0 to this multiple of a value's power of ten. */
const REACH = 2;
/** The window at which a slider of windows has most room. */
const WINDOW_DAYS = 20;

/** The used part of the catalogue. */
export type Strategies = readonly Pick<CatalogueEntry, "strategyId" | "parameters" | "language">[];

/** Returns whether a candidate has a component that is a text of its reader. */
export function hasTexts({ components }: Candidate): boolean {
  return components.some(({ strategyId }) => strategyId === EXPRESSION);
}

/** Returns the names of a component's own that its rule does not read, not even by another name. */
export function unusedNames(
  { strategyId, strategyParams = {} }: Component,
): readonly string[] {
  if (strategyId !== EXPRESSION) return [];
  const used = new Set(ROOTS);
  for (const name of used) {
    const text = strategyParams[name];
    if (typeof text !== "string") continue;
    for (const [read] of text.matchAll(/(?<![\w.])[A-Za-z]\w*/g)) used.add(read);
  }
  return Object.keys(strategyParams).filter((name) => !used.has(name));
}

/** Returns a candidate without unused names; the same object if it has none. */
export function withoutUnused(candidate: Candidate): Candidate {
  if (candidate.components.every((component) => unusedNames(component).length === 0)) {
    return candidate;
  }
  const components = candidate.components.map((component) => {
    const unused = unusedNames(component);
    const kept = Object.entries(component.strategyParams ?? {})
      .filter(([name]) => !unused.includes(name));
    return unused.length === 0
      ? component
      : { ...component, strategyParams: Object.fromEntries(kept) };
  });
  return { ...candidate, components };
}

/** Returns the parameters of a component; of texts the numbers under names of the reader's own. */
export function componentParameters(
  { strategyId, strategyParams = {} }: Component,
  strategies: Strategies,
): readonly Parameter[] {
  const known = strategies.find((strategy) => strategy.strategyId === strategyId);
  if (known?.language === undefined) return known?.parameters ?? [];
  const { language } = known;
  const windows = Object.values(strategyParams)
    .flatMap((value) => typeof value === "string" ? windowNames(value, language) : []);
  return Object.entries(strategyParams).flatMap(([name, value]) =>
    typeof value === "number" ? ownParameter(name, value, windows.includes(name), language) : []
  );
}

/** The last range of each name. It stays while it contains the value, so that no slider jumps. */
const ranges = new Map<string, readonly [number, number]>();

/** Returns a number of the reader's own as a parameter, with a range that contains it. */
function ownParameter(
  name: string,
  value: number,
  isWindow: boolean,
  { limits }: Language,
): Parameter {
  const named = { name, title: name };
  if (isWindow) {
    const constraints = { minimumBars: 2, maximum: limits.windowDays };
    const [description, defaultValue] = ["a window", WINDOW_DAYS];
    return { ...named, description, defaultValue, type: "window", unit: "days", constraints };
  }
  const [minimum, maximum] = rangeAround(name, value);
  const defaultValue = (minimum + maximum) / 2;
  const constraints = { minimum, maximum };
  const description = "a number";
  return { ...named, description, defaultValue, type: "number", unit: null, constraints };
}

function rangeAround(name: string, value: number): readonly [number, number] {
  const last = ranges.get(name);
  if (last !== undefined && last[0] <= value && value <= last[1]) return last;
  const power = value === 0 ? 1 : 10 ** Math.ceil(Math.log10(Math.abs(value)));
  const most = REACH * power;
  // A threshold of zero is as often crossed from above as from below.
  const range = value < 0 ? [-most, 0] as const : [value === 0 ? -most : 0, most] as const;
  ranges.set(name, range);
  return range;
}

/** Returns the texts and then the numbers of a component, in the order of the editor. */
export function componentTexts(
  { strategyParams = {} }: Component,
): readonly (readonly [string, string])[] {
  const texts = Object.entries(strategyParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : []
  );
  const place = ([name]: readonly [string, string]): number =>
    ROOTS.includes(name) ? ROOTS.indexOf(name) : ROOTS.length;
  return texts.toSorted((a, b) => place(a) - place(b));
}

/** Returns why a new name is not allowed; null for an allowed one. */
export function newNameFault(
  name: string,
  taken: readonly string[],
  { columns, constants, words, limits }: Language,
): string | null {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name) || name.length > limits.nameCharacters) {
    return `letters and digits, a letter first, at most ${limits.nameCharacters}`;
  }
  if (taken.includes(name) || ROOTS.includes(name)) return `${name} is there already`;
  const isWord = [...columns, ...constants].some((word) => word.name === name) ||
    words.includes(name);
  return isWord ? `${name} is a word of the language` : null;
}
