// This module is browser compatible.

import type { Axis } from "../../contracts/plan.ts";
import { StartError } from "../../base/errors.ts";

const FORM = "NAME=MIN..MAX[:STEPS][:log] or NAME=VALUE,VALUE";
const RANGE = /^(-?[\d.]+(?:e-?\d+)?)d?\.\.(-?[\d.]+(?:e-?\d+)?)d?(?::(\d+))?(:log)?$/i;

/**
 * Parses an axis of a command line: `window=5d..60d:32`, `overbought=60,65,70`,
 * `1.weightBps=1..10:10`, `strategyId=yield-rsi,yield-macd`. A name is a parameter of the first
 * component; a number and a point before the name select another component. Windows are in days, with
 * or without a `d`.
 *
 * @throws {StartError} when the text is not an axis
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseAxis("window=5d..60d:32"), {
 *   path: "/components/0/strategyParams/window",
 *   min: 5,
 *   max: 60,
 *   steps: 32,
 * });
 * ```
 */
export function parseAxis(text: string): Axis {
  const at = text.indexOf("=");
  const [name, levels] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || levels === "") {
    throw new StartError(`Cannot read --axis ${text}: it is not ${FORM}`);
  }
  const path = pathOf(name);
  const range = RANGE.exec(levels);
  if (range === null) {
    if (levels.includes("..")) {
      throw new StartError(`Cannot read --axis ${text}: it is not ${FORM}`);
    }
    return { path, values: levels.split(",").map(toValue) };
  }
  const [, min, max, steps, log] = range;
  return {
    path,
    min: Number(min),
    max: Number(max),
    ...(steps !== undefined && { steps: Number(steps) }),
    ...(log !== undefined && { scale: "log" as const }),
  };
}

function pathOf(name: string): string {
  if (name.startsWith("/")) return name;
  if (name === "marketId") return "/marketId";
  const [, component = "0", field = name] = /^(\d+)\.(.+)$/.exec(name) ?? [];
  return field === "strategyId" || field === "weightBps"
    ? `/components/${component}/${field}`
    : `/components/${component}/strategyParams/${field}`;
}

/** Parses a value of a command line: a number, a window in days such as `14d`, or a text. */
export function toValue(text: string): number | string {
  const bare = /^-?[\d.]+d$/.test(text) ? text.slice(0, -1) : text;
  const number = Number(bare);
  return bare === "" || Number.isNaN(number) ? text : number;
}
