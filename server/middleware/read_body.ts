import { withDeadline } from "../clock.ts";
import type { AppContext, Deps } from "../context.ts";
import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../errors/api_error.ts";
import type { HeldBytes } from "../limits/body_bytes.ts";

/** Bodies up to this length are read in one piece, which is faster than chunk by chunk. */
const ONE_PIECE_BYTES_MAX = 64 * 1024;

/**
 * Reads a JSON body.
 *
 * @param held counts its bytes; whoever made it releases it
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT or OVERLOADED
 */
export async function readBody(
  c: AppContext,
  { clock, bodies: { deadlineMs } }: Deps,
  bytesMax: number,
  held: HeldBytes,
): Promise<Bytes> {
  checkMediaType(c.req.header("content-type"), c.req.header("content-encoding"));
  const lengthMax = declaredLength(c.req.header("content-length")) ?? Infinity;
  if (lengthMax > bytesMax && lengthMax !== Infinity) throw tooLarge(bytesMax);
  const work = lengthMax <= ONE_PIECE_BYTES_MAX
    ? readOnePiece(c.req.raw, lengthMax, held)
    : readChunks(c.req.raw, bytesMax, held);
  try {
    return await withDeadline(clock, deadlineMs, work, () => late(deadlineMs));
  } catch (error) {
    throw error instanceof ApiError ? error : cutOff(error);
  }
}

async function readOnePiece(request: Request, length: number, held: HeldBytes): Promise<Bytes> {
  held.add(length);
  return new Uint8Array(await request.arrayBuffer());
}

/** Counts what has come, not what is announced: a slow body holds no more than it has sent. */
async function readChunks(request: Request, bytesMax: number, held: HeldBytes): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw tooLarge(bytesMax);
    held.add(chunk.length);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Bytes {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** JSON is UTF-8; another charset, another type and any content coding are refused. */
function checkMediaType(type: string | undefined, coding: string | undefined): void {
  if (coding !== undefined) {
    throw unsupported(`Content-Encoding is "${coding}", must be absent`);
  }
  if (type === undefined || !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw unsupported(`Content-Type is ${type ?? "absent"}, must be application/json`);
  }
}

function declaredLength(header: string | undefined): number | null {
  return header === undefined ? null : Number(header);
}

function unsupported(reason: string): ApiError {
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", `Cannot read the body: ${reason}`);
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `Cannot read the body: it is over ${bytesMax} bytes, must be at most that`,
    { members: { limit: bytesMax } },
  );
}

function late(deadlineMs: number): ApiError {
  return new ApiError(
    "REQUEST_TIMEOUT",
    `Cannot read the body: it is not complete after ${deadlineMs} ms, send it faster`,
  );
}

/** The connection broke; hardly anyone is left to read this. */
function cutOff(cause: unknown): ApiError {
  return new ApiError("REQUEST_TIMEOUT", "Cannot read the body: it ended early", { cause });
}
