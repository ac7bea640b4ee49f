import { messageOf } from "../../../base/errors.ts";
import { pageUrl } from "../../page_url.ts";
import { NO_ANSWER } from "../../offline/offline_page.ts";

/** The public folder: beside the page, on a server and on a static host alike. */
const FOLDER = "arena/";
const LITTLE_ENDIAN = true;

/**
 * Reads a JSON file of the public folder; null when there is no such file.
 *
 * @param path inside the folder
 * @throws {Error} whose message is for the reader
 */
export async function readArena<T>(path: string): Promise<T | null> {
  const response = await ask(path);
  // A static host may answer a missing file with a page.
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (response.status === 404 || (response.ok && !isJson)) return null;
  if (!response.ok) throw failure(path, `the server answers ${response.status}`);
  try {
    return await response.json();
  } catch (error) {
    throw failure(path, messageOf(error));
  }
}

/**
 * Reads numbers of a matrix file, little endian.
 *
 * @param from first number
 * @throws {Error} also when the file is shorter
 */
export async function readNumbers(
  path: string,
  from: number,
  count: number,
): Promise<Float64Array<ArrayBuffer>> {
  const [first, end] = [from * Float64Array.BYTES_PER_ELEMENT, (from + count) * 8];
  const response = await ask(path, { headers: { range: `bytes=${first}-${end - 1}` } });
  if (!response.ok) throw failure(path, `the server answers ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A host without ranges sends the whole file.
  const own = response.status === 206 ? bytes : bytes.slice(first, end);
  if (own.byteLength !== end - first) throw failure(path, "it is shorter than its head says");
  const view = new DataView(own);
  return Float64Array.from({ length: count }, (_, at) => view.getFloat64(8 * at, LITTLE_ENDIAN));
}

/** Reads the bytes of a file of the public folder; null when there is no such file. */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const response = await ask(path);
  if (response.status === 404) return null;
  if (!response.ok) throw failure(path, `the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(pageUrl(FOLDER + path), options).catch(() => null);
  if (response !== null && response.status !== NO_ANSWER) return response;
  throw failure(path, "the server does not answer");
}

function failure(path: string, reason: string): Error {
  return new Error(`Cannot read /${FOLDER}${path}: ${reason}`);
}
