import { PACKAGE } from "./sources.ts";

/** The generated module with the engine's constants for server, page and package. */
export const CONSTANTS = new URL("../server/contracts/engine_constants.ts", import.meta.url);

interface Strategies {
  readonly strategies: readonly {
    readonly strategyId: string;
    readonly parameters: readonly { readonly name: string; readonly title: string }[];
  }[];
}

interface Published {
  readonly candidate: {
    readonly capitalDecimals: number;
    readonly capitalDefault: string;
    readonly capitalMax: number;
    readonly capitalMin: number;
    readonly componentsMax: number;
    readonly submissionIdMax: number;
    readonly weightBpsTotal: number;
  };
  readonly timeframes: readonly { readonly timeframe: string; readonly barsPerDay: number }[];
}

/** Returns the text of the module, from the published documents of the engine in `pkg/`. */
export async function constantsModule(): Promise<string> {
  const engine = await import(new URL("arena_engine.js", PACKAGE).href);
  engine.initSync({ module: await Deno.readFile(new URL("arena_engine_bg.wasm", PACKAGE)) });
  const { formulaVersion } = ok<{ readonly formulaVersion: number }>(engine.engineInfo());
  const { candidate, timeframes } = ok<Published>(engine.familyProfile());
  const { strategies } = ok<Strategies>(engine.strategyCatalogue());
  const titles = listTitles(strategies);
  const bars = timeframes.map(({ timeframe, barsPerDay }) => `${timeframe}: ${barsPerDay}`);
  return `// This module is browser compatible.
// Generated from the engine by \`deno task build:engine\`: do not edit.

/** Bars of a day, by timeframe. */
export const BARS_PER_DAY = { ${bars.join(", ")} } as const;

/** Capital of a candidate that names none. */
export const CAPITAL_DEFAULT = "${candidate.capitalDefault}";

/** Smallest capital, accounting-asset units. */
export const CAPITAL_MIN = ${candidate.capitalMin};

/** Largest capital, accounting-asset units. */
export const CAPITAL_MAX = ${candidate.capitalMax};

/** Most decimals of a capital. */
export const CAPITAL_DECIMALS_MAX = ${candidate.capitalDecimals};

/** Most components of a candidate. */
export const COMPONENTS_MAX = ${candidate.componentsMax};

/** Sum of the weights of a candidate, basis points. */
export const WEIGHT_BPS_TOTAL = ${candidate.weightBpsTotal};

/** Most characters of a submission id. */
export const SUBMISSION_ID_MAX = ${candidate.submissionIdMax};

/** Version of the rules that score and count. */
export const FORMULA_VERSION = ${formulaVersion};

/** Names of parameters for people, by key, or by strategy and key where they differ. */
export const PARAMETER_TITLES: Readonly<Record<string, string>> = {
${titles.map(([key, title]) => `  ${quoted(key)}: ${JSON.stringify(title)},\n`).join("")}};
`;
}

/** Returns the key of a member as the formatter writes it. */
function quoted(key: string): string {
  return /^\w+$/.test(key) ? key : JSON.stringify(key);
}

/** Returns each title once by its key, and by strategy and key where another strategy has taken it. */
function listTitles(strategies: Strategies["strategies"]): readonly (readonly [string, string])[] {
  const titles = new Map<string, string>();
  for (const { strategyId, parameters } of strategies) {
    for (const { name, title } of parameters) {
      if ((titles.get(name) ?? title) !== title) titles.set(`${strategyId} ${name}`, title);
      else titles.set(name, title);
    }
  }
  return [...titles].toSorted(([one], [other]) => one < other ? -1 : 1);
}

function ok<T>(answer: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(answer)).ok;
}
