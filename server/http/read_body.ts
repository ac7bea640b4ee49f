import { withDeadline } from "../base/clock.ts";
import type { AppContext, Deps } from "./context.ts";
import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../base/errors.ts";
import { type BodyReservation, UNCOUNTED_BYTES } from "../limits/body_bytes.ts";

/**
 * Reads a JSON body.
 *
 * @param reservation counts the bytes; the caller releases it
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT or OVERLOADED
 */
export async function readBody(
  c: AppContext,
  { clock, bodies: { deadlineMs } }: Deps,
  bytesMax: number,
  reservation: BodyReservation,
): Promise<Bytes> {
  checkMediaType(c.req.header("content-type"), c.req.header("content-encoding"));
  const declared = declaredLength(c.req.header("content-length"));
  if (declared !== null && declared > bytesMax) throw tooLarge(bytesMax);
  const work = declared !== null && declared <= UNCOUNTED_BYTES
    ? readOnePiece(c.req.raw, declared, reservation)
    : readChunks(c.req.raw, declared ?? bytesMax, reservation);
  try {
    return await withDeadline(clock, deadlineMs, work, () => timedOut(deadlineMs));
  } catch (error) {
    throw error instanceof ApiError ? error : aborted(error);
  }
}

/** Reads a short body at once, which is faster; it is too short to need a reservation. */
async function readOnePiece(
  request: Request,
  length: number,
  reservation: BodyReservation,
): Promise<Bytes> {
  reservation.add(length);
  return new Uint8Array(await request.arrayBuffer());
}

/**
 * Reads into one buffer, so that no byte is in memory twice. The reservation counts received bytes, not
 * the declared length: the system allocates pages on the first write, so a slow body uses only as
 * much memory as it has sent.
 */
async function readChunks(
  request: Request,
  lengthMax: number,
  reservation: BodyReservation,
): Promise<Bytes> {
  const whole = new Uint8Array(lengthMax);
  let length = 0;
  for await (const chunk of request.body ?? []) {
    if (length + chunk.length > lengthMax) throw tooLarge(lengthMax);
    reservation.add(chunk.length);
    whole.set(chunk, length);
    length += chunk.length;
  }
  return whole.subarray(0, length);
}

/** JSON is UTF-8; another charset, another type and any content coding but none are rejected. */
function checkMediaType(type: string | undefined, coding: string | undefined): void {
  if (coding !== undefined && coding.toLowerCase() !== "identity") {
    throw unsupported(`Content-Encoding is "${coding}", must be absent or identity`);
  }
  if (type === undefined || !/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type)) {
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
    `Cannot read the body: it is too long, must be at most ${bytesMax} bytes`,
    { members: { limit: bytesMax } },
  );
}

function timedOut(deadlineMs: number): ApiError {
  return new ApiError(
    "REQUEST_TIMEOUT",
    `Cannot read the body: it is not complete after ${deadlineMs} ms, send it faster`,
  );
}

/** The connection broke, so the caller rarely receives this. */
function aborted(cause: unknown): ApiError {
  return new ApiError("REQUEST_TIMEOUT", "Cannot read the body: it ended early", { cause });
}
