// This module is browser compatible.

/** Of `datasets/manifest.json`, which `deno task datasets:official generate` has checked; it wrote this. */
export const OFFICIAL_MANIFEST_SHA256 =
  "e3e0bf67376cd5381b400ebaf2bb1daa58d7a8f14612bebcf3d63684fcb400e0";
