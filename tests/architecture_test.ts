import { assert, assertEquals } from "@std/assert";
import { ENGINE_CODES } from "../server/engine/wire.ts";
import { outputOf } from "../server/testing/programs.ts";
import { ROOT } from "../server/testing/root.ts";
import { importsOf, readSources, type SourceText } from "../server/testing/sources.ts";

const LINES_MAX = 300;
/** Most files of tests that start a server process. */
const STARTING_MAX = 12;
const BROWSER_LINE = "// This module is browser compatible.";

/**
 * Rooms of the server, the deepest first. A file imports from its own room and from the rows above its
 * row, so two rooms of one row do not know each other.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["contracts", "deploy"],
  ["base"],
  ["datasets", "limits", "season/rules", "wording"],
  ["client", "engine", "store"],
  ["search", "season/store", "season/verify"],
  ["season/jobs"],
  ["auth", "mcp", "services", "web"],
  ["season/service"],
  ["http"],
  ["process"],
  ["cli"],
  ["season/command"],
  ["main"],
];

/** Rooms within a room, likewise. */
const INNER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  search: ["plan", "points", "stages", "workers", "report", "jobs"],
};

/** The rooms that every feature stands on, and features: only routes mount them on HTTP. */
const UNDER_FEATURES =
  /^server\/(?:(?:auth|base|client|contracts|engine|limits|store|wording)\/|http\/(?!routes\/))/;
const FEATURES = /^server\/(?:season|search|mcp|services\/search\w*|web)\b.*\.tsx?$/;

/** Modules that the page may import: those that run in a browser. */
const BELOW_WEB =
  /^(pkg|server\/(web|base|contracts|wording|season\/(?:rules|verify)|datasets|engine|search|limits\/cost|store\/trials))\b/;

/** Modules that touch the outside world; all others are given time, ids, files and settings. */
const EDGES =
  /^main\.ts$|^server\/((process|cli|deploy|season\/command)\/.+|datasets\/(folder|loader)|engine\/load|web\/(build|sources))\.ts$/;

const BROWSER_PARTS =
  /^server\/(base|client|contracts|season\/(?:rules|verify|jobs)|wording|limits)\/|^server\/(datasets\/scoring_window|store\/trials|engine\/(engine|wire|wasm_engine))\.ts$/;

const BANNED_NAMES =
  "data|info|result|item|manager|helper|util|handle|process|do|misc|tmp|flag|val";

interface Source extends SourceText {
  readonly imports: readonly string[];
}

const sources: readonly Source[] = (await readSources())
  .filter(({ path }) => /^(?:main|(?:server|tests)\/.*)\.tsx?$/.test(path))
  .map((source) => ({ ...source, imports: importsOf(source) }));
const product = sources.filter(({ path }) => !/(_test|\.d)\.tsx?$/.test(path) && !isTest(path));

function isTest(path: string): boolean {
  return /^(tests|server\/testing)\//.test(path);
}

/** Returns the room of a module of the server; undefined of a package and of a test. */
function roomOf(path: string): string | undefined {
  return /^server\/(season\/\w+|\w+)/.exec(path)?.[1] ?? /^(main)\.ts$/.exec(path)?.[1];
}

/** Returns the row of a room, -1 of anything else. */
function rowOf(path: string): number {
  const room = roomOf(path);
  return LAYERS.findIndex((rooms) => room !== undefined && rooms.includes(room));
}

function namesOf(files: readonly Source[]): readonly string[] {
  return files.map(({ path }) => path).toSorted();
}

Deno.test("every file of the server has a room and imports only from its own and from lower ones", () => {
  for (const { path, imports } of product) {
    assert(rowOf(path) >= 0, `${path} is in a room of LAYERS`);
    const wrong = imports.filter((name) =>
      isTest(name) || roomOf(name) !== roomOf(path) && rowOf(name) >= rowOf(path)
    );
    assertEquals(wrong, [], path);
  }
});

Deno.test("every file of a room with rooms is in one and imports only from it and from lower ones", () => {
  for (const [room, inner] of Object.entries(INNER_LAYERS)) {
    const folder = `server/${room}/`;
    const innerRowOf = (path: string): number =>
      inner.indexOf(path.slice(folder.length).split("/")[0] ?? "");
    const files = product.filter(({ path }) => path.startsWith(folder));
    assertEquals(namesOf(files.filter(({ path }) => innerRowOf(path) < 0)), []);
    for (const { path, imports } of files) {
      const own = imports.filter((name) => name.startsWith(folder));
      assertEquals(own.filter((name) => innerRowOf(name) > innerRowOf(path)), [], path);
    }
    assertEquals(new Set(files.map(({ path }) => innerRowOf(path))).size, inner.length);
  }
});

Deno.test("the rooms under all features import none of them", () => {
  const wrong = product.flatMap(({ path, imports }) =>
    UNDER_FEATURES.test(path) ? imports.filter((name) => FEATURES.test(name)) : []
  );
  assertEquals(wrong, []);
  assert(product.some(({ path }) => FEATURES.test(path)));
});

Deno.test("every room of the table is there", () => {
  const rooms = new Set(product.map(({ path }) => roomOf(path)));
  assertEquals(LAYERS.flat().filter((room) => !rooms.has(room)), []);
});

Deno.test("the page imports only what runs in a browser", () => {
  const page = product.filter(({ path }) => path.startsWith("server/web/"));
  const foreign = page.flatMap(({ imports }) =>
    imports.filter((name) => name.includes("/") && name.endsWith(".ts") && !BELOW_WEB.test(name))
  );
  assertEquals(foreign, []);
  assert(page.length > 0);
});

