// This module is browser compatible.

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

type Members = Readonly<Record<string, JsonValue>>;

/**
 * Returns the canonical JSON of a value (RFC 8785): members in the order of their UTF-16 code units, no
 * blanks, numbers and strings as ECMAScript prints them. Equal values have equal texts.
 */
export function canonicalJson(value: JsonValue): string {
  if (isPrintedAsIs(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = value as Members;
  let text = "{";
  for (const name of Object.keys(object).sort()) {
    const comma = text.length === 1 ? "" : ",";
    text += `${comma}${JSON.stringify(name)}:${canonicalJson(object[name] ?? null)}`;
  }
  return `${text}}`;
}

/**
 * Returns whether `JSON.stringify` alone prints a value canonically: it contains no object, and its own
 * members are in order, as those that the engine has printed are.
 */
function isPrintedAsIs(value: JsonValue): boolean {
  if (!isObject(value) || Array.isArray(value)) return isFlat(value);
  const object = value as Members;
  let last = "";
  for (const name of Object.keys(object)) {
    if (name < last || !isFlat(object[name] ?? null)) return false;
    last = name;
  }
  return true;
}

/** Returns whether a value is a scalar or an array of scalars. */
function isFlat(value: JsonValue): boolean {
  return Array.isArray(value) ? !value.some(isObject) : !isObject(value);
}

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}
