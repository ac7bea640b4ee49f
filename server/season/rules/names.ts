// This module is browser compatible.

/** Names that a reader could take for a part of the arena. */
const RESERVED = ["hold", "idle", "leader"];
/** Words of whoever runs the arena, which no name contains. */
const RESERVED_WORDS = ["arena", "admin", "operator", "official", "moderator", "support"];
/** The form in which a board shows an entry whose name is empty or hidden. */
const NUMBERED = /^entry[ ._-]*\d+$/i;
/** Letters and digits that look like those of the reserved names. */
const LOOKALIKES = new Map(
  Object.entries({
    a: "аαɑᴀ",
    c: "сϲᴄ",
    d: "ԁɗᴅđðɖ",
    e: "еɛᴇ",
    f: "ғꜰƒ",
    h: "һɦʜħ",
    i: "1lіӏıιɪɩǀƚɭłʟɫ",
    m: "мᴍɱ",
    n: "пոɴɲŋ",
    o: "0оοօᴏøɵ",
    p: "рρᴘþ",
    r: "гʀɾɼ",
    s: "ꜱѕ",
    t: "тτᴛŧƭ",
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
const LENGTH_MAX = 40;
const FORM = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u;
/** Digits of other scripts look like letters: the Bengali zero like an o. */
const OTHER_DIGITS = /(?![0-9])\p{N}/u;
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
  if (OTHER_DIGITS.test(name)) return "must have digits from 0 to 9 alone";
  const letters = name.match(/\p{L}/gu) ?? [];
  const isMixed = (script: RegExp): boolean =>
    letters.some((letter) => script.test(letter)) &&
    !letters.every((letter) => script.test(letter));
  if (SCRIPTS.some(isMixed)) return "must be in one script";
  return isReserved(name) || NUMBERED.test(name)
    ? "is reserved, or looks like it: choose another"
    : null;
}

/** Returns whether a name is a reserved name, or one of its words a reserved word, at a glance. */
function isReserved(name: string): boolean {
  const whole = outlineOf(name);
  if ([...RESERVED, ...RESERVED_WORDS].some((reserved) => outlineOf(reserved) === whole)) {
    return true;
  }
  const words = name.split(/[ ._-]/).map(outlineOf);
  return RESERVED_WORDS.some((reserved) => words.includes(outlineOf(reserved)));
}

/** Returns whether a letter is invisible, or another form of a plain letter or digit. */
function isAlias(letter: string): boolean {
  if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return true;
  return !/[\0-\x7f]/.test(letter) && /[a-z0-9]/i.test(letter.normalize("NFKC"));
}

/** Returns a name as its reader sees it at a glance: names of one outline look alike. */
function outlineOf(name: string): string {
  // Without marks: a grave accent on a letter is overlooked.
  const plain = name.toLowerCase().normalize("NFD").replaceAll(/[ ._-]|\p{M}/gu, "");
  const letters = [...plain];
  return letters.map((letter) => LOOKALIKES.get(letter) ?? letter).join("");
}
