import { makeKey } from "../auth/api_key.ts";
import { newRecord, revokedRecord, rotatedRecord } from "../auth/key_changes.ts";
import type { KeyRecord, KeyRegister } from "../store/key_store.ts";
import { type Config, readConfig } from "../process/config.ts";
import { StartError } from "../base/errors.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import {
  KEY_COMMANDS,
  type Options,
  readExpiry,
  readGracePeriod,
  readLimits,
  readName,
  readScopes,
} from "./key_options.ts";
import { type Command, pickCommand, readCommand, usageLine } from "./command_line.ts";
import { toLine, toPublic, toText } from "./key_view.ts";
import { print } from "../process/output.ts";
import { withKeyRegister } from "../process/stores.ts";

const GRACE = "24h";

type Run = (keys: KeyRegister, options: Options, id: string) => Promise<void>;

const COMMANDS: readonly (Command & { readonly run: Run })[] = [
  { ...KEY_COMMANDS.create, run: create },
  { ...KEY_COMMANDS.list, run: list },
  { ...KEY_COMMANDS.show, run: show },
  { ...KEY_COMMANDS.update, run: update },
  { ...KEY_COMMANDS.rotate, run: rotate },
  { ...KEY_COMMANDS.revoke, run: revoke },
];

/**
 * Runs a command on the keys.
 *
 * @param words arguments after `keys` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runKeys([name, ...words]: readonly string[]): Promise<void> {
  const summary = "Manages the keys of a server, which may run meanwhile.";
  const command = pickCommand({ name: "keys", summary, commands: COMMANDS }, name);
  const { values, operands } = readCommand(command, words);
  const config = readConfig((variable) => Deno.env.get(variable));
  if (command.run !== create) await requireKeys(config);
  await withKeyRegister(config, (keys) => command.run(keys, values, operands[0] ?? ""));
}

/** A command in another folder would make an empty file, and say that it has no such key. */
async function requireKeys({ databaseUrl, keysFile }: Config): Promise<void> {
  if (databaseUrl !== null) return;
  await Deno.stat(keysFile).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) return;
    throw new StartError(
      `Cannot use the keys in ${keysFile}: there is no such file, run the command in the folder ` +
        "of the server or set ARENA_KEYS",
    );
  });
}

async function create(keys: KeyRegister, options: Options): Promise<void> {
  const createdAt = Date.now();
  const fields = {
    name: readName(options.name),
    scopes: readScopes(options.scopes),
    createdAt,
    expiresAt: readExpiry(options, createdAt) ?? null,
    limits: { ...SERVICE_LIMITS, ...readLimits(options) },
  };
  const made = await makeKey();
  const record = newRecord(made, fields);
  await keys.add(record);
  const text = `${made.key}\n\nThis is key ${made.id}. Keep it: only its hash is stored.`;
  print(options.json ? JSON.stringify({ key: made.key, ...toPublic(record, createdAt) }) : text);
}

async function list(keys: KeyRegister, { name = "", json }: Options): Promise<void> {
  const matches = (key: KeyRecord): boolean => key.name.toLowerCase().includes(name.toLowerCase());
  const found = (await keys.list()).filter(matches).map((key) => toPublic(key, Date.now()));
  if (json) return print(JSON.stringify(found));
  for (const key of found) print(toLine(key));
}

async function show(keys: KeyRegister, { json }: Options, id: string): Promise<void> {
  const key = toPublic(requireKey(await keys.find(id), "show", id), Date.now());
  print(json ? JSON.stringify(key) : toText(key));
}

async function update(keys: KeyRegister, options: Options, id: string): Promise<void> {
  const expiresAt = readExpiry(options, Date.now());
  const limits = readLimits(options);
  const changes = {
    ...(options.name !== undefined && { name: readName(options.name) }),
    ...(options.scopes !== undefined && { scopes: readScopes(options.scopes) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  if (Object.keys({ ...changes, ...limits }).length === 0) {
    const usage = usageLine(KEY_COMMANDS.update);
    throw new StartError(`Cannot update "${id}": no change was given\n${usage}`);
  }
  const changed = await keys.update(id, (record) => {
    return { ...record, ...changes, limits: { ...record.limits, ...limits } };
  });
  const key = toPublic(requireKey(changed, "update", id), Date.now());
  print(options.json ? JSON.stringify(key) : toText(key));
}

async function rotate(keys: KeyRegister, options: Options, id: string): Promise<void> {
  const graceMs = readGracePeriod(options.grace ?? GRACE);
  const made = await makeKey(id);
  const changed = await keys.update(id, (record) => {
    if (record.status === "active") return rotatedRecord(record, made, Date.now(), graceMs);
    throw new StartError(`Cannot rotate "${id}": it is revoked, create a new key`);
  });
  const key = toPublic(requireKey(changed, "rotate", id), Date.now());
  if (options.json) return print(JSON.stringify({ key: made.key, ...key }));
  const end = key.previousExpiresAt === null
    ? "no longer works"
    : `works until ${key.previousExpiresAt}`;
  print(`${made.key}\n\nThis is the new key ${id}; the replaced key ${end}.`);
}

async function revoke(keys: KeyRegister, { json }: Options, id: string): Promise<void> {
  const changed = await keys.update(id, (record) => revokedRecord(record, Date.now()));
  const key = toPublic(requireKey(changed, "revoke", id), Date.now());
  print(json ? JSON.stringify(key) : `Key ${id} is revoked.`);
}

function requireKey(record: KeyRecord | null, action: string, id: string): KeyRecord {
  if (record === null) throw new StartError(`Cannot ${action} "${id}": there is no such key`);
  return record;
}
