import { assert, assertEquals, assertRejects } from "@std/assert";
import { type FileCache, OfflinePage } from "./offline_page.ts";

/** Files of a server, by path. */
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
  readonly cached = new Map<string, Response>();
  readonly asked: string[] = [];
  files: Files | null = FIRST;
  /** Status of the answer for a file that the server does not have. */
  missing = 404;
  readonly page: OfflinePage;

  constructor(folder = "/") {
    const cache = {
      match: (path: string) => Promise.resolve(this.cached.get(path)?.clone()),
      put: (path: string, response: Response) =>
        Promise.resolve(void this.cached.set(path, response)),
      delete: (path: string) => Promise.resolve(this.cached.delete(path)),
      keys: () =>
        Promise.resolve([...this.cached.keys()].map((path) => new Request(`http://arena${path}`))),
    };
    this.page = new OfflinePage(cache as FileCache, (path) => {
      this.asked.push(path);
      if (this.files === null) return Promise.reject(new TypeError("Failed to fetch"));
      const text = this.files[path];
      return Promise.resolve(
        new Response(text ?? "", { status: text === undefined ? this.missing : 200 }),
      );
    }, folder);
  }

  /** Returns a scene whose page has cached its files. */
  static async cached(files = FIRST, folder = "/"): Promise<Scene> {
    const scene = new Scene(folder);
    scene.files = files;
    await scene.page.update();
    return scene;
  }

  async text(path: string): Promise<string> {
    const isFixed = ["/", "/assets/sources.json"].includes(path);
    return await (isFixed ? await this.page.newest(path) : await this.page.file(path)).text();
  }

  get names(): readonly string[] {
    return [...this.cached.keys()].toSorted();
  }
}

Deno.test("a cached page has all its files without a server, and the data it has loaded", async () => {
  const scene = await Scene.cached();
  assertEquals(await scene.text("/assets/market-1.f64"), "columns");
  scene.files = null;
  const paths = Object.keys(FIRST);
  assertEquals(await Promise.all(paths.map((path) => scene.text(path))), Object.values(FIRST));
});

Deno.test("a file that was never loaded fails as it does without a service worker", async () => {
  const scene = await Scene.cached();
  scene.files = null;
  await assertRejects(() => scene.text("/assets/market-1.f64"), TypeError, "Failed to fetch");
});

Deno.test("a new build appears at the next load, and only its new files are requested", async () => {
  const scene = await Scene.cached();
  scene.files = SECOND;
  scene.asked.length = 0;
  assertEquals(await scene.text("/"), SECOND["/"]);
  await scene.page.update();
  assertEquals(scene.asked.toSorted(), ["/", "/", "/assets/main-2.js", "/assets/sources.json"]);
  scene.files = null;
  assertEquals(await scene.text("/"), SECOND["/"]);
});

Deno.test("the previous build keeps its files, an older one does not", async () => {
  const scene = await Scene.cached();
  scene.files = SECOND;
  await scene.page.update();
  assert(scene.names.includes("/assets/main-1.js"));
  scene.files = THIRD;
  await scene.page.update();
  assertEquals(scene.names, [
    "/",
    "/assets/a-1.wasm",
    "/assets/main-2.js",
    "/assets/main-3.js",
    "/assets/sources.json",
  ]);
});

Deno.test("an incomplete build does not replace the previous one", async () => {
  const scene = await Scene.cached();
  scene.files = { ...FIRST, "/": SECOND["/"] ?? "" };
  await assertRejects(() => scene.page.update(), Error, "Cannot cache /assets/main-2.js");
  scene.files = null;
  assertEquals(await scene.text("/"), FIRST["/"]);
});

Deno.test("a proxy that cannot reach the server does not replace the cached page", async () => {
  const scene = await Scene.cached();
  scene.files = {};
  scene.missing = 502;
  assertEquals(await scene.text("/"), FIRST["/"]);
});

Deno.test("a page in a folder of a host keeps the files of its folder", async () => {
  const folder = "/team/arena/";
  const files: Files = {
    [folder]: '<script src="assets/main-1.js" data-engine="assets/a-1.wasm">',
    [`${folder}assets/sources.json`]: '{"url":"assets/market-1.f64"}',
    [`${folder}assets/main-1.js`]: "first",
    [`${folder}assets/a-1.wasm`]: "engine",
  };
  const { names } = await Scene.cached(files, folder);
  assertEquals(names, Object.keys(files).toSorted());
});
