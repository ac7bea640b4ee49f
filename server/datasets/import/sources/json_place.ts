// This module is browser compatible.

/** Line and column of a character of a text, both from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `line ${line}, column ${offset - before.lastIndexOf("\n")}`;
}

/**
 * Returns where a member of valid JSON stands: the offset of its value, or of the innermost part of
 * the path that is there.
 */
export function offsetOf(text: string, path: readonly (string | number)[]): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const next = typeof step === "number" ? elementOf(text, at, step) : memberOf(text, at, step);
    if (next === null) return at;
    at = next;
  }
  return at;
}

function elementOf(text: string, start: number, index: number): number | null {
  if (text[start] !== "[") return null;
  let at = skipSpace(text, start + 1);
  for (let passed = 0; text[at] !== "]"; passed++) {
    if (passed === index) return at;
    at = skipSpace(text, endOf(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return null;
}

function memberOf(text: string, start: number, name: string): number | null {
  if (text[start] !== "{") return null;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const colon = endOf(text, at);
    const isIt = JSON.parse(text.slice(at, colon)) === name;
    at = skipSpace(text, skipSpace(text, colon) + 1);
    if (isIt) return at;
    at = skipSpace(text, endOf(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return null;
}

/** Returns where a value ends. */
function endOf(text: string, start: number): number {
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
