import { openEngine } from "../../../cli/open_engine.ts";
import { LocalVerifyEngine } from "../../verify/verify_engine.ts";
import { readConfig } from "../../../process/config.ts";
import { print, printError } from "../../../process/output.ts";
import { readCommand } from "../../../cli/command_line.ts";
import { VERIFY, verifyGiven } from "./verify_given.ts";

/**
 * Runs the command `verify`.
 *
 * @param words arguments after `verify` on the command line
 * @throws {StartError} when a step is wrong, or nothing could be verified
 */
export async function runVerify(words: readonly string[]): Promise<void> {
  const { values, operands: [given = ""] } = readCommand(VERIFY, words);
  await verifyGiven(given, values, { openEngine: openVerifier, print, printError });
}

async function openVerifier(): Promise<LocalVerifyEngine> {
  const config = readConfig((name) => Deno.env.get(name));
  const { engine, datasets } = await openEngine(config);
  return new LocalVerifyEngine(engine, datasets);
}
