/**
 * Writes a path of the verdicts to standard output, as CSV:
 * `deno task datasets:official sister --market 1 --path 17 [--timeframe daily] [--reference]`.
 *
 * A simulation on a sister path reproduces its entry of `verdict.series`.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { print } from "../server/process/output.ts";
import { Engine, MARKET_KEYS, type PathOrder, TIMEFRAMES } from "./engine.ts";
import { HEAD_PATHS, REFERENCE_PATHS } from "./passive.ts";

const USAGE = "deno task datasets:official sister --market M --path S [--timeframe hourly|daily] " +
  "[--reference]";

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Parses the command line.
 *
 * @throws {UsageError} that names the first wrong flag, its value and the wanted one
 */
export function readOrder(words: readonly string[]): PathOrder {
  const { market, path, timeframe = "hourly", reference = false } = flags(words);
  const marketKey = MARKET_KEYS[(wholeNumber(market) ?? 0) - 1] ??
    MARKET_KEYS.find((key) => key === market);
  if (marketKey === undefined) {
    throw wrong("market", market, `1 to ${MARKET_KEYS.length} or ${MARKET_KEYS.join(", ")}`);
  }
  const paths = reference ? REFERENCE_PATHS : HEAD_PATHS;
  const number = wholeNumber(path) ?? 0;
  if (number < 1 || number > paths) throw wrong("path", path, `a whole number from 1 to ${paths}`);
  const wanted = TIMEFRAMES.find((one) => one === timeframe);
  if (wanted === undefined) throw wrong("timeframe", timeframe, TIMEFRAMES.join(" or "));
  const order = { marketKey, timeframe: wanted };
  return reference ? { ...order, reference: number } : { ...order, sister: number };
}

interface Flags {
  readonly market?: string | undefined;
  readonly path?: string | undefined;
  readonly timeframe?: string | undefined;
  readonly reference?: boolean | undefined;
}

function flags(words: readonly string[]): Flags {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { market: text, path: text, timeframe: text, reference: flag };
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

function wrong(flag: string, value: string | undefined, wanted: string): UsageError {
  const found = value === undefined ? "missing" : `"${value}"`;
  return new UsageError(`--${flag} is ${found}, must be ${wanted}`);
}

/** Prints a path as CSV; exits with 2 when the flags name none. */
export async function runSister(words: readonly string[]): Promise<void> {
  try {
    const order = readOrder(words);
    print((await Engine.load()).generate(order).csv.trimEnd());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    Deno.stderr.writeSync(
      new TextEncoder().encode(`Cannot write a path: ${error.message}\nUsage: ${USAGE}\n`),
    );
    Deno.exit(2);
  }
}
