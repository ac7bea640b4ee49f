import { makeKey } from "../auth/api_key.ts";
import { newRecord, revokedRecord, rotatedRecord } from "../auth/key_changes.ts";
import type { KeyRecord, KeyRegister } from "../store/key_store.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { readConfig } from "../process/config.ts";
import { StartError } from "../base/errors.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import {
  type OptionName,
  type Options,
  readExpiry,
  readGracePeriod,
  readLimits,
  readName,
  readOptions,
  readScopes,
} from "./key_options.ts";
import { toLine, toPublic, toText } from "./key_view.ts";
import { print } from "../process/output.ts";
import { withKeyRegister } from "../process/stores.ts";

const USAGE = `Usage:
  keys create --name NAME --scopes SCOPE,... [--expires ISO] [LIMITS] [--json]
  keys list [--name PART] [--json]
  keys show ID [--json]
  keys update ID [--name NAME] [--scopes SCOPE,...] [--expires ISO | --no-expiry] [LIMITS] [--json]
  keys rotate ID [--grace 24h] [--json]
  keys revoke ID [--json]
Scopes: ${SCOPES.join(", ")}
LIMITS: --units N (compute units per second), --simulations N, --evaluations N (in flight),
  --candidates N (of searches a day), --searches N (at once);
  "default" instead of N restores the limit of the service`;

const GRACE = "24h";

const LIMIT_OPTIONS = ["units", "simulations", "evaluations", "candidates", "searches"] as const;

interface Command {
  /** Whether it takes the id of a key as operand. */
  readonly isOnKey: boolean;
  readonly options: readonly OptionName[];
  readonly run: (keys: KeyRegister, options: Options, id: string) => Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  create: {
    isOnKey: false,
    options: ["name", "scopes", "expires", ...LIMIT_OPTIONS, "json"],
    run: create,
  },
  list: { isOnKey: false, options: ["name", "json"], run: list },
  show: { isOnKey: true, options: ["json"], run: show },
  update: {
    isOnKey: true,
    options: ["name", "scopes", "expires", "no-expiry", ...LIMIT_OPTIONS, "json"],
    run: update,
  },
  rotate: { isOnKey: true, options: ["grace", "json"], run: rotate },
  revoke: { isOnKey: true, options: ["json"], run: revoke },
};

/**
 * Runs a command on the keys.
 *
 * @param words arguments after `keys` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runKeys([name = "", ...words]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new StartError(USAGE);
  const { options, operands } = readWords(words, command);
  if (operands.length !== (command.isOnKey ? 1 : 0)) throw new StartError(USAGE);
  const config = readConfig((variable) => Deno.env.get(variable));
  await withKeyRegister(config, (keys) => command.run(keys, options, operands[0] ?? ""));
}

function readWords(words: readonly string[], command: Command): ReturnType<typeof readOptions> {
  try {
    return readOptions(words, command.options);
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : ""}\n${USAGE}`, { cause });
  }
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
  print(options.json ? JSON.stringify({ key: made.key, ...toPublic(record) }) : text);
}

async function list(keys: KeyRegister, { name = "", json }: Options): Promise<void> {
  const matches = (key: KeyRecord): boolean => key.name.toLowerCase().includes(name.toLowerCase());
  const found = (await keys.list()).filter(matches).map(toPublic);
  if (json) return print(JSON.stringify(found));
  for (const key of found) print(toLine(key));
}

async function show(keys: KeyRegister, { json }: Options, id: string): Promise<void> {
  const key = toPublic(requireKey(await keys.find(id), "show", id));
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
    throw new StartError(`Cannot update "${id}": no change was given\n${USAGE}`);
  }
  const changed = await keys.update(id, (record) => {
    return { ...record, ...changes, limits: { ...record.limits, ...limits } };
  });
  const key = toPublic(requireKey(changed, "update", id));
  print(options.json ? JSON.stringify(key) : toText(key));
}

async function rotate(keys: KeyRegister, options: Options, id: string): Promise<void> {
  const graceMs = readGracePeriod(options.grace ?? GRACE);
  const made = await makeKey(id);
  const changed = await keys.update(id, (record) => {
    if (record.status === "active") return rotatedRecord(record, made, Date.now(), graceMs);
    throw new StartError(`Cannot rotate "${id}": it is revoked, create a new key`);
  });
  const key = toPublic(requireKey(changed, "rotate", id));
  if (options.json) return print(JSON.stringify({ key: made.key, ...key }));
  const end = key.previousExpiresAt === null
    ? "no longer works"
    : `works until ${key.previousExpiresAt}`;
  print(`${made.key}\n\nThis is the new key ${id}; the replaced key ${end}.`);
}

async function revoke(keys: KeyRegister, { json }: Options, id: string): Promise<void> {
  const changed = await keys.update(id, (record) => revokedRecord(record, Date.now()));
  const key = toPublic(requireKey(changed, "revoke", id));
  print(json ? JSON.stringify(key) : `Key ${id} is revoked.`);
}

function requireKey(record: KeyRecord | null, action: string, id: string): KeyRecord {
  if (record === null) throw new StartError(`Cannot ${action} "${id}": there is no such key`);
  return record;
}
