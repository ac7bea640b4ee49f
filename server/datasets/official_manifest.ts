// This module is browser compatible.

/** Of `datasets/manifest.json`, which `deno task datasets:official generate` has checked; it wrote this. */
export const OFFICIAL_MANIFEST_SHA256 =
  "64d9ef3b826f6ec3f6faffc8623a781b02e22b1941d33f1b847040c750db4df3";
