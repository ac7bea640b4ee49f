// This module is browser compatible.

import { FAMILY_ID } from "../contracts/scalar.ts";

const CANDIDATE = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';

/**
 * Returns a command that prints a score: a simulation, whose answer becomes the body of an
 * evaluation.
 *
 * @param origin of the server
 * @param key an API key, or the name of a variable that has one
 */
export function firstScore(origin: string, key: string): string {
  const url = `${origin}/v1/families/${FAMILY_ID}`;
  const curl = `curl -s -H "x-api-key: ${key}" -H "content-type: application/json"`;
  return [
    `${curl} -d '${CANDIDATE}' ${url}/simulations/summary |`,
    `  sed 's/^.*"status":"ok","data"/{"simulation"/' |`,
    `  ${curl} -d @- ${url}/evaluations`,
  ].join(" \\\n").replaceAll("| \\\n", "|\n");
}
