import type { JsonValue } from "../base/canonical_json.ts";
import { EMPTY_HEAD, headOf, leafOf, nextHead } from "../season/rules/log.ts";
import type { LogPlace } from "../season/rules/statements.ts";
import type { LogRecord } from "../season/rules/records.ts";

/** The log of an arena of tests, while it is written. */
export class SeasonLog {
  readonly rows: { readonly leaf: string; readonly record: LogRecord }[] = [];
  #head = EMPTY_HEAD;

  /** Appends a record; returns its leaf, hexadecimal, and its place. */
  async append(record: LogRecord): Promise<{ readonly leaf: string; readonly log: LogPlace }> {
    const leaf = await leafOf(record as unknown as JsonValue);
    this.#head = await nextHead(this.#head, leaf);
    this.rows.push({ leaf: leaf.toHex(), record });
    return { leaf: leaf.toHex(), log: this.place };
  }

  /** The place of the last record. */
  get place(): LogPlace {
    return { index: this.rows.length, head: this.#head.toHex() };
  }

  /** Returns the root of the entries. */
  async entriesRoot(): Promise<Uint8Array<ArrayBuffer>> {
    const entries = this.rows.filter(({ record }) => record.kind === "entry");
    return await headOf(entries.map(({ leaf }) => Uint8Array.fromHex(leaf)));
  }
}
