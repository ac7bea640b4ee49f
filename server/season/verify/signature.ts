// This module is browser compatible.

import type { PublishedKey } from "../rules/published_keys.ts";
import { isSigned, keyIdOf, type Receipt } from "../rules/receipt.ts";
import { Wrong } from "./finding.ts";
import type { ArenaFiles } from "./ports.ts";
import { listOf, Members, parsed } from "./read.ts";

/** A receipt whose signature holds. */
export interface Signed {
  readonly key: PublishedKey;
  /** Whether the key signed at that time; a receipt of a withdrawn key can still be in the log. */
  readonly isInTime: boolean;
  readonly text: string;
}

/**
 * Reads the keys of an arena.
 *
 * @throws {Wrong} when a key is malformed, or its id is not that of its bytes
 */
export async function readKeys(bytes: Uint8Array): Promise<readonly PublishedKey[]> {
  const list = listOf("keys.json", parsed("keys.json", bytes));
  return await Promise.all(list.map(async (value, at) => {
    const members = new Members(`keys.json/${at}`, value);
    const key = {
      keyId: members.text("keyId"),
      publicKey: members.text("publicKey"),
      from: members.text("from"),
      until: members.textOrNull("until"),
    };
    const found = await idOf(key.publicKey);
    if (found !== key.keyId) {
      throw new Wrong(`keys.json/${at}/keyId is ${key.keyId}, its publicKey has ${found}`);
    }
    return key;
  }));
}

/** Returns the keys in the folder of an arena; null if their file is missing. */
export async function keysOf(files: ArenaFiles): Promise<readonly PublishedKey[] | null> {
  const bytes = await files.read("keys.json");
  return bytes === null ? null : await readKeys(bytes);
}

/** @throws {Wrong} when the payload is not an object */
export function readPayload({ payload }: Receipt): Members {
  return new Members("payload", parsed("the payload", encoder.encode(payload)));
}

/**
 * Verifies that a key of the arena has signed a receipt, and that it was the key of that time.
 *
 * @throws {Wrong} when it has not
 */
export async function checkSignature(
  receipt: Receipt,
  keys: readonly PublishedKey[],
): Promise<Signed> {
  const key = keys.find(({ keyId }) => keyId === receipt.keyId);
  if (key === undefined) {
    const known = keys.map(({ keyId }) => keyId).join(", ");
    throw new Wrong(
      `the receipt is signed by key ${receipt.keyId}, the arena has ${known || "none"}`,
    );
  }
  if (!await isSignedSafely(receipt, key)) {
    throw new Wrong(`the signature is not one of key ${key.keyId} over this payload`);
  }
  const payload = readPayload(receipt);
  const [issuer, issuedAt] = [payload.text("issuer"), payload.text("issuedAt")];
  const [from, until] = [key.from, key.until ?? "now"];
  const isInTime = key.from <= issuedAt && (key.until === null || issuedAt < key.until);
  const by = issuer === "" ? "an arena without an address" : issuer;
  return {
    key,
    isInTime,
    text: isInTime
      ? `key ${key.keyId} of ${by} signed this at ${issuedAt}`
      : `the receipt was issued at ${issuedAt}, its key ${key.keyId} is valid from ${from} to ${until}`,
  };
}

const encoder = new TextEncoder();

async function isSignedSafely(receipt: Receipt, key: PublishedKey): Promise<boolean> {
  try {
    return await isSigned(receipt, key);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "NotSupportedError") {
      throw new Wrong("this browser cannot verify Ed25519 signatures, use another one");
    }
    // The signature is not base64.
    return false;
  }
}

async function idOf(publicKey: string): Promise<string> {
  try {
    return await keyIdOf(Uint8Array.fromBase64(publicKey));
  } catch {
    return "none";
  }
}
