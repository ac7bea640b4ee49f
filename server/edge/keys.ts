// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { z } from "zod";
import { makeKey } from "../auth/api_key.ts";
import type { KeyRecord, KeyStore } from "../auth/key_store.ts";
import { isScope, type Scope, SCOPES } from "../contracts/scopes.ts";
import { readConfig } from "../config.ts";
import { StartError } from "../errors/start_error.ts";
import { SqliteKeyStore } from "../store/sqlite_key_store.ts";
import { openKeysFile } from "./stores.ts";
import { print } from "./output.ts";

const USAGE = `Usage:
  keys create --name NAME --scopes SCOPE,... [--expires ISO] [--json]
  keys list [--json]
  keys revoke ID [--json]
Scopes: ${SCOPES.join(", ")}`;

const NAME_LENGTH_MAX = 100;

const OPTIONS = {
  name: { type: "string" },
  scopes: { type: "string" },
  expires: { type: "string" },
  json: { type: "boolean" },
} as const;

interface Options {
  readonly name?: string | undefined;
  readonly scopes?: string | undefined;
  readonly expires?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Runs a command on the keys.
 *
 * @param words what follows `keys` on the command line
 * @throws {StartError} that says what is wrong and what is wanted
 */
export async function runKeys(words: readonly string[]): Promise<void> {
  const { options, operands: [command, ...operands] } = read(words);
  const database = openKeysFile(readConfig((name) => Deno.env.get(name)).keysFile);
  try {
    const store = new SqliteKeyStore(database);
    if (command === "create" && operands.length === 0) await create(store, options);
    else if (command === "list" && operands.length === 0) await list(store, options);
    else if (command === "revoke" && operands.length === 1) {
      await revoke(store, operands[0] ?? "", options);
    } else throw new StartError(USAGE);
  } finally {
    database.close();
  }
}

function read(words: readonly string[]): { options: Options; operands: readonly string[] } {
  try {
    const parsed = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
    return { options: parsed.values, operands: parsed.positionals };
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : ""}\n${USAGE}`, { cause });
  }
}

async function create(store: KeyStore, options: Options): Promise<void> {
  const name = options.name ?? "";
  if (name === "" || name.length > NAME_LENGTH_MAX) {
    throw new StartError(
      `Cannot create a key: --name must have 1 to ${NAME_LENGTH_MAX} characters`,
    );
  }
  const scopes = readScopes(options.scopes);
  const expiresAt = readInstant(options.expires);
  const { id, key, hash } = await makeKey();
  await store.add({
    ...{ id, name, hash, scopes, status: "active" },
    ...{ createdAt: Date.now(), expiresAt, lastUsedAt: null },
  });
  const text = `${key}\n\nThis is key ${id}. Keep it: only its hash is stored.`;
  print(options.json ? JSON.stringify({ id, key, name, scopes, expiresAt: iso(expiresAt) }) : text);
}

async function list(store: KeyStore, options: Options): Promise<void> {
  const records = (await store.list()).map(toPublic);
  if (options.json) return print(JSON.stringify(records));
  for (const { id, status, name, scopes, lastUsedAt } of records) {
    print(`${id}  ${status}  ${scopes.join(",")}  last used ${lastUsedAt ?? "never"}  ${name}`);
  }
}

async function revoke(store: KeyStore, id: string, options: Options): Promise<void> {
  if (!await store.revoke(id)) throw new StartError(`Cannot revoke "${id}": there is no such key`);
  print(options.json ? JSON.stringify({ id, status: "revoked" }) : `Key ${id} is revoked.`);
}

function readScopes(text: string | undefined): readonly Scope[] {
  const words = [...new Set((text ?? "").split(",").map((word) => word.trim()))];
  const scopes = words.filter(isScope);
  if (scopes.length === words.length) return scopes;
  throw new StartError(
    `Cannot create a key: --scopes is "${text ?? ""}", must be some of ${SCOPES.join(",")}`,
  );
}

function readInstant(text: string | undefined): number | null {
  if (text === undefined) return null;
  const instant = Date.parse(text);
  const isInstant = z.iso.datetime({ offset: true }).safeParse(text).success;
  if (isInstant && instant > Date.now()) return instant;
  throw new StartError(
    `Cannot create a key: --expires is "${text}", must be an ISO 8601 instant in the future`,
  );
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

type Instants = "createdAt" | "expiresAt" | "lastUsedAt";
type PublicKey = Omit<KeyRecord, "hash" | Instants> & Record<Instants, string | null>;

/** What may be shown of a key: everything but its hash. */
function toPublic(record: KeyRecord): PublicKey {
  const { hash: _, createdAt, expiresAt, lastUsedAt, ...rest } = record;
  return {
    ...rest,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  };
}
