import { z } from "zod";
import { messageOf, StartError } from "../../base/errors.ts";
import type { NumberRange } from "../../search/engine_plan.ts";
import { Points } from "../../search/points.ts";
import type { RangeStore } from "../../search/run_stage.ts";
import type { Summary } from "../../search/summary.ts";

/** The file that says what search a folder has. */
const IDENTITY = "search.json";
const PARTS = "parts";

/** What decides every number of a search: results of another are none of this one. */
export interface SearchIdentity {
  readonly plan: unknown;
  readonly versions: unknown;
  readonly datasets: unknown;
  readonly topMax: number;
  readonly keepsPoints: boolean;
}

const IdentitySchema = z.object({ search: z.literal(1), identity: z.unknown() });
const NAMES: Readonly<Record<keyof SearchIdentity, string>> = {
  plan: "plan",
  versions: "engine",
  datasets: "datasets",
  topMax: "--top",
  keepsPoints: "--points",
};

/**
 * The folder of a search. A range is two files at most, its points and then its summary; each is
 * written under another name and gets its own when it is complete, so that whatever ends the program
 * leaves ranges that are whole. One process has it at a time: the lock ends with the process.
 */
export class SearchFolder implements RangeStore, Disposable {
  readonly path: string;
  readonly #lock: Deno.FsFile;

  private constructor(path: string, lock: Deno.FsFile) {
    this.path = path;
    this.#lock = lock;
  }

  /**
   * Opens a folder for a search, or makes it.
   *
   * @throws {StartError} when it holds something else, or another process has it
   */
  static async open(path: string, identity: SearchIdentity): Promise<SearchFolder> {
    try {
      const found = await identityIn(path);
      if (found !== null) checkSame(path, found, identity);
      await Deno.mkdir(`${path}/${PARTS}`, { recursive: true });
      const lock = await lockOf(path);
      const folder = new SearchFolder(path, lock);
      // Another process may have been here since.
      const known = await identityIn(path);
      if (known !== null) checkSame(path, known, identity);
      else await folder.write(IDENTITY, textOf(identity));
      await removePartials(path);
      return folder;
    } catch (cause) {
      if (cause instanceof StartError) throw cause;
      const reason = cause instanceof Deno.errors.NotCapable
        ? `it may write to data/searches only; for another folder run ${commandFor(path)}`
        : messageOf(cause);
      throw new StartError(`Cannot search into ${path}: ${reason}`, { cause });
    }
  }

  [Symbol.dispose](): void {
    this.#lock.close();
  }

  async load(stage: string, range: NumberRange): Promise<Summary | null> {
    const file = `${this.#part(stage, range.from)}.json`;
    const text = await readText(file);
    if (text === null) return null;
    try {
      const summary: Summary = JSON.parse(text);
      if (summary.count === range.count) return summary;
    } catch {
      // Told below.
    }
    throw new StartError(`Cannot read ${file}: it is damaged, remove it and start again`);
  }

  async save(
    stage: string,
    points: Points,
    summary: Summary,
    keepsPoints: boolean,
  ): Promise<void> {
    const name = `${PARTS}/${stage}/${points.from}`;
    await Deno.mkdir(`${this.path}/${PARTS}/${stage}`, { recursive: true });
    if (keepsPoints) await this.write(`${name}.f64`, new Uint8Array(points.numbers.buffer));
    await this.write(`${name}.json`, JSON.stringify(summary));
  }

