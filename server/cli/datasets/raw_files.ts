// deno-lint-ignore no-external-import -- part of the runtime
import { createHash } from "node:crypto";
import { z } from "zod";
import type { ReadableSource } from "../../datasets/import/collect.ts";
import { ImportSpecSchema } from "../../datasets/import/spec.ts";
import { messageOf, StartError } from "../../base/errors.ts";

type Chunk = Uint8Array<ArrayBuffer>;

/** The folder of raw files within a market's folder, and the record of how they were read. */
export const RAW = "raw";
export const RECORD = "import.json";

const KeptSchema = z.strictObject({
  file: z.string().regex(/^[\w.-]+\.gz$/),
  sha256: z.string().length(64),
  bytes: z.int(),
  presetId: z.string().optional(),
  isFar: z.boolean().optional(),
  /** Which bars count, by their close: of later files those after, of fetched ones those until. */
  after: z.number().optional(),
  until: z.number().optional(),
});

/** A stored raw file: its name, and the fingerprint of its uncompressed content. */
export type KeptFile = z.infer<typeof KeptSchema>;

const RecordSchema = z.strictObject({ spec: ImportSpecSchema, files: z.array(KeptSchema).min(1) });

/** The record of an import, from which it can be rebuilt byte for byte. */
export type ImportRecord = z.infer<typeof RecordSchema>;

/** A source whose bytes are stored while it is read. */
export interface KeptSource extends ReadableSource {
  /** After the source was read. */
  readonly kept: () => KeptFile;
}

/**
 * Wraps a source so that it is compressed into a folder and hashed while it is read, once, and never
 * held in memory as a whole.
 *
 * @param name of the raw file, without `.gz`
 */
export async function keepWhileRead(
  source: ReadableSource,
  folder: string,
  name: string,
): Promise<KeptSource> {
  const file = `${name}.gz`;
  const hash = createHash("sha256");
  const output = await Deno.open(`${folder}/${file}`, { write: true, createNew: true });
  const compressor = new CompressionStream("gzip");
  const written = compressor.readable.pipeTo(output.writable);
  // Await the writer later; after a failed read it may never be awaited.
  written.catch(() => {});
  const writer = compressor.writable.getWriter();
  let [bytes, sha256] = [0, ""];
  const tap = new TransformStream<Chunk, Chunk>({
    async transform(chunk, controller): Promise<void> {
      bytes += chunk.length;
      hash.update(chunk);
      await writer.write(chunk);
      controller.enqueue(chunk);
    },
    async flush(): Promise<void> {
      await writer.close();
      await written;
      sha256 = hash.digest("hex");
    },
  });
  const { presetId, isFar, after, until } = source;
  return {
    ...source,
    bytes: source.bytes.pipeThrough(tap),
    kept: () => ({ file, sha256, bytes, presetId, isFar: isFar ? true : undefined, after, until }),
  };
}

export async function openFile(path: string): Promise<ReadableStream<Chunk>> {
  try {
    // A folder opens like a file, and fails where it is read.
    if ((await Deno.stat(path)).isDirectory) throw new Error("it is a folder, must be a file");
    return (await Deno.open(path)).readable;
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "it is missing" : messageOf(cause);
    throw new StartError(`Cannot import ${path}: ${reason}`, { cause });
  }
}

export async function openKept(path: string): Promise<ReadableStream<Chunk>> {
  return (await openFile(path)).pipeThrough(new DecompressionStream("gzip"));
}

/** Returns a stored raw file as a source that is opened when it is read. */
export function keptSource(
  folder: string,
  { file, presetId, isFar, after, until }: KeptFile,
): Pending {
  const name = file.replace(/\.gz$/, "");
  const path = `${folder}/${RAW}/${file}`;
  return {
    name,
    open: async () => ({ file: name, bytes: await openKept(path), presetId, isFar, after, until }),
  };
}

/** A source that is opened only when it is read. */
export interface Pending {
  readonly name: string;
  readonly open: () => Promise<ReadableSource>;
}

/** Reads the record of an earlier import. */
export async function readRecord(folder: string): Promise<ImportRecord> {
  const path = `${folder}/${RAW}/${RECORD}`;
  try {
    return RecordSchema.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch (cause) {
    throw new StartError(`Cannot import ${path} again: ${messageOf(cause)}`, { cause });
  }
}

/** Returns the record of an import as text. */
export function printRecord(record: ImportRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}
