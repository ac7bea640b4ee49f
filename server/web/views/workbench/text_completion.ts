import type { Language } from "../../../contracts/catalog.ts";
import {
  ALIASES,
  COLUMN_LINES,
  CONSTANT_LINES,
  FUNCTION_LINES,
  GRAMMAR_LINES,
} from "../../../wording/language.ts";

/** A word that may stand at the caret. */
export interface Completion {
  /** The word; of a function without its bracket. */
  readonly name: string;
  /** As it is listed: of a function its signature. */
  readonly label: string;
  readonly line: string;
  /** The text that takes the place of the letters before the caret. */
  readonly insert: string;
}

/** Most words of the list. */
const LISTED_MAX = 8;

/** Returns the letters of a name before a caret; empty if there are none. */
function typedName(text: string, caret: number): string {
  return /(?<![\w.])[A-Za-z][A-Za-z0-9]*$/.exec(text.slice(0, caret))?.[0] ?? "";
}

/**
 * Returns the words that continue the letters before a caret: those that begin with them first, then
 * those that other systems call so, then those that contain them.
 */
export function completionsAt(
  text: string,
  caret: number,
  language: Language,
  own: readonly string[],
): readonly Completion[] {
  const typed = typedName(text, caret).toLowerCase();
  if (typed === "") return [];
  const places = allWords(language, own).flatMap((word) => {
    const place = word.name.toLowerCase().indexOf(typed);
    if (word.name.length === typed.length && place === 0) return [];
    const isAlias = typed.length > 1 &&
      ALIASES[word.name]?.some((alias) => alias.startsWith(typed));
    // Between the words that begin with the letters and those that contain them.
    if (isAlias) return [{ word, place: place === 0 ? 0 : 0.5 }];
    return place === -1 ? [] : [{ word, place }];
  });
  const sorted = places.toSorted((a, b) => Math.min(a.place, 1) - Math.min(b.place, 1));
  return sorted.slice(0, LISTED_MAX).map(({ word }) => word);
}

/** Returns a text with a completion in place of the letters before the caret, and the new caret. */
export function completed(
  text: string,
  caret: number,
  { insert }: Completion,
): { readonly text: string; readonly caret: number } {
  const start = caret - typedName(text, caret).length;
  const isCalled = insert.endsWith("(") && text.startsWith("(", caret);
  const word = isCalled ? insert.slice(0, -1) : insert;
  return {
    text: text.slice(0, start) + word + text.slice(caret),
    caret: start + word.length,
  };
}

function allWords(
  { columns, constants, functions, words }: Language,
  own: readonly string[],
): readonly Completion[] {
  const plain = (line: (name: string) => string) => (name: string): Completion => ({
    name,
    label: name,
    line: line(name),
    insert: name,
  });
  return [
    ...own.map(plain(() => "a name of yours")),
    ...columns.map(({ name }) => name).map(plain((name) => COLUMN_LINES[name] ?? "")),
    ...functions.map(({ name, signature }) => ({
      name,
      label: signature,
      line: FUNCTION_LINES[name]?.line ?? "",
      insert: `${name}(`,
    })),
    ...constants.map(({ name }) => name).map(plain((name) => CONSTANT_LINES[name] ?? "")),
    ...words.map(plain((name) => GRAMMAR_LINES[name] ?? "")),
  ];
}
