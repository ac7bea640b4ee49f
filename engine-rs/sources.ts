const ROOT = new URL("./", import.meta.url);
const SOURCES = new URL("./src/", ROOT);
/** Files besides the sources that decide the bytes of the package. */
const INPUTS = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "optimize.ts"];

/** The built package. */
export const PACKAGE = new URL("../pkg/", import.meta.url);

/**
 * Returns the SHA-256 over names and contents of all inputs of the WebAssembly, in the order of the
 * names. It does not depend on the time or the place of a checkout.
 */
export async function sourcesFingerprint(): Promise<string> {
  const names = [...INPUTS, ...await filesUnder("src/", SOURCES)].sort();
  const prints = await Promise.all(
    names.map(async (name) =>
      `${await sha256(await Deno.readFile(new URL(name, ROOT)))} ${name}\n`
    ),
  );
  return await sha256(new TextEncoder().encode(prints.join("")));
}

/** Returns the SHA-256 of bytes in lower-case hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

async function filesUnder(prefix: string, folder: URL): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const found = await Promise.all(
    entries.map(({ name, isDirectory }) =>
      isDirectory
        ? filesUnder(`${prefix}${name}/`, new URL(`${name}/`, folder))
        : Promise.resolve([`${prefix}${name}`])
    ),
  );
  return found.flat();
}
