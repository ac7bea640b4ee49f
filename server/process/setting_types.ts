// This module is browser compatible.

/** The type of a setting, with its default. */
export interface SettingType<T> {
  /** The default in Markdown, for the deployment page. */
  readonly shown: string;
  /**
   * Parses the value of a variable, undefined when the variable is not set.
   *
   * @throws {Wrong} that says which values are valid
   */
  parse(given: string | undefined): T;
}

/** An invalid value; the message says which values are valid. */
export class Wrong extends Error {}

/** An invalid value that contains a password and must not be printed. */
export class WrongSecret extends Wrong {}

export function whole(fallback: number, min: number, max: number): SettingType<number> {
  return {
    shown: `\`${fallback}\``,
    parse: (given) => given === undefined ? fallback : parseWhole(given, min, max),
  };
}

/** A whole number without a constant default: null when the variable is not set. */
export function wholeOrNull(shown: string, min: number, max: number): SettingType<number | null> {
  return { shown, parse: (given) => given === undefined ? null : parseWhole(given, min, max) };
}

/** A text that is not empty. */
export function text(fallback: string): SettingType<string> {
  return {
    shown: `\`${fallback}\``,
    parse(given = fallback): string {
      if (given === "") throw new Wrong("must not be empty");
      return given;
    },
  };
}

/** A text that may be missing; the empty text counts as missing. */
export function textOrNull(shown: string): SettingType<string | null> {
  return { shown, parse: (given = "") => given || null };
}

/** A list of texts that may be missing. */
export function listOrNull(
  shown: string,
  parse: (given: string | undefined) => readonly string[] | null,
): SettingType<readonly string[] | null> {
  return { shown, parse };
}

/** One of some words; null when the variable is not set. */
export function oneOf<T extends string>(shown: string, words: readonly T[]): SettingType<T | null> {
  return {
    shown,
    parse(given): T | null {
      if (given === undefined) return null;
      const word = words.find((known) => known === given);
      if (word === undefined) throw new Wrong(`must be ${words.join(" or ")}`);
      return word;
    },
  };
}

/** The address of a PostgreSQL database; null when the variable is not set or empty. */
export const databaseUrl: SettingType<string | null> = {
  shown: "none",
  parse(given = ""): string | null {
    if (given === "") return null;
    const url = URL.parse(given);
    const isAddress = /^postgres(?:ql)?:$/.test(url?.protocol ?? "") && url?.hostname !== "";
    if (isAddress && /^\/[^/]+$/.test(url?.pathname ?? "")) return given;
    throw new WrongSecret("must be postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  },
};

/** The origin of a public server, without a slash at the end; empty when the variable is not set. */
export const publicUrl: SettingType<string> = {
  shown: "none",
  parse(given = ""): string {
    if (given === "") return "";
    const url = URL.parse(given);
    if (/^https?:$/.test(url?.protocol ?? "") && url?.origin === given) return given;
    throw new Wrong("must be an origin without a slash at the end, such as https://arena.example");
  },
};

/** A list of addresses and CIDR ranges. */
export const ranges: SettingType<readonly string[]> = {
  shown: "none",
  parse(list = ""): readonly string[] {
    const given = list.split(",").map((range) => range.trim()).filter(Boolean);
    if (given.every(isRange)) return given;
    throw new Wrong("must be addresses and CIDR ranges, separated by commas");
  },
};

function parseWhole(given: string, min: number, max: number): number {
  const value = /^\d{1,13}$/.test(given) ? Number(given) : NaN;
  if (value >= min && value <= max) return value;
  throw new Wrong(`must be a whole number from ${min} to ${max}`);
}

/** Whether a text is an address or a CIDR range, of either version. */
function isRange(range: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(range) ?? [];
  const isV4 = /^\d+(?:\.\d+){3}$/.test(address) && address.split(".").every(isByte);
  // Brackets in a URL hold nothing but an IPv6 address.
  const isV6 = /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
  return (isV4 || isV6) && Number(bits ?? 0) <= (isV4 ? 32 : 128);
}

function isByte(digits: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(digits) && Number(digits) <= 255;
}
