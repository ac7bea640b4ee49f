// This module is browser compatible.

import { secondOf } from "../rules/records.ts";
import { Wrong } from "./finding.ts";

/**
 * Members of a JSON value from a stranger, each checked when it is read: a file of an older arena lacks
 * members that only newer checks read. The schemas of `contracts/season.ts` would make `verify.js` of the
 * package 4.4 times as large, 994 kB instead of 224 kB.
 */
export class Members {
  readonly #name: string;
  readonly #value: Readonly<Record<string, unknown>>;

  /** @throws {Wrong} when the value is not an object */
  constructor(name: string, value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Wrong(`${name} is not an object`);
    }
    this.#name = name;
    this.#value = value as Readonly<Record<string, unknown>>;
  }

  /** Returns whether there is a member of this name. */
  has(member: string): boolean {
    return Object.hasOwn(this.#value, member);
  }

  /** Returns the object as it is. */
  get raw(): Readonly<Record<string, unknown>> {
    return this.#value;
  }

  any(member: string): unknown {
    if (!this.has(member)) throw new Wrong(`${this.#name}/${member} is missing`);
    return this.#value[member];
  }

  text(member: string): string {
    const value = this.any(member);
    if (typeof value !== "string") throw new Wrong(`${this.#name}/${member} is not a text`);
    return value;
  }

  textOrNull(member: string): string | null {
    return this.any(member) === null ? null : this.text(member);
  }

  whole(member: string): number {
    const value = this.any(member);
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new Wrong(`${this.#name}/${member} is not a whole number`);
    }
    return value;
  }

  /** Returns an instant that is written in UTC and whole seconds, in milliseconds since 1970. */
  instant(member: string): number {
    const text = this.text(member);
    const epochMs = Date.parse(text);
    if (Number.isNaN(epochMs) || secondOf(epochMs) !== text) {
      throw new Wrong(
        `${this.#name}/${member} is ${text}, must be an instant such as 2026-11-01T00:00:00Z`,
      );
    }
    return epochMs;
  }

  object(member: string): Members {
    return new Members(`${this.#name}/${member}`, this.any(member));
  }

  list(member: string): readonly unknown[] {
    return listOf(`${this.#name}/${member}`, this.any(member));
  }

  /** Returns bytes that are written in hexadecimal digits. */
  hex(member: string, length: number): Uint8Array<ArrayBuffer> {
    const text = this.text(member);
    if (!/^[0-9a-f]*$/.test(text) || text.length !== 2 * length) {
      throw new Wrong(`${this.#name}/${member} is not ${2 * length} hexadecimal digits`);
    }
    return Uint8Array.fromHex(text);
  }
}

/** @throws {Wrong} when the value is not a list */
export function listOf(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Wrong(`${name} is not a list`);
  return value;
}

/** @throws {Wrong} when bytes are not JSON */
export function parsed(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Wrong(`${name} is not JSON`);
  }
}
