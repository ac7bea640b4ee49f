import type { Hono } from "hono";
import { ApiError } from "../../base/errors.ts";
import type { ArenaFile, ArenaFiles } from "../../season/service/arena_folder.ts";
import { typeOf } from "../../services/web_files.ts";
import { chargeAddress } from "../address.ts";
import { type AppContext, type AppEnv, type Deps, stateOf } from "../context.ts";
import { isNotModified, send } from "../respond.ts";

const FOLDER = "/arena/";
/** Bytes of a matrix that are in memory for a caller at once. */
const PART_BYTES = 1_000_000;
/** Bytes of a response that cost as much as a request. */
const UNIT_BYTES = 65_536;
/** A missing file costs more: the store is asked for it each time. */
const MISSING_UNITS = 20;
const FINAL = { "Cache-Control": "public, max-age=31536000, immutable" };
const FRESH = { "Cache-Control": "public, max-age=10" };

/** What the public folder of seasons is read from. */
export interface FolderParts {
  readonly arena: ArenaFiles;
}

/**
 * Serves the public folder of the arena. Its files are not operations and not in the document. The
 * page's own files are the same prepared bytes for everyone; these are read from the store, so their
 * readers have a budget by address.
 */
export function mountArena(app: Hono<AppEnv>, deps: Deps & FolderParts): void {
  const { arena, codedBodies } = deps;
  app.get(`${FOLDER}*`, async (c) => {
    stateOf(c).route = `${FOLDER}*`;
    chargeAddress(c, deps, 1);
    const path = c.req.path.slice(FOLDER.length);
    const isMatrix = path.endsWith(".f64");
    const range = isMatrix ? readRange(c.req.header("range")) : null;
    const from = range?.from ?? 0;
    const file = await arena.arenaFile(path, from, isMatrix ? partLength(from, range) : undefined);
    if (file === null) {
      chargeAddress(c, deps, MISSING_UNITS);
      throw new ApiError("NOT_FOUND", `Cannot find ${c.req.path}: see /arena/seasons.json`);
    }
    const headers = {
      ...file.isFinal ? FINAL : FRESH,
      "ETag": `${isMatrix ? "" : "W/"}"${file.etag}"`,
      "Vary": "Accept-Encoding",
    };
    if (isNotModified(c, { etag: headers.ETag })) return send(c, 304, headers, null);
    if (isMatrix) {
      const ranged = { ...headers, "Accept-Ranges": "bytes" };
      return matrix(c, deps, { file, headers: ranged, range });
    }
    const accepted = c.req.header("accept-encoding") ?? "";
    const source = { read: () => Promise.resolve(file.bytes), version: file.etag };
    const { bytes, coding } = await codedBodies.body(c.req.path, source, accepted);
    chargeAddress(c, deps, priceBytes(bytes.length));
    const coded = coding === null ? {} : { "Content-Encoding": coding };
    return send(c, 200, { ...headers, ...coded, "Content-Type": typeOf(path) }, bytes);
  });
}

/** Bytes from the first to the last; null: to the end of the file. */
interface ByteRange {
  readonly from: number;
  readonly to: number | null;
}

/** Reads a single range; null for every other header, which a server may ignore (RFC 9110, 14.2). */
function readRange(header: string | undefined): ByteRange | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header ?? "") ?? [];
  if (from === undefined) return null;
  const range = { from: Number(from), to: to === undefined ? null : Number(to) };
  return range.to !== null && range.to < range.from ? null : range;
}

/** Returns the units that the bytes of a response cost its address beside the request. */
function priceBytes(bytes: number): number {
  return Math.floor(bytes / UNIT_BYTES);
}

function partLength(from: number, range: ByteRange | null): number {
  return Math.min(PART_BYTES, (range?.to ?? Infinity) + 1 - from);
}

/** Responds with a matrix, or a range of it, part by part as the caller reads. */
function matrix(
  c: AppContext,
  deps: Deps & FolderParts,
  { file: first, headers, range }: {
    readonly file: ArenaFile;
    readonly headers: Readonly<Record<string, string>>;
    readonly range: ByteRange | null;
  },
): Response {
  const { size } = first;
  const from = range?.from ?? 0;
  if (from >= size) return send(c, 416, { ...headers, "Content-Range": `bytes */${size}` }, null);
  const end = Math.min(size, (range?.to ?? Infinity) + 1);
  chargeAddress(c, deps, priceBytes(end - from));
  const whole = { ...headers, "Content-Type": "application/octet-stream" };
  const ranged = range === null ? whole : {
    ...whole,
    "Content-Range": `bytes ${from}-${end - 1}/${size}`,
  };
  const status = range === null ? 200 : 206;
  if (from + first.bytes.length >= end) return send(c, status, ranged, first.bytes);
  const path = c.req.path.slice(FOLDER.length);
  let at = from;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller): Promise<void> {
      const part = at === from
        ? first
        : await deps.arena.arenaFile(path, at, partLength(at, range));
      if (part === null || part.bytes.length === 0) throw new Error("the matrix has changed");
      at += part.bytes.length;
      controller.enqueue(part.bytes);
      if (at >= end) controller.close();
    },
  }, { highWaterMark: 0 });
  return send(c, status, { ...ranged, "Content-Length": String(end - from) }, stream);
}