  async points(stage: string, range: NumberRange, names: readonly string[]): Promise<Points> {
    const file = `${this.#part(stage, range.from)}.f64`;
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = await Deno.readFile(file);
    } catch (cause) {
      throw new StartError(`Cannot read ${file}: ${messageOf(cause)}`, { cause });
    }
    const numbers = new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
    if (numbers.length === range.count * names.length) {
      return new Points(range.from, names, numbers);
    }
    throw new StartError(`Cannot read ${file}: it is damaged, remove it and its .json file`);
  }

  /** Writes a file of the folder, all of it or nothing. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await this.fill(name, (partial) => Deno.writeFile(partial, bytes));
  }

  /**
   * Makes a file of the folder: it has its name when `write` has written all of it.
   *
   * @param write writes the file whose path it is given
   */
  async fill(name: string, write: (partial: string) => Promise<void>): Promise<void> {
    const file = `${this.path}/${name}`;
    const partial = `${file}.${Deno.pid}${PARTIAL_END}`;
    try {
      await write(partial);
      await Deno.rename(partial, file);
    } catch (cause) {
      await Deno.remove(partial).catch(() => {});
      if (cause instanceof StartError) throw cause;
      throw new StartError(
        `Cannot write ${file}: ${messageOf(cause)}; what is done is kept, the same command goes on`,
        { cause },
      );
    }
  }

  #part(stage: string, from: number): string {
    return `${this.path}/${PARTS}/${stage}/${from}`;
  }
}

/** End of the name of a file that is being written, after the id of its process. */
const PARTIAL_END = ".partial";

function textOf(identity: SearchIdentity): string {
  return JSON.stringify({ search: 1, identity });
}

/**
 * Returns what a folder says of its search; null where it has none and nothing else either.
 *
 * @throws {StartError} when it has something else
 */
async function identityIn(path: string): Promise<string | null> {
  const found = await readText(`${path}/${IDENTITY}`);
  if (found !== null) return found;
  const entries = await Array.fromAsync(Deno.readDir(path)).catch((error: unknown) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  const other = entries.find(({ name }) => name !== PARTS && !name.endsWith(PARTIAL_END));
  if (other === undefined) return null;
  throw new StartError(
    `Cannot search into ${path}: it holds ${other.name} and no search, name an empty or a new ` +
      "folder with --out",
  );
}

/** Takes the folder for this process; the system gives it back when the process ends, however. */
async function lockOf(path: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(`${path}/${PARTS}/lock`, { create: true, write: true });
  if (await lock.tryLock(IS_EXCLUSIVE)) return lock;
  lock.close();
  throw new StartError(
    `Cannot search into ${path}: another search is running in it; wait for it, or name another ` +
      "folder with --out",
  );
}

const IS_EXCLUSIVE = true;

/** Removes what processes that were killed had begun to write. */
async function removePartials(path: string): Promise<void> {
  const entries = await Array.fromAsync(Deno.readDir(path));
  await Promise.all(entries.map(async ({ name, isDirectory }) => {
    const inner = `${path}/${name}`;
    if (isDirectory && (name === PARTS || path.endsWith(PARTS))) await removePartials(inner);
    else if (name.endsWith(PARTIAL_END)) await Deno.remove(inner);
  }));
}

/** Returns the command that may write to a folder. */
function commandFor(path: string): string {
  return `deno run --allow-read --allow-env=ARENA_*,DATABASE_URL --allow-write=${path} main.ts search ... ` +
    `--out ${path}`;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** @throws {StartError} when a folder has the results of another search */
function checkSame(path: string, found: string, identity: SearchIdentity): void {
  if (found === textOf(identity)) return;
  let known: unknown = null;
  try {
    known = IdentitySchema.parse(JSON.parse(found)).identity;
  } catch (cause) {
    throw new StartError(
      `Cannot search into ${path}: its ${IDENTITY} is not that of a search`,
      { cause },
    );
  }
  const others = known as Partial<SearchIdentity>;
  const names = (Object.keys(NAMES) as (keyof SearchIdentity)[])
    .filter((name) => JSON.stringify(others[name]) !== JSON.stringify(identity[name]))
    .map((name) => NAMES[name]);
  throw new StartError(
    `Cannot search into ${path}: it holds the results of another search (${
      names.join(", ")
    } differ), name another folder with --out`,
  );
}
