import { messageOf, StartError } from "../../base/errors.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const OWNER_ONLY = 0o600;
const SECRET = /^[0-9a-f]{64}\n?$/;

/**
 * Writes a new secret to a new file that only its owner can read, and flushes it to the disk.
 *
 * @param arenaFolder the folder of the arena's own files, which a server may read
 * @throws {StartError} when the file exists, or is where a server may read it
 */
export async function writeSecret(path: string, secret: Bytes, arenaFolder: string): Promise<void> {
  try {
    const folder = parentFolder(path);
    await Deno.mkdir(folder, { recursive: true });
    const [place, kept] = await Promise.all([Deno.realPath(folder), resolveLinks(arenaFolder)]);
    if (kept !== null && `${place}/`.startsWith(`${kept}/`)) {
      throw new Error(
        `it is in ${arenaFolder}, which the server reads, choose a place outside, such as secrets/`,
      );
    }
    using file = await Deno.open(path, { write: true, createNew: true, mode: OWNER_ONLY });
    let rest = new TextEncoder().encode(`${secret.toHex()}\n`);
    while (rest.length > 0) rest = rest.subarray(await file.write(rest));
    await file.sync();
  } catch (cause) {
    const reason = cause instanceof Deno.errors.AlreadyExists
      ? "it exists already, choose another name"
      : failureText(cause);
    throw new StartError(`Cannot write the secret to ${path}: ${reason}`, { cause });
  }
}

/** @throws {StartError} when the file cannot be read or has no secret */
export async function readSecret(path: string): Promise<Bytes> {
  const text = await Deno.readTextFile(path).catch((cause) => {
    throw new StartError(`Cannot read the secret in ${path}: ${failureText(cause)}`, { cause });
  });
  if (SECRET.test(text)) return Uint8Array.fromHex(text.trim());
  throw new StartError(
    `Cannot read the secret in ${path}: it must have 64 hexadecimal digits, as season create ` +
      "writes them",
  );
}

/** Returns why a file cannot be used; the task has rights for one folder, not for more flags. */
function failureText(cause: unknown): string {
  return cause instanceof Deno.errors.NotCapable
    ? "this command may use files of secrets/ only, put it there"
    : messageOf(cause);
}

function parentFolder(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, Math.max(1, end));
}

async function resolveLinks(folder: string): Promise<string | null> {
  return await Deno.realPath(folder === "" ? "." : folder).catch(() => null);
}
