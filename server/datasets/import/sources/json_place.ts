// This module is browser compatible.

/** Steps from a JSON value to a nested one. */
export type Path = readonly (string | number)[];

/** Locates values in a JSON text. Its indexes are built on first use. */
export class JsonPlaces {
  readonly #text: string;
  readonly #rowPath: Path;
  #lines: readonly number[] | null = null;
  #rows: readonly number[] | null = null;

  /** @param rowPath path of the rows, whose positions are indexed because they are needed often */
  constructor(text: string, rowPath: Path) {
    this.#text = text;
    this.#rowPath = rowPath;
  }

  /** Returns line and column of a value in the rows, or of the innermost existing part of its path. */
  of(path: Path): string {
    const [row, ...rest] = path;
    this.#rows ??= elementOffsets(this.#text, findOffset(this.#text, this.#rowPath));
    const start = typeof row === "number" ? this.#rows[row] : undefined;
    if (start !== undefined) return this.at(findOffset(this.#text, rest, start));
    return this.at(findOffset(this.#text, [...this.#rowPath, ...path]));
  }

  /** Returns line and column of a character. */
  at(offset: number): string {
    this.#lines ??= [0, ...this.#text.matchAll(/\n/g).map(({ index }) => index + 1)];
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return `line ${low + 1}, column ${offset - (this.#lines[low] ?? 0) + 1}`;
  }
}

/** Returns the offset of a value in valid JSON, or of the innermost existing part of its path. */
function findOffset(text: string, path: Path, start = skipSpace(text, 0)): number {
  let at = start;
  for (const step of path) {
    const next = typeof step === "number"
      ? findElement(text, at, step)
      : findMember(text, at, step);
    if (next === null) return at;
    at = next;
  }
  return at;
}

/** Returns the offsets of the elements of an array. */
function elementOffsets(text: string, start: number): readonly number[] {
  if (text[start] !== "[") return [];
  const offsets: number[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== "]") {
    offsets.push(at);
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return offsets;
}

function findElement(text: string, start: number, index: number): number | null {
  return elementOffsets(text, start)[index] ?? null;
}

function findMember(text: string, start: number, name: string): number | null {
  if (text[start] !== "{") return null;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const colon = skipValue(text, at);
    const isIt = JSON.parse(text.slice(at, colon)) === name;
    at = skipSpace(text, skipSpace(text, colon) + 1);
    if (isIt) return at;
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return null;
}

/** Returns the end offset of a value. */
function skipValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  let at = start;
  if (first !== "{" && first !== "[") {
    while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
    return at;
  }
  for (let depth = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = stringEnd(text, at) - 1;
    else if (letter === "{" || letter === "[") depth++;
    else if ((letter === "}" || letter === "]") && --depth === 0) return at + 1;
  }
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}
