import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { LocalVerifyEngine } from "../season/verify/verify_engine.ts";
import type { Finding } from "../season/verify/finding.ts";
import { verify, type VerifyParts } from "../season/verify/verify.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The files of a public folder by their paths. */
export type Files = ReadonlyMap<string, Bytes>;

/** Verifies files of an arena of tests, which its folder surrounds. */
export class Verifier {
  readonly #files: Files;
  readonly #runs: LocalVerifyEngine;

  constructor(files: Files, engine: Engine, datasets: readonly Dataset[]) {
    this.#files = files;
    this.#runs = new LocalVerifyEngine(engine, datasets);
  }

  /** Returns all findings about a file, which is bytes or is written as JSON. */
  async verify(
    file: unknown,
    changes: Partial<VerifyParts> = {},
    files: Files = this.#files,
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
  withFiles(changes: Readonly<Record<string, Bytes | null>>): Files {
    const files = new Map(this.#files);
    for (const [path, bytes] of Object.entries(changes)) {
      if (bytes === null) files.delete(path);
      else files.set(path, bytes);
    }
    return files;
  }
}

/** Returns the JSON of a value. */
export function encoded(value: unknown): Bytes {
  return new TextEncoder().encode(JSON.stringify(value));
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
