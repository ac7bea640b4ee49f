// deno-lint-ignore no-external-import -- part of the runtime
import { readFile } from "node:fs/promises";
import { systemClock } from "../../../base/clock.ts";
import { messageOf, StartError } from "../../../base/errors.ts";
import type { LogPlace } from "../../rules/statements.ts";
import { type Finding, Wrong } from "../../verify/finding.ts";
import type { ArenaFiles, VerifyEngine } from "../../verify/ports.ts";
import { Members, parsed } from "../../verify/read.ts";
import { readKeys } from "../../verify/signature.ts";
import { issuerOf } from "../../verify/subject.ts";
import { type TrustedKeys, verify } from "../../verify/verify.ts";
import { type Command, JSON_OPTION, usageLine, type Values } from "../../../cli/command_line.ts";
import { type DownloadHost, downloads } from "./download.ts";
import { filesAt, findSubject, orFrom } from "./arena_place.ts";

/** The command, for its help. */
export const VERIFY = {
  name: "verify",
  summary: "Verifies a receipt, an answer with a receipt, or a season with all its boards: the " +
    "signature, the log, the runs and the ranks. The first wrong step is named with both values, " +
    "and the exit code is 1.",
  operands: "FILE|URL",
  options: {
    offline: {
      type: "boolean",
      help: "Read nothing from the network; what is not in the folder is skipped",
    },
    keys: {
      type: "string",
      value: "FILE",
      help: "Signing keys that you trust; those of the receipt's issuer by default",
    },
    head: {
      type: "string",
      value: "FILE",
      help: "Head of the log that you saved after the close",
    },
    sample: {
      type: "string",
      value: "N",
      help: "Run N random entries of a board again; all by default",
    },
    json: JSON_OPTION,
  },
  examples: [
    "verify receipt.json",
    "verify https://arena.example/arena/autumn-1/season.json --sample 20",
  ],
} as const satisfies Command;

/** The options that were given to the command. */
export type VerifyOptions = Values<typeof VERIFY.options>;

const STEP_WIDTH = 10;

/** The parts of a program in which Deno and Node differ. */
export interface VerifyHost extends Omit<DownloadHost, "clock"> {
  openEngine(): Promise<VerifyEngine>;
  print(line: string): void;
}

/**
 * Verifies a file or an address and prints each step.
 *
 * @param given the operand of the command
 * @throws {StartError} when a step is wrong, or nothing could be verified
 */
export async function verifyGiven(
  given: string,
  values: VerifyOptions,
  { openEngine, print, printError }: VerifyHost,
): Promise<void> {
  const sample = readSample(values.sample);
  const head = values.head === undefined ? null : await readHead(values.head);
  const download = downloads({ clock: systemClock, printError });
  const found = await findSubject(given, download);
  const issuer = issuerOf(found.bytes);
  const isOnline = !values.offline && issuer !== null && isOrigin(issuer);
  const remote = isOnline ? filesAt(`${issuer}/arena/`, download) : null;
  const files = remote === null ? found.files : orFrom(found.files, remote);
  const findings: Finding[] = [];
  const parts = {
    files,
    engine: await openEngine(),
    sample,
    random: Math.random,
    keys: await trustedKeys(values, remote, printError),
    head,
  };
  for await (const finding of verify(found.bytes, parts)) {
    findings.push(finding);
    if (!values.json) print(toLine(finding));
  }
  if (values.json) print(JSON.stringify(findings));
  const last = findings.at(-1);
  if (last?.outcome === "wrong") {
    throw new StartError(`Cannot verify ${given}: ${last.step}: ${last.text}`);
  }
  if (findings.every(({ outcome }) => outcome === "skipped")) {
    throw new StartError(`Cannot verify ${given}: every step was skipped`);
  }
}

/** A receipt is a stranger's: the arena that it names must not stand for another path of a host. */
function isOrigin(issuer: string): boolean {
  return /^https?:\/\//.test(issuer) && URL.parse(issuer)?.origin === issuer;
}

function toLine({ step, outcome, text }: Finding): string {
  return `${outcome.padEnd("skipped".length)}  ${step.padEnd(STEP_WIDTH)} ${text}`;
}

/** Returns the keys of `--keys`, or of the issuer; null takes those of the folder. */
async function trustedKeys(
  { keys: path }: VerifyOptions,
  remote: ArenaFiles | null,
  printError: VerifyHost["printError"],
): Promise<TrustedKeys | null> {
  if (path !== undefined) {
    const bytes = await readOption("--keys", path);
    return { list: await orStartError(() => readKeys(bytes)), place: path };
  }
  if (remote === null) return null;
  try {
    const bytes = await remote.read("keys.json");
    return bytes === null ? null : { list: await readKeys(bytes), place: remote.place };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    printError(`${error.message}; the keys of the folder are taken instead`);
    return null;
  }
}

/** @throws {StartError} when the sample is not a whole number */
function readSample(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new StartError(
    `Cannot verify: --sample is "${given}", must be a whole number\n${usageLine(VERIFY)}`,
  );
}

async function readHead(path: string): Promise<LogPlace> {
  const bytes = await readOption("--head", path);
  return await orStartError(() => {
    const members = new Members(path, parsed(path, bytes));
    return { index: members.whole("index"), head: members.hex("head", 32).toHex() };
  });
}

/** Runs work on a file of the reader, whose faults are not those of the arena. */
async function orStartError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Wrong) throw new StartError(`Cannot verify: ${error.message}`);
    throw error;
  }
}

async function readOption(option: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new StartError(`Cannot read ${option} ${path}: ${messageOf(cause)}`, { cause });
  }
}
