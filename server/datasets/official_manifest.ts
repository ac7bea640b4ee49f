// This module is browser compatible.

/** Of `datasets/manifest.json`, which `deno task datasets:generate` has checked; it wrote this. */
export const OFFICIAL_MANIFEST_SHA256 =
  "dd0e0dd12f316e94ec781d636f1ec414676fb9695959b3e4e78a11c2da0136a6";
