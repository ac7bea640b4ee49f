import type { AppContext } from "./context.ts";
import type { CodedBodies, WebFile } from "../services/web_files.ts";
import { isNotModified, send } from "./respond.ts";

/** Allows files of this server and WebAssembly, and forbids inline scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const FILE_HEADERS = { "Vary": "Accept-Encoding" };
/** Further headers of documents, images and worker scripts. */
const CONTEXT_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable" };
const REVALIDATED = { "Cache-Control": "public, no-cache" };

/** Responds with a file of the page, or with 304. */
export async function respondFile(
  c: AppContext,
  bodies: CodedBodies,
  file: WebFile,
): Promise<Response> {
  const headers = {
    ...FILE_HEADERS,
    ...file.hasContext ? CONTEXT_HEADERS : {},
    ...file.isImmutable ? IMMUTABLE : REVALIDATED,
    "ETag": file.etag,
  };
  if (isNotModified(c, file)) return send(c, 304, headers, null);
  const accepted = c.req.header("accept-encoding") ?? "";
  const { bytes, coding } = await bodies.body(c.req.path, file, accepted);
  const coded = coding === null ? {} : { "Content-Encoding": coding };
  return send(c, 200, { ...headers, ...coded, "Content-Type": file.type }, bytes);
}
