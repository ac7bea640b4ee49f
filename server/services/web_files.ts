// This module is browser compatible.

import type { Bytes } from "../engine/engine.ts";
import { sha256Hex } from "../base/hash.ts";

/** Content codings of served files. */
const CODINGS = ["br", "gzip"] as const;
export type Coding = typeof CODINGS[number];

/** A file of the page. */
export interface WebFile {
  /** Media type. */
  readonly type: string;
  /** Weak, because all codings share it. */
  readonly etag: string;
  /** Whether its path contains a hash of its content, so that a browser may cache it forever. */
  readonly isImmutable: boolean;
  /**
   * Whether browsers load the file as a document, a worker or an image, to which its own content security
   * policy applies. Style sheets and module scripts are under the policy of the document that loads them.
   */
  readonly hasContext: boolean;
  /** Reads its content once. */
  read(): Promise<Bytes>;
}

/** Files by their paths. */
export type WebFiles = ReadonlyMap<string, WebFile>;

/** Compression effort: "quick" while a caller waits, "best" for later callers. */
export type Effort = "quick" | "best";

/** Compresses on another thread. */
export type Compress = (bytes: Bytes, coding: Coding, effort: Effort) => Promise<Bytes>;

const HASH_LENGTH = 16;
/** Bodies that are cached, those that were sent last. */
const BODIES_MAX = 300;
/** Shorter files are not compressed, because it would save nothing. */
const CODED_LENGTH_MIN = 512;

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** Returns the media type of a file by its extension. */
export function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Returns a file with a fixed path: a browser revalidates it each time. */
export async function fixedFile(name: string, bytes: Bytes): Promise<WebFile> {
  const etag = `W/"${(await sha256Hex(bytes)).slice(0, HASH_LENGTH)}"`;
  return {
    type: typeOf(name),
    etag,
    isImmutable: false,
    hasContext: /\.(html|js|svg)$/.test(name),
    read: () => Promise.resolve(bytes),
  };
}

/** Returns a file whose path changes with its content. */
export async function immutableFile(name: string, bytes: Bytes): Promise<WebFile> {
  return { ...await fixedFile(name, bytes), isImmutable: true };
}

/** Returns a name with a hash of the content before its extension. */
export function hashedName(name: string, hash: string): string {
  return name.replace(/(?=\.[^.]+$)/, `-${hash.slice(0, HASH_LENGTH)}`);
}

/** A file to compress. */
export interface CodedSource {
  readonly read: () => Promise<Bytes>;
  /** Names the content of a file that changes. A file without one is worth the smallest body. */
  readonly version?: string;
}

interface CodedBody {
  readonly version: string | undefined;
  readonly bytes: Promise<Bytes>;
}

/**
 * Compressed bodies, each made on first use and cached; of a file that changes only the last one. The
 * first reader of a file gets a quickly compressed body. Later readers of a file that never changes get
 * the smallest body, which takes a second of a core to make.
 */
export class CodedBodies {
  readonly #compress: Compress;
  readonly #bodies = new Map<string, CodedBody>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(compress: Compress) {
    this.#compress = compress;
  }

  /**
   * Returns a file in the best coding that the caller accepts.
   *
   * @param accepted the `Accept-Encoding` header
   */
  async body(
    path: string,
    { read, version }: CodedSource,
    accepted: string,
  ): Promise<{ readonly bytes: Bytes; readonly coding: Coding | null }> {
    const bytes = await read();
    const coding = bestCoding(accepted);
    if (coding === null || bytes.length < CODED_LENGTH_MIN) return { bytes, coding: null };
    const key = `${coding} ${path}`;
    const kept = this.#bodies.get(key);
    const known = kept?.version === version ? kept : undefined;
    const coded = known ?? { version, bytes: this.#compress(bytes, coding, "quick") };
    this.#bodies.delete(key);
    this.#bodies.set(key, coded);
    const [oldest] = this.#bodies.keys();
    if (oldest !== undefined && this.#bodies.size > BODIES_MAX) this.#bodies.delete(oldest);
    try {
      const sent = await coded.bytes;
      const isWorthIt = version === undefined && coding === "br";
      if (known === undefined && isWorthIt) this.#improve(key, bytes);
      return { bytes: sent, coding };
    } catch {
      // Serve the file without coding; the next request tries again.
      this.#bodies.delete(key);
      return { bytes, coding: null };
    }
  }

  /** Recompresses one file at a time in the background. A file that fails to improve stays as it is. */
  #improve(key: string, bytes: Bytes): void {
    this.#last = this.#last.then(async () => {
      const best = await this.#compress(bytes, "br", "best");
      if (!this.#bodies.has(key)) return;
      this.#bodies.set(key, { version: undefined, bytes: Promise.resolve(best) });
    }).catch(() => {});
  }
}

/**
 * Returns the best coding that an `Accept-Encoding` header accepts, or null.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(bestCoding("gzip, deflate, br"), "br");
 * assertEquals(bestCoding("br;q=0, gzip;q=0.5"), "gzip");
 * assertEquals(bestCoding("identity"), null);
 * ```
 */
export function bestCoding(accepted: string): Coding | null {
  const offered = accepted.split(",").map((part) => {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? "" : name;
  });
  return CODINGS.find((coding) => offered.includes(coding)) ?? null;
}
