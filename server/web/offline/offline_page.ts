/** The used part of `Cache`. */
export type FileCache = Pick<Cache, "match" | "put" | "delete" | "keys">;

/** Asks the server. */
type Fetch = (url: string) => Promise<Response>;

const SOURCES = "assets/sources.json";
/** How long to wait for the server before the cached version is used, milliseconds. */
const WAIT_MS = 3000;
const NAMED = /\bassets\/[\w.-]+/g;

/**
 * The page with all its files, cached for use without a server. Files with a hash in their name are
 * requested once. The page itself and its list of markets come from the server while it answers, so
 * that a new build appears at the next load.
 */
export class OfflinePage {
  readonly #cache: FileCache;
  readonly #fetch: Fetch;
  readonly #page: string;
  readonly #sources: string;

  /** @param folder path of the folder of the page, such as `/` */
  constructor(cache: FileCache, fetch: Fetch, folder: string) {
    this.#cache = cache;
    this.#fetch = fetch;
    this.#page = folder;
    this.#sources = folder + SOURCES;
  }

  /** Returns a file whose name changes with its content, from the cache if possible. */
  async file(path: string): Promise<Response> {
    const cached = await this.#cache.match(path);
    if (cached !== undefined) return cached;
    const loaded = await this.#fetch(path);
    if (loaded.ok) await this.#cache.put(path, loaded.clone());
    return loaded;
  }

  /**
   * Returns a file whose content changes: from the server, else the cached version. A 5xx answer is
   * a proxy that cannot reach the server.
   */
  async newest(path: string): Promise<Response> {
    const cached = await this.#cache.match(path);
    if (cached === undefined) return await this.#fetch(path);
    const late = Promise.withResolvers<Response>();
    const timer = setTimeout(() => late.resolve(cached), WAIT_MS);
    try {
      const first = await Promise.race([this.#fetch(path), late.promise]);
      return first.status < 500 ? first : cached;
    } catch {
      return cached;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Caches the current build with all files that it names. It replaces the previous build once it is
   * complete. Files that neither build needs are deleted: the previous one may still be open.
   */
  async update(): Promise<void> {
    const [page, sources] = await Promise.all([
      this.#load(this.#page),
      this.#load(this.#sources),
    ]);
    const [text, listed] = await Promise.all([page.clone().text(), sources.clone().text()]);
    const before = await (await this.#cache.match(this.#page))?.text() ?? "";
    const files = this.#namesIn(text).filter((path) => path !== this.#sources);
    await Promise.all(files.map(async (path) => {
      if (await this.#cache.match(path) === undefined) {
        await this.#cache.put(path, await this.#load(path));
      }
    }));
    await this.#cache.put(this.#sources, sources);
    await this.#cache.put(this.#page, page);
    const named = [text, before, listed].flatMap((each) => this.#namesIn(each));
    const needed = new Set([this.#page, this.#sources, ...named]);
    const cached = await this.#cache.keys();
    await Promise.all(cached.map(async ({ url }) => {
      const path = new URL(url).pathname;
      if (!needed.has(path)) await this.#cache.delete(path);
    }));
  }

  async #load(path: string): Promise<Response> {
    const response = await this.#fetch(path);
    if (response.ok) return response;
    throw new Error(`Cannot cache ${path}: the server answers ${response.status}`);
  }

  /** Returns the paths of the files that a text names, with or without the folder before them. */
  #namesIn(text: string): readonly string[] {
    return [...new Set(text.match(NAMED))].map((name) => this.#page + name);
  }
}

/**
 * Status with which the service worker answers for a server that does not. The page asks for the
 * seasons at every load, and browsers report each failed request as an error.
 */
export const NO_ANSWER = 204;
