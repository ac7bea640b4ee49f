import { assertEquals } from "@std/assert";
import ts from "typescript";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { installPacked } from "../../server/testing/packed.ts";
import { testWith } from "../../server/testing/tools.ts";

/** How programs find modules: of Node with its types alone, bundled ones with those of a page too. */
const PROJECTS: readonly ts.CompilerOptions[] = [
  {
    moduleResolution: ts.ModuleResolutionKind.Node16,
    module: ts.ModuleKind.Node16,
    lib: ["lib.es2023.d.ts"],
  },
  {
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts"],
  },
  {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  },
];

/** Every check that a strict project switches on. */
const STRICT: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  target: ts.ScriptTarget.ES2023,
  types: ["node"],
};

/** Lines that must not compile, appended to the example of the README. */
const WRONG = `
const arena = await Arena.open();
// @ts-expect-error -- no such view
arena.simulate(candidate, "none");
// @ts-expect-error -- a summary has no ledgers
arena.simulate(candidate).ledgers;
// @ts-expect-error -- no candidate has such a member
arena.check({ ...candidate, market: 1 } satisfies Candidate);
export const strategies: readonly string[] = arena.strategies.map(({ strategyId }) => strategyId);
export const client = new ArenaClient({ baseUrl: "http://127.0.0.1:8080", retry: true });
`;

testWith(
  ["node", "npm", "npm registry"],
  "a strict project of Node compiles against both types",
  () =>
    withFolder(async (folder) => {
      const project = await installPacked(folder, ["@types/node@24.19.2"]);
      const example = await readExample("pkg/README.md", "ts");
      await Deno.writeTextFile(`${project}/example.ts`, example + WRONG);
      for (const options of PROJECTS) {
        assertEquals(
          compileFaults(project, { ...STRICT, ...options }),
          [],
          JSON.stringify(options),
        );
      }
    }),
);

testWith(
  ["node", "npm"],
  "the manifest of the package is a Manifest, imported as JSON",
  () =>
    withFolder(async (folder) => {
      const project = await installPacked(folder);
      for (const options of PROJECTS) {
        const isNext = options.module === ts.ModuleKind.NodeNext;
        await Deno.writeTextFile(
          `${project}/example.ts`,
          `import type { Arena, DatasetSummary } from "arena-engine";
import manifest from "arena-engine/datasets/manifest.json"${isNext ? ' with { type: "json" }' : ""};

export function add(arena: Arena, csv: string): DatasetSummary {
  return arena.addMarket(manifest, "susde-hourly.csv", csv);
}
`,
        );
        for (const resolveJsonModule of [true, false]) {
          const lib = ["lib.es2023.d.ts", "lib.dom.d.ts"];
          const all = { ...STRICT, ...options, types: [], lib, resolveJsonModule };
          assertEquals(compileFaults(project, all), [], JSON.stringify(options));
        }
      }
    }),
);

/** Returns the faults that the compiler finds in the example and in our types, not in Node's. */
function compileFaults(project: string, options: ts.CompilerOptions): readonly string[] {
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = (): string => project;
  const program = ts.createProgram([`${project}/example.ts`], options, host);
  const ours = program.getSourceFiles().filter(({ fileName }) =>
    /\/example\.ts$|\/arena-engine\//.test(fileName)
  );
  assertEquals(ours.length, 4);
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => ts.getPreEmitDiagnostics(program, file)),
  ].map(({ file, messageText }) =>
    `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`
  );
}
