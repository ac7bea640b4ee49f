// This module is browser compatible.

/** Names that a reader could take for a part of the arena. */
const RESERVED = ["hold", "idle", "arena", "admin", "operator", "leader", "official"];
const LENGTH_MAX = 40;
const FORM = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u;
/** More marks on one letter grow into the lines above and below it. */
const MARKS = /\p{M}{3}/u;
/** Scripts with letters that look like those of others; a name with one of them has no other. */
const SCRIPTS = [
  /\p{scx=Latin}/u,
  /\p{scx=Cyrillic}/u,
  /\p{scx=Greek}/u,
  /\p{scx=Armenian}/u,
  /\p{scx=Hebrew}/u,
  /\p{scx=Arabic}/u,
  /\p{scx=Devanagari}/u,
  /\p{scx=Thai}/u,
  /\p{scx=Cherokee}/u,
  /\p{scx=Georgian}/u,
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u,
];

/** Returns why a name cannot stand on a board; null for one that can. */
export function nameFault(name: string): string | null {
  if (name !== name.normalize("NFC")) return "must be in Unicode's composed form (NFC)";
  const length = [...name].length;
  if (length < 1 || length > LENGTH_MAX) return `must have 1 to ${LENGTH_MAX} characters`;
  if (!FORM.test(name)) {
    return "must have letters, digits, space, '.', '_' or '-', and begin and end with a letter or digit";
  }
  if (MARKS.test(name)) return "must have at most two marks on a letter";
  const letters = name.match(/\p{L}/gu) ?? [];
  const isMixed = (script: RegExp): boolean =>
    letters.some((letter) => script.test(letter)) &&
    !letters.every((letter) => script.test(letter));
  if (SCRIPTS.some(isMixed)) return "must be in one script";
  if (RESERVED.includes(name.toLowerCase())) return "is reserved, choose another";
  return null;
}
