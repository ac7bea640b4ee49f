// This module is browser compatible.

/** Names that a reader could take for a part of the arena. */
const RESERVED = ["hold", "idle", "arena", "admin", "operator", "leader", "official"];
/** The form in which a board shows an entry whose name is empty or hidden. */
const NUMBERED = /^entry[ ._-]*\d+$/i;
/** Letters and digits that look like those of the reserved names. */
const LOOKALIKES = new Map(
  Object.entries({
    a: "аαɑ",
    c: "сϲ",
    d: "ԁɗ",
    e: "еɛ",
    f: "ғ",
    h: "һ",
    i: "1lіӏıι",
    m: "м",
    n: "пո",
    o: "0оοօ",
    p: "рρ",
    r: "г",
    t: "тτ",
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
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
  if ([...name].some(isAlias)) return "must have no invisible, circled, raised or wide letters";
  if (MARKS.test(name)) return "must have at most two marks on a letter";
  const letters = name.match(/\p{L}/gu) ?? [];
  const isMixed = (script: RegExp): boolean =>
    letters.some((letter) => script.test(letter)) &&
    !letters.every((letter) => script.test(letter));
  if (SCRIPTS.some(isMixed)) return "must be in one script";
  const isReserved = RESERVED.some((reserved) => outlineOf(reserved) === outlineOf(name));
  return isReserved || NUMBERED.test(name) ? "is reserved, or looks like it: choose another" : null;
}

/** Returns whether a letter is invisible, or another form of a plain letter or digit. */
function isAlias(letter: string): boolean {
  if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return true;
  return !/[\0-\x7f]/.test(letter) && /[a-z0-9]/i.test(letter.normalize("NFKC"));
}

/** Returns a name as its reader sees it at a glance: names of one outline look alike. */
function outlineOf(name: string): string {
  const letters = [...name.toLowerCase().replaceAll(/[ ._-]/g, "")];
  return letters.map((letter) => LOOKALIKES.get(letter) ?? letter).join("");
}
