/**
 * Builds `dist/` from the sources of the page: `deno task build:web`. The server adds a hash of the
 * content to each file name, so that a browser can cache the file for ever.
 */
import { DIST, FINGERPRINT, PART_NAME, sourcesFingerprint } from "./sources.ts";

const ROOT = new URL("./", import.meta.url);

/** Programs in one file, by their names in `dist/`. */
const BUNDLES = {
  "worker.js": "engine_worker.ts",
  "reader.js": "local_datasets/reader.ts",
  "search.js": "views/workbench/sweep/search_worker.ts",
  "verify.js": "views/season/verify_worker.ts",
  "report.js": "report/standalone.tsx",
  "service_worker.js": "offline/service_worker.ts",
  "style.css": "styles/main.css",
};
/** The program of the page's own thread, which loads a view when it is first shown. */
const MAIN = "main.tsx";
const ANY_PART_NAME = new RegExp(PART_NAME.source.replace("$", ""), "g");
/** Place of the list of these parts in the page; the service worker caches what the page names. */
const PARTS = 'data-parts=""';
const ICON = "/assets/icon.svg";

async function bundle(words: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "browser", "--minify", ...words],
    cwd: ROOT,
  }).output();
  if (success) return stdout;
  throw new Error(new TextDecoder().decode(stderr));
}

/**
 * Bundles that program into the folder; returns the names of its parts. The bundler's names depend on
 * the folder that the project lies in; those that it gets here on the content of all parts alone.
 */
async function bundleMain(): Promise<readonly string[]> {
  await bundle(["--code-splitting", "--outdir", decodeURIComponent(DIST.pathname), MAIN]);
  const files = await Array.fromAsync(Deno.readDir(DIST), async ({ name }) => {
    const text = await Deno.readTextFile(new URL(name, DIST));
    return { name, text, plain: text.replaceAll(ANY_PART_NAME, ".js") };
  });
  const parts = files.filter(({ name }) => PART_NAME.test(name));
  const all = parts.map(({ plain }) => plain).toSorted().join("");
  const names = new Map(
    await Promise.all(
      parts.map(async ({ name, plain }) =>
        [name, name.replace(PART_NAME, `-${await shortHash(plain + all)}.js`)] as const
      ),
    ),
  );
  await Promise.all(files.map(async ({ name, text }) => {
    await Deno.remove(new URL(name, DIST));
    const renamed = [...names].reduce((now, [from, to]) => now.replaceAll(from, to), text);
    await Deno.writeTextFile(new URL(names.get(name) ?? name, DIST), renamed);
  }));
  return [...names.values()].toSorted();
}

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, 8).toUpperCase();
}

/** Returns the parts that the page's program imports. Named in the page, all load at once. */
async function firstParts(): Promise<readonly string[]> {
  const text = await Deno.readTextFile(new URL("main.js", DIST));
  return [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, imported = ""]) => imported);
}

await Deno.remove(DIST, { recursive: true }).catch(() => {});
await Deno.mkdir(DIST, { recursive: true });
const parts = await bundleMain();
// One after another: bundlers that start together on a new machine copy esbuild over each other.
for (const [name, source] of Object.entries(BUNDLES)) {
  await Deno.writeFile(new URL(name, DIST), await bundle([source]));
}
await Deno.copyFile(new URL("icon.svg", ROOT), new URL("icon.svg", DIST));
const icon = encodeURIComponent(await Deno.readTextFile(new URL("icon.svg", ROOT)));
const first = await firstParts();
const page = (await Deno.readTextFile(new URL("index.html", ROOT)))
  // Inlined, so that the page needs no request for its icon.
  .replace(ICON, `data:image/svg+xml,${icon}`)
  .replace(PARTS, `data-parts="${parts.map((name) => `/assets/${name}`).join(" ")}"`)
  .replace(
    "  </head>",
    first.map((name) => `    <link rel="modulepreload" href="/assets/${name}">\n`).join("") +
      "  </head>",
  );
await Deno.writeTextFile(new URL("index.html", DIST), page);
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);