Deno.test("nothing but its style sheets is taken from the page", () => {
  const users = product.filter(({ path, imports }) =>
    roomOf(path) !== "web" &&
    imports.some((name) => roomOf(name) === "web" && !name.endsWith(".css"))
  );
  assertEquals(namesOf(users), []);
});

Deno.test("no file imports itself, however far around", () => {
  const byPath = new Map(product.map(({ path, imports }) => [path, imports]));
  const settled = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert(!trail.includes(path), [...trail, path].join(" -> "));
    if (settled.has(path)) return;
    for (const name of byPath.get(path) ?? []) visit(name, [...trail, path]);
    settled.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
});

Deno.test("Deno is named only at the edges", () => {
  const users = product.filter(({ text }) => /\bDeno\./.test(withoutComments(text)));
  assertEquals(namesOf(users.filter(({ path }) => !EDGES.test(path))), []);
  assert(users.length > 0);
});

Deno.test("hono is imported only where HTTP is spoken and pages are written", () => {
  const users = product.filter(({ imports }) => imports.some((name) => /^hono\b/.test(name)));
  const allowed = /^server\/http\//;
  assertEquals(namesOf(users.filter(({ path }) => !allowed.test(path))), []);
  assert(users.length > 0);
});

Deno.test("the bindings of the engine are imported in three files", () => {
  const users = product.filter(({ imports }) => imports.some((name) => name.startsWith("pkg/")));
  assertEquals(namesOf(users), [
    "server/engine/load.ts",
    "server/engine/wasm_engine.ts",
    "server/web/engine/files.ts",
  ]);
});

Deno.test("no file is longer than 300 lines", () => {
  const long = sources.filter(({ text }) => text.split("\n").length > LINES_MAX + 1);
  assertEquals(namesOf(long), []);
});

Deno.test("a test is left out only for want of a tool, and server/testing/tools.ts asks", () => {
  const ignoring = /\bignore\b\s*[:,}]|\.(?:ignore|only|skip)\(/;
  const users = sources.filter(({ path, text }) =>
    (isTest(path) || /_test\.tsx?$/.test(path)) && ignoring.test(withoutComments(text))
  );
  assertEquals(namesOf(users), ["server/testing/tools.ts"]);
});

Deno.test("few files of tests start a server process, each for a reason in its first line", () => {
  const starting = sources.filter(({ path, imports, text }) =>
    path.endsWith("_test.ts") && imports.includes("server/testing/server_process.ts") &&
    /(?<!\bDeno)\.serve\(|\bServerProcess\.(?:of|start)\(|\bwithStarted\(/.test(text)
  );
  assert(starting.length > 0 && starting.length <= STARTING_MAX, namesOf(starting).join("\n"));
  const silent = starting.filter(({ text }) => !text.startsWith("// Starts a server process: "));
  assertEquals(namesOf(silent), []);
  const quick = starting.filter(({ path }) =>
    !/^tests\/(?:processes|recipes|release)\//.test(path)
  );
  assertEquals(namesOf(quick), ["tests/readme_test.ts"]);
});

Deno.test("no test waits by the clock of the system", () => {
  const waits = /new Promise\b.*\bsetTimeout\(|\bdelay\(\d/;
  const waiting = sources.filter(({ path, text }) =>
    (isTest(path) || path.endsWith("_test.ts")) && !/^tests\/(?:bench|soak)\//.test(path) &&
    waits.test(withoutComments(text))
  );
  // A network that is slow is slow by the clock.
  const clocks = ["server/testing/slow_network.ts", "server/testing/until.ts"];
  assertEquals(namesOf(waiting), clocks);
});

Deno.test("no literal is spread where its members can stand", () => {
  const spread = /\.\.\.\{ |\.\.\.\["/;
  assertEquals(namesOf(sources.filter(({ text }) => spread.test(withoutComments(text)))), []);
});

Deno.test("nothing has a name that says nothing", () => {
  const declared = new RegExp(
    `\\b(?:const|let|function|class|interface|type|enum) (?:${BANNED_NAMES})\\b`,
    "i",
  );
  assertEquals(namesOf(sources.filter(({ text }) => declared.test(text))), []);
  const named = new RegExp(`/(?:${BANNED_NAMES})s?\\.tsx?$`);
  assertEquals(namesOf(sources.filter(({ path }) => named.test(path))), []);
});

Deno.test("the engine and the server know the same codes", async () => {
  const rust = await Deno.readTextFile(`${ROOT}engine-rs/src/error.rs`);
  const codes = [...rust.matchAll(/=> "([A-Z_]+)"/g)].map(([, code]) => code);
  assertEquals(new Set(codes), new Set(ENGINE_CODES));
});

Deno.test("every module that a browser may import carries the browser-compatible line", () => {
  const silent = product.filter(({ path, text }) =>
    BROWSER_PARTS.test(path) && !text.startsWith(BROWSER_LINE)
  );
  assertEquals(namesOf(silent), []);
});

Deno.test("`deno test server` runs every test below it: no folder is a workspace member", async () => {
  // Deno runs the tests of the member alone when a path contains one.
  assertEquals(JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)).workspace, undefined);
});

Deno.test("every lint rule of deno.json exists", async () => {
  const { lint } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const { rules } = JSON.parse(await outputOf(Deno.execPath(), ["lint", "--rules", "--json"]));
  const known = new Set((rules as { code: string }[]).map(({ code }) => code));
  assertEquals(lint.rules.include.filter((name: string) => !known.has(name)), []);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
