import { assert, assertEquals, assertThrows } from "@std/assert";
import { CONSTANTS, constantsModule } from "../engine-rs/constants.ts";
import { packageFiles } from "../engine-rs/package/build.ts";
import { type BuildRecord, builtFiles, isReproduced, readRecord } from "../engine-rs/record.ts";
import { PACKAGE, sourcesFingerprint } from "../engine-rs/sources.ts";
import { withFolder } from "../server/testing/folder.ts";
import { outputOf } from "../server/testing/programs.ts";
import { ROOT } from "../server/testing/root.ts";

/**
 * True when each type can stand for the other, whatever the market: a program has others than 1, 2
 * and 3.
 */
const SAME = `
type Wide<T> = T extends number ? number
  : T extends object ? { [K in keyof T]: Wide<T[K]> }
  : T;
type Same<A, B> = [Wide<A>, Wide<B>] extends [Wide<B>, Wide<A>] ? true : false;
`;

/** Returns the names of the types that a module exports. */
function exportedTypes(text: string): readonly string[] {
  const declared = [...text.matchAll(/^export type (\w+) =/gm)].map(([, name = ""]) => name);
  const passedOn = [...text.matchAll(/^export type \{([^}]+)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()).filter(Boolean)
  );
  return [...declared, ...passedOn].toSorted();
}

async function known(): Promise<BuildRecord> {
  const record = await readRecord();
  assert(record);
  return record;
}

Deno.test("pkg/ is built from the sources of engine-rs; else `deno task build:engine`", async () => {
  assertEquals((await known()).sources, await sourcesFingerprint());
});

Deno.test("the engine and its bindings are the bytes of the recorded build, never those of --dev", async () => {
  assertEquals(await builtFiles(), (await known()).files);
});

Deno.test("the files beside the engine are up to date; else `deno task build:package`", async () => {
  const stale = [...await packageFiles()].map(async ([name, text]) =>
    await Deno.readTextFile(new URL(name, PACKAGE)) === text ? [] : [name]
  );
  assertEquals((await Promise.all(stale)).flat(), []);
});

Deno.test("a rebuild of the same sources with other bytes is refused, and the tools are named", async () => {
  const record = await known();
  const other = { ...record, files: { ...record.files, "arena_engine_bg.wasm": "other" } };
  assert(isReproduced(record, record));
  assert(isReproduced(record, { ...record, toolchain: { rustc: "rustc 2" } }));
  assert(!isReproduced(record, { ...other, sources: "other" }));
  assertThrows(
    () => isReproduced(record, other),
    Error,
    "arena_engine_bg.wasm differs from build.json, built with the same tools",
  );
  assertThrows(
    () => isReproduced(record, { ...other, toolchain: { ...record.toolchain, rustc: "rustc 2" } }),
    Error,
    `built with rustc "rustc 2" instead of "${record.toolchain["rustc"]}"`,
  );
});

Deno.test("every data type of pkg/ is that of its schema", async () => {
  const names = exportedTypes(await Deno.readTextFile(`${ROOT}server/contracts/types.ts`));
  const packed = exportedTypes(await Deno.readTextFile(new URL("types.d.ts", PACKAGE)));
  assertEquals(names.filter((name) => !packed.includes(name)), []);
  const comparisons = names.map((name) =>
    `export const is${name}: Same<Packed.${name}, Schemas.${name}> = true;`
  );
  await withFolder(async (folder) => {
    const file = `${folder}/same.ts`;
    await Deno.writeTextFile(
      file,
      `import type * as Packed from "${ROOT}pkg/types.d.ts";
import type * as Schemas from "${ROOT}server/contracts/types.ts";
${SAME}${comparisons.join("\n")}`,
    );
    await outputOf(Deno.execPath(), ["check", "--quiet", "--config", `${ROOT}deno.json`, file]);
  });
});

Deno.test("the constants of the contracts are the engine's; else `deno task build:engine`", async () => {
  assertEquals(await Deno.readTextFile(CONSTANTS), await constantsModule());
});
