// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { HelpRequest, messageOf, StartError } from "../base/errors.ts";

/** An option of a command, as `parseArgs` of Node takes it, with its line of the help. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: true;
  /** Stands for the value, such as FILE; an option that is a switch has no value. */
  readonly value?: string;
  /** Whether the command is refused without the option. */
  readonly isRequired?: true;
  /** Meaning, unit and default, without a full stop. */
  readonly help: string;
}

type Options = Readonly<Record<string, Option>>;

/** A command of the program, as its `--help` explains it. */
export interface Command<O extends Options = Options> {
  /** The words that call the command, such as `keys create`. */
  readonly name: string;
  /** One sentence: what the command does. */
  readonly summary: string;
  /** The operands of the usage: `FILE` is one, `[FILE]` one or none, `FILE...` one or more. */
  readonly operands?: string;
  readonly options: O;
  /** Further paragraphs of the help. */
  readonly notes?: string;
  readonly examples: readonly string[];
}

/** Commands that share their first word, such as `keys`. */
export interface CommandGroup<C extends Pick<Command, "name" | "summary">> {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly C[];
}

/** The options that were given. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends { type: "boolean" } ? boolean
    : O[Name] extends { multiple: true } ? readonly string[]
    : string;
};

/** The switch of commands that can print JSON for programs. */
export const JSON_OPTION = { type: "boolean", help: "Print one JSON value for programs" } as const;

const HELP_OPTION: Option = { type: "boolean", help: "Print this help" };
const HELP_WORDS: readonly (string | undefined)[] = ["help", "--help", "-h"];
const WIDTH = 100;

/**
 * Parses the words after a command.
 *
 * @throws {HelpRequest} when `--help` is among them
 * @throws {StartError} that names the wrong word and shows the usage
 */
export function readCommand<O extends Options>(
  command: Command<O>,
  words: readonly string[],
): { readonly values: Values<O>; readonly operands: readonly string[] } {
  if (words.some((word) => word === "--help" || word === "-h")) {
    throw new HelpRequest(helpText(command));
  }
  try {
    const options: Options = command.options;
    const parsed = parseArgs({ args: [...words], options, allowPositionals: true });
    checkOperands(command, parsed.positionals);
    checkRequired(command, parsed.values);
    return { values: parsed.values as Values<O>, operands: parsed.positionals };
  } catch (cause) {
    throw new StartError(`${usageFault(command, cause)}\n${usageLine(command)}`, { cause });
  }
}

/**
 * Returns the command of a group that the first word names.
 *
 * @throws {HelpRequest} when the word asks for help
 * @throws {StartError} when the group has no such command
 */
export function pickCommand<C extends Pick<Command, "name" | "summary">>(
  { name, summary, commands }: CommandGroup<C>,
  word: string | undefined,
): C {
  const found = commands.find((command) => command.name === `${name} ${word}`);
  if (found !== undefined) return found;
  const rows = commands.map((command) => [command.name, command.summary] as const);
  const listed = ["Commands:", ...table(rows), "", `Each has a help: ${rows[0]?.[0]} --help`];
  if (HELP_WORDS.includes(word)) throw new HelpRequest([summary, "", ...listed].join("\n"));
  const fault = word === undefined
    ? []
    : [`Cannot run ${name} ${word}: ${name} has no such command`];
  throw new StartError([...fault, `Usage: ${name} COMMAND`, "", ...listed].join("\n"));
}

/**
 * Shows the commands of the program.
 *
 * @param word the first word, which is not the name of a command
 * @throws {HelpRequest} when the word asks for help
 * @throws {StartError} when it does not
 */
export function showOverview(
  word: string,
  commands: readonly (readonly [string, string])[],
): never {
  const text = [
    "Usage: main.ts [COMMAND] [OPTIONS]",
    "",
    "Commands:",
    ...table(commands),
    "",
    "main.ts help COMMAND explains its options.",
  ].join("\n");
  if (HELP_WORDS.includes(word)) throw new HelpRequest(text);
  throw new StartError(`Cannot run ${word}: there is no such command\n${text}`);
}

/** Returns the usage of a command, in lines of at most 100 characters. */
export function usageLine({ name, operands, options }: Command): string {
  const parts = Object.entries(options).map(([option, { value, multiple, isRequired }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return (isRequired ? text : `[${text}]`) + (multiple ? "..." : "");
  });
  const lines = [`Usage: ${name}`];
  for (const part of operands === undefined ? parts : [operands, ...parts]) {
    const line = `${lines.at(-1)} ${part}`;
    if (line.length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(`  ${part}`);
  }
  return lines.join("\n");
}

/** Aligns rows of a name and its explanation, which wraps. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, text]) =>
    wrap(text, WIDTH - width - 4).map((line, at) =>
      `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`
    )
  );
}

function helpText(command: Command): string {
  const { summary, notes, options, examples } = command;
  const rows = Object.entries({ ...options, help: HELP_OPTION }).map(([name, { value, help }]) =>
    [value === undefined ? `--${name}` : `--${name} ${value}`, help] as const
  );
  const shown = examples.map((example) => `  ${example}`);
  return [
    ...wrap(summary, WIDTH),
    "",
    usageLine(command),
    ...(notes === undefined ? [] : ["", ...notes.split("\n").flatMap((line) => wrap(line, WIDTH))]),
    "",
    "Options:",
    ...table(rows),
    "",
    examples.length > 1 ? "Examples:" : "Example:",
    ...shown,
  ].join("\n");
}

function wrap(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** @throws {Error} when operands are missing or too many */
function checkOperands({ name, operands = "" }: Command, given: readonly string[]): void {
  const named = operands.split(" ").filter((each) => each !== "");
  const missing = named.filter((each) => !each.startsWith("["))[given.length];
  if (missing !== undefined) throw new Error(`Cannot run ${name}: ${missing} is missing`);
  const surplus = named.some((each) => each.includes("...")) ? undefined : given[named.length];
  if (surplus !== undefined) throw new Error(`Cannot run ${name}: ${surplus} is one word too many`);
}

/** @throws {Error} that names all required options that were not given */
function checkRequired({ name, options }: Command, given: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(options)
    .filter(([option, { isRequired }]) => isRequired === true && given[option] === undefined)
    .map(([option]) => `--${option}`);
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? "is" : "are";
  throw new Error(`Cannot run ${name}: ${missing.join(" and ")} ${verb} missing`);
}

/** Names a wrong word as the rest of the program does; Node's sentence explains other things too. */
function usageFault({ name }: Command, cause: unknown): string {
  const reason = messageOf(cause);
  const [, unknown] = /^Unknown option '([^']+)'/.exec(reason) ?? [];
  if (unknown !== undefined) return `Cannot read ${unknown}: ${name} has no such option`;
  const [, given] = /^Option '(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(reason) ??
    [];
  if (given !== undefined) {
    return `Cannot read ${given}: its value is missing; a value with a dash is ${given}=-1`;
  }
  const [, bare] = /^Option '(--[\w-]+)' does not take/.exec(reason) ?? [];
  if (bare !== undefined) return `Cannot read ${bare}: it is a switch and takes no value`;
  return reason;
}
