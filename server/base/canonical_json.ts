// This module is browser compatible.

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Returns the canonical JSON of a value (RFC 8785): members in the order of their UTF-16 code units, no
 * blanks, numbers and strings as ECMAScript prints them. Equal values have equal texts.
 */
export function canonicalJson(value: JsonValue): string {
  if (!hasMembers(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Returns whether a value holds an object, or an array in an array, whose text is made in parts. */
function hasMembers(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === "object" && item !== null);
  return typeof value === "object" && value !== null;
}
