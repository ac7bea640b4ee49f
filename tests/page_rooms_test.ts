/**
 * The rooms of the page, `server/web`: no circle of folders, each view with its model, and signals with
 * an owner.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { importsOf, readSources } from "../server/testing/sources.ts";

const WEB = "server/web/";
/** Most places outside `state/` that keep a signal. */
const SIGNALS_MAX = 10;

const files = (await readSources())
  .filter(({ path }) => path.startsWith(WEB) && /(?<!_test)\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path: path.slice(WEB.length), text }));
/** Folders with the folders and the files at the root that their files import. */
const arrows = files.flatMap(({ path, text }) =>
  importsOf({ path: WEB + path, text }).flatMap((to) =>
    to.startsWith(WEB) ? [{ path, to: to.slice(WEB.length) }] : []
  )
);

/** Returns the folder of a file; a file at the root stands for itself. */
function roomOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path;
}

Deno.test("no room of the page imports itself, however far around", () => {
  const rooms = Map.groupBy(arrows, ({ path }) => roomOf(path));
  const settled = new Set<string>();
  const visit = (room: string, trail: readonly string[]): void => {
    assert(!trail.includes(room), [...trail, room].join(" -> "));
    if (settled.has(room)) return;
    for (const { to } of rooms.get(room) ?? []) {
      if (roomOf(to) !== room) visit(roomOf(to), [...trail, room]);
    }
    settled.add(room);
  };
  for (const room of rooms.keys()) visit(room, []);
});

Deno.test("charts, components, engine and what lies below them import no view", () => {
  const below = /^(?:charts|components|engine|history|local_datasets|model|report|state)\//;
  const wrong = arrows.filter(({ path, to }) => below.test(path) && to.startsWith("views/"));
  assertEquals(wrong, []);
});

Deno.test("what one view alone uses stands beside it", () => {
  const users = Map.groupBy(arrows, ({ to }) => to);
  const wrong = files.filter(({ path }) => /^(?:charts|components|model)\//.test(path))
    .flatMap(({ path }) => {
      const views = (users.get(path) ?? []).map((arrow) =>
        /^views\/\w+/.exec(arrow.path)?.[0] ?? ""
      );
      const [view] = views;
      return view && views.every((other) => other === view) ? [`${path} of ${view}`] : [];
    });
  assertEquals(wrong, []);
});

Deno.test("no two files have one stem, but the views", () => {
  const stems = files.map(({ path }) => path.replace(/^.*\/|\.tsx?$/g, ""));
  const twice = stems.filter((stem, at) => stem !== "view" && stems.indexOf(stem) < at);
  assertEquals(twice, []);
});

Deno.test("the README names every signal outside of the state, and who writes it", () => {
  const kept = files.flatMap(({ path, text }) =>
    path.startsWith("state/") || !/ (?:signal|stored)(?:<[^;]*>)?\(/.test(text) ? [] : [WEB + path]
  );
  assert(kept.length <= SIGNALS_MAX, kept.join());
  const open = files.filter(({ path, text }) =>
    !path.startsWith("state/") && /^export const \w+ = (?:signal|stored)\b/m.test(text)
  );
  assertEquals(open.map(({ path }) => path), [], "others read a signal, its file writes it");
  const readme = Deno.readTextFileSync(new URL("../server/web/README.md", import.meta.url));
  const [, table = ""] = readme.split("## Signals");
  assertEquals([...table.matchAll(/^\| `([^`]+)` +\| [^|]*\|/gm)].map(([, path]) => path), kept);
});

Deno.test("what is loaded later is a part of later.ts, and each part is asked for", () => {
  const parts = files.find(({ path }) => path === "later.ts")?.text.match(/(?<=export \{ )\w+/g);
  const asked = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:lazily|later)(?:<[^;]*?>)?\("(\w+)"/g)].map(([, name]) => name)
  );
  assertEquals(new Set(asked), new Set(parts));
});
