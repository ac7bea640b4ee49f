import { assert, assertEquals, assertMatch } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

const [page, manifest] = await Promise.all(
  ["CHANGELOG.md", "engine-rs/Cargo.toml"].map((path) => Deno.readTextFile(ROOT + path)),
) as [string, string];
const VERSION = /^\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)$/;
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

const [, ...sections] = page.split(/^## /m);
const titles = sections.map((section) => section.split("\n")[0] ?? "");
const versions = titles.filter((title) => title !== "[Unreleased]");

Deno.test("the newest version of CHANGELOG.md is the engine's", () => {
  const [, version] = /^version = "(.+)"$/m.exec(manifest) ?? [];
  assertEquals(versions[0]?.split(" - ")[0], `[${version}]`);
});

Deno.test("CHANGELOG.md keeps its form: what is not released first, then versions from new to old", () => {
  assertEquals(titles.indexOf("[Unreleased]"), 0);
  assert(versions.length > 0);
  for (const title of versions) assertMatch(title, VERSION);
  const keys = versions.map((title) => {
    const [, ...numbers] = VERSION.exec(title) ?? [];
    return numbers.map((number) => number.padStart(10, "0")).join(" ");
  });
  assertEquals(keys, keys.toSorted().toReversed());
});

Deno.test("every change of CHANGELOG.md is under one of the six kinds", () => {
  for (const section of sections) {
    const [, ...parts] = section.split(/^### /m);
    const kinds = parts.map((part) => part.split("\n")[0] ?? "");
    assertEquals(kinds, KINDS.filter((kind) => kinds.includes(kind)));
    for (const part of parts) assertMatch(part, /^\w+\n\n- /);
  }
});
