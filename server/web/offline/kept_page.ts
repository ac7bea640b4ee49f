// This module is browser compatible.

/** The part of `Cache` that is used. */
export type FileCache = Pick<Cache, "match" | "put" | "delete" | "keys">;

/** What answers while the server does. */
type Fetch = (url: string) => Promise<Response>;

const PAGE = "/";
const SOURCES = "/assets/sources.json";
/** How long a page that is kept waits for a newer one, milliseconds. */
const WAIT_MS = 3000;
const NAMED = /\/assets\/[\w.-]+/g;

/**
 * The page with all its files, as this browser keeps it for the time without a server. What has a hash
 * in its name is never asked for twice. The page itself and its list of markets come from the server
 * while it answers, so that a new build is there with the next load.
 */
export class KeptPage {
  readonly #cache: FileCache;
  readonly #fetch: Fetch;

  constructor(cache: FileCache, fetch: Fetch) {
    this.#cache = cache;
    this.#fetch = fetch;
  }

  /** Returns a file whose name changes with its content; what is loaded now is kept. */
  async file(path: string): Promise<Response> {
    const kept = await this.#cache.match(path);
    if (kept !== undefined) return kept;
    const loaded = await this.#fetch(path);
    if (loaded.ok) await this.#cache.put(path, loaded.clone());
    return loaded;
  }

  /** Returns what changes under one path: from the server, or as it was when the page was kept. */
  async newest(path: string): Promise<Response> {
    const kept = await this.#cache.match(path);
    if (kept === undefined) return await this.#fetch(path);
    const late = Promise.withResolvers<Response>();
    const timer = setTimeout(() => late.resolve(kept), WAIT_MS);
    try {
      return await Promise.race([this.#fetch(path), late.promise]);
    } catch {
      return kept;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Keeps the page of the server with everything that it names. It takes the place of the one before
   * when all of it is there; what neither needs is removed, for that one may still be open.
   */
  async keep(): Promise<void> {
    const [page, sources] = await Promise.all([this.#load(PAGE), this.#load(SOURCES)]);
    const [text, listed] = await Promise.all([page.clone().text(), sources.clone().text()]);
    const before = await (await this.#cache.match(PAGE))?.text() ?? "";
    const files = namesIn(text).filter((path) => path !== SOURCES);
    await Promise.all(files.map(async (path) => {
      if (await this.#cache.match(path) === undefined) {
        await this.#cache.put(path, await this.#load(path));
      }
    }));
    await this.#cache.put(SOURCES, sources);
    await this.#cache.put(PAGE, page);
    const needed = new Set([PAGE, SOURCES, ...[text, before, listed].flatMap(namesIn)]);
    const kept = await this.#cache.keys();
    await Promise.all(kept.map(async ({ url }) => {
      const path = new URL(url).pathname;
      if (!needed.has(path)) await this.#cache.delete(path);
    }));
  }

  async #load(path: string): Promise<Response> {
    const response = await this.#fetch(path);
    if (response.ok) return response;
    throw new Error(`Cannot keep ${path}: the server answers ${response.status}`);
  }
}

function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(NAMED))];
}
