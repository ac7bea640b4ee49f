import { assert, assertEquals, assertRejects } from "@std/assert";
import { type FileCache, KeptPage } from "./kept_page.ts";

/** What a server has, by path. */
type Files = Record<string, string>;

const FIRST: Files = {
  "/": '<script src="/assets/main-1.js" data-engine="/assets/a-1.wasm">"/assets/sources.json"',
  "/assets/sources.json": '{"url":"/assets/market-1.f64"}',
  "/assets/main-1.js": "first",
  "/assets/a-1.wasm": "engine",
  "/assets/market-1.f64": "columns",
};
const SECOND: Files = {
  ...FIRST,
  "/": '<script src="/assets/main-2.js" data-engine="/assets/a-1.wasm">',
  "/assets/main-2.js": "second",
};
const THIRD: Files = {
  "/": '<script src="/assets/main-3.js">',
  "/assets/main-3.js": "third",
  "/assets/sources.json": "{}",
};

class Scene {
  readonly kept = new Map<string, Response>();
  readonly asked: string[] = [];
  files: Files | null = FIRST;
  readonly page: KeptPage;

  constructor() {
    const cache = {
      match: (path: string) => Promise.resolve(this.kept.get(path)?.clone()),
      put: (path: string, response: Response) =>
        Promise.resolve(void this.kept.set(path, response)),
      delete: (path: string) => Promise.resolve(this.kept.delete(path)),
      keys: () =>
        Promise.resolve([...this.kept.keys()].map((path) => new Request(`http://arena${path}`))),
    };
    this.page = new KeptPage(cache as FileCache, (path) => {
      this.asked.push(path);
      if (this.files === null) return Promise.reject(new TypeError("Failed to fetch"));
      const text = this.files[path];
      return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
    });
  }

  async text(path: string): Promise<string> {
    const isFixed = ["/", "/assets/sources.json"].includes(path);
    return await (isFixed ? await this.page.newest(path) : await this.page.file(path)).text();
  }

  get names(): readonly string[] {
    return [...this.kept.keys()].toSorted();
  }
}

Deno.test("a page that was kept has all its files without a server, and the data it has seen", async () => {
  const scene = new Scene();
  await scene.page.keep();
  assertEquals(await scene.text("/assets/market-1.f64"), "columns");
  scene.files = null;
  const paths = Object.keys(FIRST);
  assertEquals(await Promise.all(paths.map((path) => scene.text(path))), Object.values(FIRST));
});

Deno.test("what the browser has not seen fails as it does without a service worker", async () => {
  const scene = new Scene();
  await scene.page.keep();
  scene.files = null;
  await assertRejects(() => scene.text("/assets/market-1.f64"), TypeError, "Failed to fetch");
});

Deno.test("a new build comes with the next load, and only what is new of it is loaded", async () => {
  const scene = new Scene();
  await scene.page.keep();
  scene.files = SECOND;
  scene.asked.length = 0;
  assertEquals(await scene.text("/"), SECOND["/"]);
  await scene.page.keep();
  assertEquals(scene.asked.toSorted(), ["/", "/", "/assets/main-2.js", "/assets/sources.json"]);
  scene.files = null;
  assertEquals(await scene.text("/"), SECOND["/"]);
});

Deno.test("a build that is still open keeps its files, one before it does not", async () => {
  const scene = new Scene();
  await scene.page.keep();
  scene.files = SECOND;
  await scene.page.keep();
  assert(scene.names.includes("/assets/main-1.js"));
  scene.files = THIRD;
  await scene.page.keep();
  assertEquals(scene.names, [
    "/",
    "/assets/a-1.wasm",
    "/assets/main-2.js",
    "/assets/main-3.js",
    "/assets/sources.json",
  ]);
});

Deno.test("a build that does not come whole leaves the one before it as it is", async () => {
  const scene = new Scene();
  await scene.page.keep();
  scene.files = { ...FIRST, "/": SECOND["/"] ?? "" };
  await assertRejects(() => scene.page.keep(), Error, "Cannot keep /assets/main-2.js");
  scene.files = null;
  assertEquals(await scene.text("/"), FIRST["/"]);
});
