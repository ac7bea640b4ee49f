import type { Clock } from "../base/clock.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { Signer, SigningKey } from "../season/rules/receipt.ts";
import type { SigningKeyStore } from "../season/store/signing_key_store.ts";
import type { Config } from "./config.ts";

/** Permissions of others than the owner. */
const OTHERS = 0o077;
const SEED = /^[0-9a-f]{64}\n?$/;
/** A rotated key signs in a running server after this time. */
const KEY_READ_EVERY_MS = 1_000;

/**
 * Reads the signing key of a file.
 *
 * @throws {StartError} when others may read the file, or it has no key
 */
export async function readSigningKey(path: string): Promise<SigningKey> {
  const { mode, text } = await readPrivate(path);
  if (mode !== null && (mode & OTHERS) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, "0");
    throw new StartError(
      `Cannot use the signing key ${path}: its mode is ${shown}, must be 0600; run chmod 600 ${path}`,
    );
  }
  if (!SEED.test(text)) {
    throw new StartError(
      `Cannot use the signing key ${path}: it must be 64 hexadecimal digits, as signing create ` +
        "writes them",
    );
  }
  const { signingKeyOf } = await signing();
  return signingKeyOf(Uint8Array.fromHex(text.trim()));
}

/**
 * Opens the signer of a server; null without a file. The file is read again when `signing rotate` has
 * replaced it, so a running server signs with the new key.
 *
 * @param report called when the file cannot be read again
 * @throws {StartError} when others may read the file, or it has no key
 */
export async function openSigner(
  { signingKeyFile: path, publicUrl: issuer }: Pick<Config, "signingKeyFile" | "publicUrl">,
  clock: Pick<Clock, "nowMs">,
  report: (sentence: string) => void,
): Promise<Signer | null> {
  if (path === null) return null;
  // Asked first: a key that is replaced meanwhile is read again.
  let writtenAt = await lastWritten(path);
  let key = await readSigningKey(path);
  let readAtMs = clock.nowMs();
  const current = async (): Promise<SigningKey> => {
    if (clock.nowMs() - readAtMs < KEY_READ_EVERY_MS) return key;
    readAtMs = clock.nowMs();
    try {
      const found = await lastWritten(path);
      if (found !== writtenAt) key = await readSigningKey(path);
      writtenAt = found;
    } catch (error) {
      // The statement is signed all the same: the key in memory is still that of the log.
      report(messageOf(error));
    }
    return key;
  };
  const { hashNow: hash } = await signing();
  return { issuer, sign: async (statement) => (await current()).sign(statement), hash };
}

/** Loads the cryptography, which is slow to load and used with a key only. */
function signing(): Promise<typeof import("./signing_key.ts")> {
  return import("./signing_key.ts");
}

/**
 * Reports a key that the arena's log does not have, or that has ended: its receipts are not valid.
 *
 * @param report receives the sentence for the log
 */
export async function checkSigner(
  signer: Signer | null,
  keys: Pick<SigningKeyStore, "list">,
  report: (sentence: string) => void,
): Promise<void> {
  if (signer === null) return;
  const { keyId } = await signer.sign({});
  const current = (await keys.list()).find(({ until }) => until === null);
  if (current?.keyId === keyId) return;
  const wanted = current === undefined
    ? "the arena has none, run signing create"
    : `the arena's is ${current.keyId}, copy its file`;
  report(`Receipts are not valid: the key of ARENA_SIGNING_KEY_FILE is ${keyId}, ${wanted}`);
}

async function readPrivate(path: string): Promise<{ mode: number | null; text: string }> {
  try {
    const { mode } = await Deno.stat(path);
    return { mode, text: await Deno.readTextFile(path) };
  } catch (cause) {
    throw new StartError(`Cannot read the signing key ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Returns when a file was written, in milliseconds since 1970; 0 for a missing file. */
async function lastWritten(path: string): Promise<number> {
  const { mtime } = await Deno.stat(path).catch(() => ({ mtime: null }));
  return mtime?.getTime() ?? 0;
}
