import { systemClock } from "../../../base/clock.ts";
import { StartError } from "../../../base/errors.ts";
import { type Config, readConfig } from "../../../process/config.ts";
import { print } from "../../../process/output.ts";
import { readSigningKey } from "../../../process/signing.ts";
import { keyRecordOf, type PublishedKey } from "../../rules/published_keys.ts";
import { secondOf } from "../../rules/records.ts";
import type { SigningKey } from "../../rules/receipt.ts";
import type { SigningKeyStore, StoredSigningKey } from "../../store/signing_key_store.ts";
import { type Command, pickCommand, readCommand } from "../../../cli/command_line.ts";
import { openStore } from "../season.ts";
import { SIGNING_COMMANDS } from "./commands.ts";
import { isThere, makeKeyFile } from "./key_file.ts";

interface Options {
  readonly until?: string;
  readonly json?: boolean;
}

/** Everything that a command works with. */
interface Call {
  readonly keys: SigningKeyStore;
  readonly config: Config;
  readonly options: Options;
}

type Run = (call: Call) => Promise<void>;

const COMMANDS: readonly (Command & { readonly run: Run })[] = [
  { ...SIGNING_COMMANDS.create, run: create },
  { ...SIGNING_COMMANDS.rotate, run: rotate },
  { ...SIGNING_COMMANDS.list, run: list },
];

/** Time for running servers to read the new file, during which both keys sign. */
const OVERLAP_MS = 10_000;

/**
 * Runs a command on the signing key.
 *
 * @param words arguments after `signing` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runSigning([name, ...words]: readonly string[]): Promise<void> {
  const summary = "Creates, rotates and lists the keys that sign receipts.";
  const command = pickCommand({ name: "signing", summary, commands: COMMANDS }, name);
  const { values } = readCommand(command, words);
  const config = readConfig((variable) => Deno.env.get(variable));
  const arena = await openStore(config);
  try {
    await command.run({ keys: arena.signingKeys, config, options: values });
  } finally {
    await arena.close();
  }
}

async function create({ keys, config, options }: Call): Promise<void> {
  const path = keyFilePath(config);
  const current = findCurrentKey(await keys.list());
  if (current !== undefined) {
    const advice = await isThere(path)
      ? "run signing rotate to replace it"
      : `its file ${path} is missing, bring it back`;
    throw new StartError(
      `Cannot create a key: the arena signs with key ${current.keyId}, ${advice}`,
    );
  }
  const key = await makeKeyFile(path);
  const record = keyRecordOf(key, secondOf(systemClock.epochMs()), null);
  if (!await keys.add(record, null)) throw changed("create");
  await show(keys, key, options, `Key ${key.keyId} signs. It is in ${path}: keep a copy.`);
}

async function rotate({ keys, config, options }: Call): Promise<void> {
  const path = keyFilePath(config);
  const next = `${path}.new`;
  const current = findCurrentKey(await keys.list());
  if (current === undefined) {
    throw new StartError("Cannot rotate the key: there is none, run signing create");
  }
  const old = await readSigningKey(path);
  if (old.keyId !== current.keyId) return await finish({ keys, config, options }, current);
  const nowMs = systemClock.epochMs();
  const untilMs = readUntil(options.until, current) ?? nowMs + OVERLAP_MS;
  const key = await makeKeyFile(next);
  const record = keyRecordOf(key, secondOf(nowMs), old);
  if (!await keys.add(record, untilMs)) throw changed("rotate");
  await Deno.rename(next, path);
  const text = `Key ${key.keyId} signs; key ${old.keyId} ends at ${secondOf(untilMs)}.`;
  await show(keys, key, options, text);
}

/** Finishes a rotation that ended between the log and the file. */
async function finish({ keys, config, options }: Call, current: StoredSigningKey): Promise<void> {
  const path = keyFilePath(config);
  const next = `${path}.new`;
  const key = await isThere(next) ? await readSigningKey(next) : null;
  if (key?.keyId !== current.keyId) {
    throw new StartError(
      `Cannot rotate the key: the arena signs with key ${current.keyId}, which is not the one in ` +
        `${path}; bring its file back`,
    );
  }
  await Deno.rename(next, path);
  await show(keys, key, options, `Key ${key.keyId} signs.`);
}

async function list({ keys, options }: Call): Promise<void> {
  const all = (await keys.list()).map(published);
  if (options.json) return print(JSON.stringify(all));
  for (const { keyId, from, until } of all) print(`${keyId}  ${from}  ${until ?? "signs"}`);
}

async function show(
  keys: SigningKeyStore,
  { keyId }: SigningKey,
  { json }: Options,
  text: string,
): Promise<void> {
  const found = (await keys.list()).find((key) => key.keyId === keyId);
  print(json && found !== undefined ? JSON.stringify(published(found)) : text);
}

function published({ keyId, publicKey, from, until }: StoredSigningKey): PublishedKey {
  return { keyId, publicKey, from: secondOf(from), until: until === null ? null : secondOf(until) };
}

function findCurrentKey(keys: readonly StoredSigningKey[]): StoredSigningKey | undefined {
  return keys.find(({ until }) => until === null);
}

/** @throws {StartError} when no file is named */
function keyFilePath({ signingKeyFile }: Config): string {
  if (signingKeyFile !== null) return signingKeyFile;
  throw new StartError(
    "Cannot find the signing key: ARENA_SIGNING_KEY_FILE is not set, must name its file, such as " +
      "data/signing.key",
  );
}

/** @throws {StartError} when the end is no instant, or before the beginning of the key */
function readUntil(given: string | undefined, { keyId, from }: StoredSigningKey): number | null {
  if (given === undefined) return null;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(given);
  const untilMs = isInstant ? Date.parse(given) : NaN;
  if (untilMs > from) return untilMs;
  const [began, example] = [from, from + 1_000].map(secondOf);
  throw new StartError(
    `Cannot rotate the key: --until is "${given}", must be an instant after ${began}, when key ` +
      `${keyId} began, such as ${example}`,
  );
}

function changed(action: string): StartError {
  return new StartError(
    `Cannot ${action} the key: another command has changed it, look at signing list`,
  );
}
