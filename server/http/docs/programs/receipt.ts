/** A signed statement of an arena. */
export interface Receipt {
  payload: string;
  keyId: string;
  signature: string;
}

interface Key {
  keyId: string;
  publicKey: string;
  from: string;
  until: string | null;
}

const EXTRACTABLE = true;
const encoder = new TextEncoder();
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const fromHex = (text: string): number[] =>
  (text.match(/../g) ?? []).map((two) => parseInt(two, 16));

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the canonical form (RFC 8785) of a JSON value with ASCII names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(",")}}`;
}

function check(name: string, said: unknown, found: unknown): void {
  if (said !== found) throw new Error(`${name} is ${said}, recomputed ${found}`);
}

/**
 * Verifies the signature of a receipt, and that the log of the arena has its record.
 *
 * @param read returns a file of the arena's public folder, parsed
 * @throws {Error} that names the first thing that is wrong, with both values
 */
export async function verifyReceipt(
  { payload: text, keyId, signature }: Receipt,
  // deno-lint-ignore no-explicit-any -- JSON
  read: (name: string) => Promise<any>,
): Promise<string> {
  const keys: Key[] = await read("keys.json");
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new Error(`the arena has no key ${keyId}`);
  const raw = fromBase64(key.publicKey);
  check("keyId", keyId, (await sha256(raw)).slice(0, 16));
  const publicKey = await crypto.subtle.importKey("raw", raw, "Ed25519", !EXTRACTABLE, ["verify"]);
  const bytes = encoder.encode(text);
  if (!await crypto.subtle.verify("Ed25519", publicKey, fromBase64(signature), bytes)) {
    throw new Error(`key ${keyId} has not signed this payload`);
  }
  const payload = JSON.parse(text);
  const { kind, issuedAt, seasonId, board, matrixHash, boardHash, log } = payload;
  const isInTime = key.from <= issuedAt && (key.until === null || issuedAt < key.until);
  if (kind === "arena-evaluation-1") {
    if (!isInTime) throw new Error(`key ${keyId} did not sign at ${issuedAt}`);
    return `${kind}: signed at ${issuedAt}`;
  }
  // Of entries and results the log decides.
  const scored = { kind: "result", at: issuedAt, seasonId, board, matrixHash, boardHash };
  const record = payload.record ?? scored;
  const top = await read("log.json");
  const [leaves, heads] = [[] as string[], [] as string[]];
  for (const name of top.files) {
    for (const { leaf } of await read(name)) {
      const head = heads.at(-1) ?? "0".repeat(64);
      heads.push(await sha256(Uint8Array.from([...fromHex(head), ...fromHex(leaf)])));
      leaves.push(leaf);
    }
  }
  check("the length of the log", top.index, leaves.length);
  check("the head of the log", top.head, heads.at(-1));
  const leaf = await sha256(encoder.encode(canonical(record)));
  check(`the leaf of record ${log.index}`, leaf, leaves[log.index - 1]);
  check(`the head after record ${log.index}`, log.head, heads[log.index - 1]);
  return `${kind}: record ${log.index} of ${leaves.length}`;
}
