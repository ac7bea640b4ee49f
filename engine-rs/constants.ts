import { PACKAGE } from "./sources.ts";

/** The generated module with the engine's constants for server, page and package. */
export const CONSTANTS = new URL("../server/contracts/engine_constants.ts", import.meta.url);

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
`;
}

function ok<T>(answer: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(answer)).ok;
}
