import type { AnswerStore } from "../../datasets/fetch/pendle.ts";
import { messageOf, StartError } from "../../base/errors.ts";

/**
 * A temporary folder in which a market is built before it is renamed into place, so that a failed
 * import leaves no partial dataset.
 */
export class Staging {
  /** Where the files are written. */
  readonly path: string;
  readonly #target: string;

  private constructor(path: string, target: string) {
    this.path = path;
    this.#target = target;
  }

  /** @throws {StartError} when the market exists and may not be replaced */
  static async make(into: string, key: string, isReplacing: boolean): Promise<Staging> {
    const target = `${into}/${key}`;
    if (!isReplacing && await exists(target)) {
      throw new StartError(
        `Cannot import into ${target}: it exists, say --replace to replace it`,
      );
    }
    const path = `${into}/.${key}.partial`;
    await removeFolder(path);
    try {
      await Deno.mkdir(`${path}/raw`, { recursive: true });
    } catch (cause) {
      throw new StartError(`Cannot import into ${into}: ${messageOf(cause)}`, { cause });
    }
    return new Staging(path, target);
  }

  /** Moves the folder into place. A market that it replaces is removed only afterwards. */
  async finish(): Promise<string> {
    const replaced = `${this.path}.replaced`;
    await removeFolder(replaced);
    if (await exists(this.#target)) await Deno.rename(this.#target, replaced);
    await Deno.rename(this.path, this.#target);
    await removeFolder(replaced);
    return this.#target;
  }

  /** Removes the temporary folder. */
  async abandon(): Promise<void> {
    await removeFolder(this.path);
  }
}

const IS_EXCLUSIVE = true;

/**
 * Locks a market until the end of a command, so that two of them never build one folder. The system
 * frees the lock of a process that was killed.
 */
export async function lockMarket(into: string, key: string): Promise<AsyncDisposable> {
  const path = `${into}/.${key}.lock`;
  for (;;) {
    await Deno.mkdir(into, { recursive: true });
    const file = await Deno.open(path, { create: true, write: true });
    await file.lock(IS_EXCLUSIVE);
    // The command before has removed the file that it had locked.
    const ino = await Deno.stat(path).then((found) => found.ino, () => null);
    if (ino === (await file.stat()).ino) {
      return {
        [Symbol.asyncDispose]: async () => {
          await Deno.remove(path);
          file.close();
        },
      };
    }
    file.close();
  }
}

/** Puts a market back that a command was about to replace when it was killed. */
export async function recover(into: string, key: string): Promise<void> {
  const [target, replaced] = [`${into}/${key}`, `${into}/.${key}.partial.replaced`];
  if (await exists(replaced) && !await exists(target)) await Deno.rename(replaced, target);
}

/** Answers of a service stored in a folder, so that a failed fetch can be resumed. */
export class AnswerFolder implements AnswerStore {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(name: string): Promise<string | null> {
    try {
      return await Deno.readTextFile(`${this.path}/${name}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  async write(name: string, text: string): Promise<void> {
    await Deno.mkdir(this.path, { recursive: true });
    const partial = `${this.path}/${name}.partial`;
    await Deno.writeTextFile(partial, text);
    await Deno.rename(partial, `${this.path}/${name}`);
  }

  async remove(): Promise<void> {
    await removeFolder(this.path);
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function removeFolder(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
