import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { EMPTY_HEAD, headOf, leafOf, nextHead } from "../season/rules/log.ts";
import type { Receipt } from "../season/rules/receipt.ts";
import type { LogRecord } from "../season/rules/records.ts";
import type { Finding } from "../season/verify/finding.ts";
import { verify, type VerifyParts } from "../season/verify/verify.ts";
import { LocalVerifyEngine } from "../season/verify/verify_engine.ts";
import { encoded } from "./encoded.ts";
import type { Folder, PlayedSeason } from "./played_season.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Verifies files of an arena of tests, which its folder surrounds. */
export class Verifier {
  readonly #files: Folder;
  readonly #runs: LocalVerifyEngine;

  constructor(files: Folder, engine: Engine, datasets: readonly Dataset[]) {
    this.#files = files;
    this.#runs = new LocalVerifyEngine(engine, datasets);
  }

  /** Returns all findings about a file, which is bytes or is written as JSON. */
  async verify(
    file: unknown,
    changes: Partial<VerifyParts> = {},
    files: Folder = this.#files,
  ): Promise<readonly Finding[]> {
    return await Array.fromAsync(verify(file instanceof Uint8Array ? file : encoded(file), {
      files: { place: "the folder", read: (path) => Promise.resolve(files.get(path) ?? null) },
      engine: this.#runs,
      sample: null,
      random: Math.random,
      keys: null,
      head: null,
      ...changes,
    }));
  }

  /** Returns the folder with some files replaced, or without those that are null. */
  withFiles(changes: Readonly<Record<string, Bytes | null>>): Folder {
    const files = new Map(this.#files);
    for (const [path, bytes] of Object.entries(changes)) {
      if (bytes === null) files.delete(path);
      else files.set(path, bytes);
    }
    return files;
  }
}

/**
 * Returns the receipt of the first board, and the folder, of an operator who has written records of the
 * log again.
 */
export async function forged(
  { files, key, boards: [board] }: PlayedSeason,
  change: (record: LogRecord) => object,
): Promise<readonly [receipt: Receipt, files: Folder]> {
  const payload = JSON.parse(board?.payload ?? "");
  const log: { record: LogRecord }[] = JSON.parse(
    new TextDecoder().decode(files.get("log-1.json")),
  );
  const [rows, entries]: [object[], Bytes[]] = [[], []];
  let head = EMPTY_HEAD;
  for (const { record: { kind }, record } of log) {
    const written = change(record) as LogRecord;
    const leaf = await leafOf(written);
    head = await nextHead(head, leaf);
    rows.push({ leaf: leaf.toHex(), record: written });
    if (kind === "entry") entries.push(leaf);
    if (rows.length === payload.log.index) payload.log.head = head.toHex();
  }
  const entriesRoot = (await headOf(entries)).toHex();
  const end = { files: ["log-1.json"], head: head.toHex(), index: rows.length };
  const written = [["log-1.json", encoded(rows)], ["log.json", encoded(end)]] as const;
  return [key.sign({ ...payload, entriesRoot }), new Map([...files, ...written])];
}

/** Returns the step that failed with its reason; "" when everything holds. */
export function wrongOf(findings: readonly Finding[]): string {
  const last = findings.at(-1);
  return last?.outcome === "wrong" ? `${last.step}: ${last.text}` : "";
}

/** Returns copies of bytes with one flipped bit each, spread over all bytes. */
export function* flipped(bytes: Bytes, step: number): Generator<Bytes> {
  for (let at = 0; at < bytes.length; at += step) {
    yield bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 7)));
  }
}
