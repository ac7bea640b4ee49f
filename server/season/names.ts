// This module is browser compatible.

/** Names that a reader could take for a part of the arena. */
const RESERVED = ["hold", "idle", "arena", "admin", "operator", "leader", "official"];
const LENGTH_MAX = 40;
const FORM = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u;
/** Scripts whose letters look alike; a name mixes no two of them. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Georgian}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

/** Returns why a name cannot stand on a board; null for one that can. */
export function nameFault(name: string): string | null {
  if (name !== name.normalize("NFC")) return "must be in Unicode's composed form (NFC)";
  const length = [...name].length;
  if (length < 1 || length > LENGTH_MAX) return `must have 1 to ${LENGTH_MAX} characters`;
  if (!FORM.test(name)) {
    return "must have letters, digits, space, '.', '_' or '-', and begin and end with a letter or digit";
  }
  if (SCRIPTS.filter((script) => script.test(name)).length > 1) return "must be in one script";
  if (RESERVED.includes(name.toLowerCase())) return "is reserved, choose another";
  return null;
}
