import type { Manifest } from "./types.d.ts";

/** The manifest of the official datasets. */
declare const manifest: Manifest;
export default manifest;
