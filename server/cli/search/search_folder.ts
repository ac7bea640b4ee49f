import { systemClock } from "../../base/clock.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import type { SearchOrder } from "../../search/stages/order.ts";
import type { SearchReport } from "../../search/report/report.ts";
import type { NewSearch } from "../../store/search_store.ts";
import { FolderParts } from "../../store/parts/folder_parts.ts";
import { openSqliteSearches, type Searches } from "../../store/searches.ts";

type SearchSize = Pick<NewSearch, "candidates" | "units">;

/** The store of the folder, in the form of a server's. */
const STORE = "searches.sqlite";
const LOCK = "lock";
/** The points of finished ranges, until the search is done. */
const PARTS = "parts";
/** The one search of the folder, and its owner. */
const SEARCH = { id: "search", keyId: "command" };
const NO_QUOTA = { units: Number.MAX_SAFE_INTEGER, since: 0, atOnce: 1 };

/**
 * The folder of a search: a store of searches, which resumes the search whatever ends the program,
 * and the files of its results. Only one process can hold the folder; its lock is released when it exits.
 */
export class SearchFolder implements Disposable {
  readonly path: string;
  /** Id of the search in the store. */
  readonly id = SEARCH.id;
  readonly store: Searches["searches"];
  readonly jobs: Searches["jobs"];
  readonly #opened: DisposableStack;

  private constructor(path: string, { searches, jobs }: Searches, opened: DisposableStack) {
    this.path = path;
    this.store = searches;
    this.jobs = jobs;
    this.#opened = opened;
  }

  /**
   * Opens the folder of a search, or makes it.
   *
   * @param size most candidates and compute units of the search
   * @throws {StartError} when the folder holds something else, or another process has it
   */
  static async open(path: string, order: SearchOrder, size: SearchSize): Promise<SearchFolder> {
    try {
      await checkContent(path);
      await Deno.mkdir(path, { recursive: true });
      using opened = new DisposableStack();
      opened.use(await lockFolder(path));
      const store = opened.adopt(openStore(path), ({ close }) => void close());
      await claim(store, path, order, size);
      return new SearchFolder(path, store, opened.move());
    } catch (cause) {
      if (cause instanceof StartError) throw cause;
      const reason = cause instanceof Deno.errors.NotCapable
        ? `it may write to data/searches only; for another folder run ${commandFor(path)}`
        : messageOf(cause);
      throw new StartError(`Cannot search into ${path}: ${reason}`, { cause });
    }
  }

  /** Returns whether the folder has a file. */
  async has(name: string): Promise<boolean> {
    const entries = await Array.fromAsync(Deno.readDir(this.path));
    return entries.some((entry) => entry.name === name);
  }

  /** Removes the parts of the points, which one file has now. */
  async removeParts(): Promise<void> {
    await Deno.remove(`${this.path}/${PARTS}`, { recursive: true });
  }

  /** Returns the report of a search that is done, otherwise null. */
  async report(): Promise<SearchReport | null> {
    const outcome = await this.store.outcome(this.id);
    return outcome === null ? null : JSON.parse(outcome);
  }

  [Symbol.dispose](): void {
    this.#opened.dispose();
  }

  /** Writes a file of the folder completely, or leaves the earlier one. */
  async write(name: string, content: string): Promise<void> {
    await this.fill(name, (partial) => Deno.writeTextFile(partial, content));
  }

  /**
   * Makes a file of the folder; it gets its name when `write` has finished.
   *
   * @param write writes the file at a temporary path
   */
  async fill(name: string, write: (partial: string) => Promise<void>): Promise<void> {
    const file = `${this.path}/${name}`;
    const partial = `${file}.partial`;
    try {
      await write(partial);
      await Deno.rename(partial, file);
    } catch (cause) {
      await Deno.remove(partial).catch(() => {});
      throw new StartError(
        `Cannot write ${file}: ${
          messageOf(cause)
        }; finished ranges are kept, the same command resumes`,
        { cause },
      );
    }
  }
}

/** Adds the search to a new folder, or checks that the folder has the same one. */
async function claim(
  { searches }: Searches,
  path: string,
  order: SearchOrder,
  size: SearchSize,
): Promise<void> {
  const known = await searches.find(SEARCH.id);
  if (known !== null) return checkSame(path, known.order, order);
  await searches.add({ ...SEARCH, order: JSON.stringify(order), ...size }, NO_QUOTA);
}

/** @throws {StartError} when a folder has files and no search */
async function checkContent(path: string): Promise<void> {
  const entries = await Array.fromAsync(Deno.readDir(path)).catch((error: unknown) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  const [other] = entries.map(({ name }) => name).filter((name) => name !== LOCK).sort();
  if (other === undefined || entries.some(({ name }) => name === STORE)) return;
  throw new StartError(
    `Cannot search into ${path}: it holds ${other} and no search, name an empty or a new folder ` +
      "with --out",
  );
}

async function lockFolder(path: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(`${path}/${LOCK}`, { create: true, write: true });
  if (await lock.tryLock(IS_EXCLUSIVE)) return lock;
  lock.close();
  throw new StartError(
    `Cannot search into ${path}: another search is running in it; wait for it, or name another ` +
      "folder with --out",
  );
}

const IS_EXCLUSIVE = true;

function openStore(path: string): Searches {
  try {
    const files = new FolderParts(`${path}/${PARTS}`);
    return openSqliteSearches(`${path}/${STORE}`, systemClock, { files });
  } catch (cause) {
    throw new StartError(
      `Cannot read ${path}/${STORE}: ${messageOf(cause)}; name another folder with --out`,
      { cause },
    );
  }
}

/** Returns a command that may write to a folder. */
function commandFor(path: string): string {
  return `deno run --allow-read --allow-env=ARENA_*,DATABASE_URL --allow-write=${path} main.ts search ... ` +
    `--out ${path}`;
}

/** @throws {StartError} when the stored search is another one */
function checkSame(path: string, stored: string, order: SearchOrder): void {
  if (stored === JSON.stringify(order)) return;
  const [known, wanted] = [JSON.parse(stored), order].map(namedParts);
  const names = Object.keys(wanted ?? {}).filter((name) =>
    JSON.stringify(known?.[name]) !== JSON.stringify(wanted?.[name])
  );
  throw new StartError(
    `Cannot search into ${path}: it holds the results of another search (${
      names.join(", ")
    } differ), name another folder with --out`,
  );
}

/** Returns everything that decides the numbers of a search, by the names of the options. */
function namedParts({ plan, topMax, keepsPoints, basis }: SearchOrder): Record<string, unknown> {
  const { format, versions, datasets } = JSON.parse(basis);
  return {
    plan,
    program: format,
    engine: versions,
    datasets,
    "--top": topMax,
    "--points": keepsPoints,
  };
}
