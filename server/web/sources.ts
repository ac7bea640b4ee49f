const ROOT = new URL("../../", import.meta.url);
const WEB = "server/web/";

/** The built page, and the fingerprint of its sources. */
export const DIST = new URL("dist/", import.meta.url);
/** The name of a part of the main program, which has a hash of its content. */
export const PART_NAME = /-[A-Z0-9]{8}\.js$/;
export const FINGERPRINT = new URL("sources.sha256", DIST);

/** Sources other than modules. The lock file adds the versions of the packages. */
const OTHERS = [`${WEB}index.html`, `${WEB}icon.svg`, `${WEB}build.ts`];
const PROGRAMS = [
  `${WEB}main.tsx`,
  `${WEB}engine_worker.ts`,
  `${WEB}local_datasets/reader.ts`,
  `${WEB}views/workbench/sweep/search_worker.ts`,
  `${WEB}views/season/verify_worker.ts`,
  `${WEB}report/standalone.tsx`,
  `${WEB}offline/service_worker.ts`,
  `${WEB}styles/main.css`,
];
const PACKAGES = /"((?:@preact\/signals(?:-core)?|deno-std|preact|uplot|zod)@[\d.]+)"/g;

/** An import of a module or a style sheet; imports of types only do not match. */
const IMPORT =
  /^(?:import|export)(?! type)[^;]*?from "(\.[^"]+)"|^@?import "(\.[^"]+)"|[( ]import\("(\.[^"]+)"\)/gm;

/**
 * Returns the SHA-256 over names and contents of all sources of the page: everything that its programs
 * import, types excepted.
 */
export async function sourcesFingerprint(): Promise<string> {
  const texts = new Map<string, string>();
  await Promise.all([...PROGRAMS, ...OTHERS].map((path) => gather(path, texts)));
  const lock = await Deno.readTextFile(new URL("deno.lock", ROOT));
  const packages = [...new Set([...lock.matchAll(PACKAGES)].map(([, name]) => name))].sort();
  const sorted = [...texts].sort(([a], [b]) => a < b ? -1 : 1);
  const print = JSON.stringify([sorted, packages]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(print));
  return new Uint8Array(digest).toHex();
}

/** Reads a file and, recursively, its imports. */
async function gather(path: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(path)) return;
  texts.set(path, "");
  const text = await Deno.readTextFile(new URL(path, ROOT));
  texts.set(path, text);
  const imported = [...text.matchAll(IMPORT)].map(([, ...paths]) => paths.find(Boolean) ?? "");
  await Promise.all(
    imported.map((name) =>
      gather(new URL(name, new URL(path, ROOT)).href.slice(ROOT.href.length), texts)
    ),
  );
}
