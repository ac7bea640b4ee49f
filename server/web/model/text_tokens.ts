import type { Language } from "../../contracts/catalog.ts";

/** The kind of a token, which decides its colour; "blank" has none. */
export type TokenKind =
  | "blank"
  | "number"
  | "word"
  | "column"
  | "constant"
  | "function"
  | "own"
  | "unknown"
  | "sign";

/** A piece of a text; all pieces together are the text. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  /** Place of its first character, in UTF-16 units. */
  readonly at: number;
}

const PIECE = /(\s+)|(\d[\w.%]*(?:(?<=[eE])[+-]\d+%?)?)|([A-Za-z_][A-Za-z0-9_]*)|(.)/gsu;

/** Cuts a text into tokens, also one that the engine refuses. */
export function tokenize(
  text: string,
  language: Language,
  own: readonly string[],
): readonly Token[] {
  return [...text.matchAll(PIECE)].map((piece): Token => {
    const [whole, blank, number, name] = piece;
    const at = piece.index;
    if (blank !== undefined) return { text: whole, kind: "blank", at };
    if (number !== undefined) return { text: whole, kind: "number", at };
    if (name === undefined) return { text: whole, kind: "sign", at };
    const isCall = /^\s*\(/.test(text.slice(at + name.length));
    return { text: name, kind: classify(name, isCall, language, own), at };
  });
}

function classify(
  name: string,
  isCall: boolean,
  { columns, constants, functions, words }: Language,
  own: readonly string[],
): TokenKind {
  const isIn = (named: readonly { readonly name: string }[]): boolean =>
    named.some((one) => one.name === name);
  if (words.includes(name)) return "word";
  if (isCall) return isIn(functions) ? "function" : "unknown";
  if (own.includes(name)) return "own";
  if (isIn(columns)) return "column";
  return isIn(constants) ? "constant" : "unknown";
}

/**
 * Returns the names that stand alone in a window's place of a function, which are lengths in days.
 *
 * @example
 * ```ts ignore
 * windowNames("zscore(logYield, w) > k", language); // ["w"]
 * ```
 */
export function windowNames(text: string, language: Language): readonly string[] {
  const tokens = tokenize(text, language, []).filter(({ kind }) => kind !== "blank");
  const open: { readonly windows: readonly boolean[]; argument: number }[] = [];
  const found: string[] = [];
  tokens.forEach(({ text: piece }, at) => {
    const [before, after] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
    const call = open.at(-1);
    if (piece === "(") open.push({ windows: windowParameters(before, language), argument: 0 });
    else if (piece === ")") open.pop();
    else if (piece === "," && call) call.argument++;
    else if (
      call?.windows[call.argument] && (before === "," || before === "(") &&
      (after === "," || after === ")") && /^[A-Za-z]/.test(piece)
    ) found.push(piece);
  });
  return found;
}

/** Returns which parameters of a function are windows. */
function windowParameters(name: string | undefined, { functions }: Language): readonly boolean[] {
  const signature = functions.find((one) => one.name === name)?.signature ?? "()";
  return signature.slice(signature.indexOf("(") + 1, -1).split(", ").map((each) =>
    each === "window"
  );
}

/** A fault of a text: the engine's message and its place. */
export interface TextFault {
  readonly message: string;
  /** Place of the faulty character in UTF-16 units; null if the whole text is meant. */
  readonly at: number | null;
}

/** Reads the engine's message, whose column counts characters from 1. */
export function toTextFault(text: string, message: string): TextFault {
  const [, column] = /^column (\d+): /.exec(message) ?? [];
  if (column === undefined) return { message, at: null };
  return { message, at: [...text].slice(0, Number(column) - 1).join("").length };
}
