/**
 * Builds `dist/` from the sources of the page: `deno task build:web`. Every file but `index.html`
 * has a hash of its content in its name, so that a browser keeps it for good.
 */
import { DIST, FINGERPRINT, sourcesFingerprint } from "./sources.ts";

const ROOT = new URL("./", import.meta.url);
const HASH_LENGTH = 10;

/** Programs of the page, by the placeholder of `index.html` that names them. */
const PROGRAMS = { main: "main.tsx", worker: "engine/worker.ts" };
const STYLE = "styles/main.css";

async function bundle(source: string): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "browser", "--minify", source],
    cwd: ROOT,
  }).output();
  if (success) return stdout;
  throw new Error(new TextDecoder().decode(stderr));
}

/** Writes a file under the hash of its content; returns its name. */
async function write(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).toHex();
  const hashed = name.replace(".", `-${digest.slice(0, HASH_LENGTH)}.`);
  await Deno.writeFile(new URL(hashed, DIST), content);
  return hashed;
}

await Deno.remove(DIST, { recursive: true }).catch(() => {});
await Deno.mkdir(DIST);
const programs = Object.entries(PROGRAMS).map(async ([name, source]) =>
  [name, await write(`${name}.js`, await bundle(source))] as const
);
const names = new Map(await Promise.all(programs));
names.set("style", await write("style.css", await bundle(STYLE)));
names.set("icon", await write("icon.svg", await Deno.readFile(new URL("icon.svg", ROOT))));
const page = await Deno.readTextFile(new URL("index.html", ROOT));
const filled = page.replaceAll(/\{(\w+)\}/g, (_, name: string) => names.get(name) ?? name);
await Deno.writeTextFile(new URL("index.html", DIST), filled);
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);
