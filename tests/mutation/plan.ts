import { sha256Hex } from "../../server/base/hash.ts";
import { type Change, changesOf } from "./operators.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { ROOT } from "../../server/testing/root.ts";

/** The rooms that decide a caller's charges, rights and results. */
export const FOLDERS = ["auth", "limits", "engine", "services"] as const;
export type Folder = typeof FOLDERS[number];

/** Further tests of a folder, quick ones first; each entry is a stage. */
const TESTS: Readonly<Record<Folder, readonly string[]>> = {
  auth: ["tests/throttle_test.ts", "tests/contract"],
  limits: ["tests/limits_test.ts", "tests/property/limiter_test.ts", "tests/contract"],
  engine: ["tests/limits_test.ts", "tests/contract", "tests/process_test.ts"],
  services: [
    "tests/limits_test.ts",
    "tests/contract",
    "tests/property/unknown_fields_test.ts",
    "tests/web",
    "tests/process_test.ts",
  ],
};

/** A file of the product. */
export interface Source {
  readonly folder: Folder;
  /** Path from the root. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly digest: string;
}

/** One mutation of one file. */
export interface Mutant extends Change {
  readonly source: Source;
  readonly line: number;
  /** The reason why no test can catch it; null when a test should. */
  readonly reason: string | null;
}

/** Lists the files of a folder to mutate. */
export async function listSources(folder: Folder): Promise<readonly Source[]> {
  const entries = await Array.fromAsync(Deno.readDir(`${ROOT}server/${folder}`));
  const names = entries.filter(({ isFile }) => isFile).map(({ name }) => name)
    .filter((name) => !name.endsWith("_test.ts"));
  return await Promise.all(
    names.toSorted().map(async (name) => {
      const path = `server/${folder}/${name}`;
      const text = await Deno.readTextFile(ROOT + path);
      return { folder, path, text, digest: await sha256Hex(text) };
    }),
  );
}

/** Returns the mutants of a file. */
export function mutantsOf(source: Source): readonly Mutant[] {
  return changesOf(source.path, source.text).map((change) => ({
    ...change,
    source,
    line: source.text.slice(0, change.start).split("\n").length,
    reason: EQUIVALENT.find((known) => isOf(known, source, change))?.reason ?? null,
  }));
}

/** Returns the entries of the list of equivalent mutants that match no mutant: delete them. */
export function staleOf(sources: readonly Source[]): readonly string[] {
  const changes = sources.flatMap((source) =>
    changesOf(source.path, source.text).map((change) => ({ source, change }))
  );
  const paths = new Set(sources.map(({ path }) => path));
  return EQUIVALENT.filter(({ path }) => paths.has(path))
    .filter((known) => !changes.some(({ source, change }) => isOf(known, source, change)))
    .map(({ path, code, label }) => `${path}: ${code}: ${label}`);
}

function isOf(
  known: typeof EQUIVALENT[number],
  { path }: Source,
  { code, label }: Change,
): boolean {
  return known.path === path && known.code === code && known.label === label;
}

/** Returns the tests of a file by stage: its own test, its folder's tests, further tests of the folder. */
export function stagesOf({ folder, path }: Source): readonly (readonly string[])[] {
  const own = path.replace(/\.ts$/, "_test.ts");
  return [[path, own], [`server/${folder}`], ...TESTS[folder].map((test) => [test])];
}
