import { random } from "../../server/testing/random.ts";

type Next = () => number;

/** Makes the text of members or of a value. */
type Maker = (next: Next, count: number) => string;

const MARK = "@hostile@";
const encoder = new TextEncoder();

/** Members to add to an object of a valid body. */
const MEMBERS: Readonly<Record<string, Maker>> = {
  "unknown names": (_, count) => listed(count, (index) => `"u${index}":${index}`),
  "long unknown names": (next, count) =>
    listed(count / 20, (index) => `"${letters(next, 180)}${index}":null`),
  "one name again and again": (_, count) => listed(count, () => '"again":1'),
  "known names again and again": (next, count) =>
    listed(count, () => `"${pick(next, ["marketId", "components", "evidence", "metrics"])}":1`),
  "names that mean something elsewhere": (next, count) =>
    listed(count / 4, () => {
      return `"${pick(next, ["__proto__", "constructor", "toString", "length", "0", ""])}":{}`;
    }),
  "names with escapes": (_, count) =>
    listed(count / 2, (index) => `"\\u0000\\ud83d\\ude00~1${index}":"\\n"`),
};

/** Values to replace another value. */
const VALUES: Readonly<Record<string, Maker>> = {
  "a list of numbers": (_, count) => `[${listed(count * 3, () => "1")}]`,
  "a list of empty lists": (_, count) => `[${listed(count * 2, () => "[]")}]`,
  "a list of empty objects": (_, count) => `[${listed(count * 2, () => "{}")}]`,
  "a list of wrong components": (_, count) =>
    `[${listed(count / 6, (index) => `{"strategyId":${index},"weightBps":"x","x":1}`)}]`,
  "a list of unknown strategies": (_, count) =>
    `[${listed(count / 6, (index) => `{"strategyId":"no-such-${index}"}`)}]`,
  "wrong parameters of all components": (_, count) =>
    `[${
      listed(16, () => {
        const wrong = listed(count / 20, (index) => `"p${index}":1`);
        return `{"strategyId":"yield-rsi","strategyParams":{${wrong}}}`;
      })
    }]`,
  "nested lists": (_, count) => "[".repeat(count) + "]".repeat(count),
  "nested objects": (_, count) => '{"a":'.repeat(count) + "1" + "}".repeat(count),
  "nesting that never closes": (_, count) => "[".repeat(count * 5),
  "a long text": (next, count) => `"${letters(next, count * 6)}"`,
  "a text of escapes": (_, count) => `"${"\\u00e9".repeat(count)}"`,
  "a long number": (_, count) => "9".repeat(count),
  "a number of many digits": (_, count) => `0.${"1".repeat(count)}e${count}`,
  "a value of another type": (next) =>
    pick(next, ["null", "true", "-0", "1e999", '""', "[]", "{}", "0.5", '"1"', "-1"]),
};

/** Damage done to the bytes. */
const BYTES: Readonly<Record<string, (next: Next, good: Uint8Array) => Uint8Array>> = {
  "cut off": (next, good) => good.slice(0, Math.floor(next() * good.length)),
  "a byte of no text": (next, good) =>
    good.with(Math.floor(next() * good.length), 128 + Math.floor(next() * 128)),
  "a byte of control": (next, good) =>
    good.with(Math.floor(next() * good.length), Math.floor(next() * 32)),
  "spaces": (next, good) =>
    Uint8Array.from([
      ...encoder.encode(" ".repeat(Math.floor(next() * 60_000))),
      ...good,
    ]),
  "two bodies": (_, good) => Uint8Array.from([...good, ...good]),
};

/** Every kind of hostile body. */
export const KINDS = [MEMBERS, VALUES, BYTES].flatMap((kinds) => Object.keys(kinds));

/**
 * Generates hostile bodies endlessly, alternating all kinds; equal seeds give equal bodies.
 *
 * @param good an accepted body
 * @param bytesMax approximate maximum length
 */
export function* hostileBodies(
  good: unknown,
  bytesMax: number,
  seed: number,
): Generator<{ readonly kind: string; readonly bytes: Uint8Array<ArrayBuffer> }, never> {
  const next = random(seed);
  for (let index = 0;; index++) {
    const kind = KINDS[index % KINDS.length] ?? "";
    // A member takes about ten bytes; every second body has the maximum length.
    const count = Math.ceil((bytesMax / 10) ** (next() < 0.5 ? 1 : next()));
    yield { kind, bytes: Uint8Array.from(make(kind, next, good, count)) };
  }
}

function make(kind: string, next: Next, good: unknown, count: number): Uint8Array {
  const { [kind]: spoil } = BYTES;
  if (spoil) return spoil(next, encoder.encode(JSON.stringify(good)));
  const body = structuredClone(good);
  const { [kind]: members } = MEMBERS;
  const { [kind]: value } = VALUES;
  if (members) {
    Object.assign(pick(next, objectsOf(body)), { [MARK]: 0 });
    return encoder.encode(
      JSON.stringify(body).replace(`"${MARK}":0`, () => members(next, count) || '"x":1'),
    );
  }
  const target = pick(next, objectsOf(body));
  Object.assign(target, { [pick(next, Object.keys(target))]: MARK });
  const text = value?.(next, count) ?? "null";
  return encoder.encode(JSON.stringify(body).replace(`"${MARK}"`, () => text));
}

/** Returns all non-empty objects in a value, including itself. */
function objectsOf(value: unknown): Record<string, unknown>[] {
  if (value === null || typeof value !== "object") return [];
  const below = Object.values(value).flatMap(objectsOf);
  const isFilled = !Array.isArray(value) && Object.keys(value).length > 0;
  return isFilled ? [value as Record<string, unknown>, ...below] : below;
}

function listed(count: number, text: (index: number) => string): string {
  return Array.from({ length: Math.ceil(count) }, (_, index) => text(index)).join(",");
}

function letters(next: Next, count: number): string {
  return String.fromCharCode(97 + Math.floor(next() * 26)).repeat(count);
}

function pick<T>(next: Next, choices: readonly T[]): T {
  const choice = choices[Math.floor(next() * choices.length)];
  if (choice === undefined) throw new Error("Cannot choose: there are no choices");
  return choice;
}
