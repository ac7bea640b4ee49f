/**
 * Builds `dist/` from the sources of the page: `deno task build:web`. The server adds a hash of the
 * content to each file name, so that a browser can cache the file for ever.
 */
import { DIST, FINGERPRINT, sourcesFingerprint } from "./sources.ts";

const ROOT = new URL("./", import.meta.url);

/** Bundled sources, by their names in `dist/`. */
const BUNDLES = {
  "main.js": "main.tsx",
  "worker.js": "engine/worker.ts",
  "reader.js": "local_datasets/reader.ts",
  "search.js": "sweep/search_worker.ts",
  "report.js": "report/main.tsx",
  "service_worker.js": "offline/service_worker.ts",
  "style.css": "styles/main.css",
};
const COPIES = ["index.html", "icon.svg"];

async function bundle(source: string): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "browser", "--minify", source],
    cwd: ROOT,
  }).output();
  if (success) return stdout;
  throw new Error(new TextDecoder().decode(stderr));
}

await Deno.mkdir(DIST, { recursive: true });
// One after another: bundlers that start together on a new machine copy esbuild over each other.
for (const [name, source] of Object.entries(BUNDLES)) {
  await Deno.writeFile(new URL(name, DIST), await bundle(source));
}
await Promise.all(COPIES.map((name) => Deno.copyFile(new URL(name, ROOT), new URL(name, DIST))));
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);
