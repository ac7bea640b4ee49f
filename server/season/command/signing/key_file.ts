import { messageOf, StartError } from "../../../base/errors.ts";
import { readSigningKey } from "../../../process/signing.ts";
import type { SigningKey } from "../../rules/receipt.ts";

const OWNER_ONLY = 0o600;
const SEED_BYTES = 32;

/**
 * Returns the key of a file; makes the file if it is missing. A file that an interrupted command has
 * left is used.
 *
 * @throws {StartError} when the file cannot be written, or others may read it
 */
export async function makeKeyFile(path: string): Promise<SigningKey> {
  try {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (folder !== "") await Deno.mkdir(folder, { recursive: true });
    using file = await Deno.open(path, { write: true, createNew: true, mode: OWNER_ONLY });
    const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
    let rest = new TextEncoder().encode(`${seed.toHex()}\n`);
    while (rest.length > 0) rest = rest.subarray(await file.write(rest));
    await file.sync();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AlreadyExists)) {
      throw new StartError(`Cannot write the signing key ${path}: ${messageOf(cause)}`, { cause });
    }
  }
  return await readSigningKey(path);
}

/** Returns whether there is such a file. */
export async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false);
}
