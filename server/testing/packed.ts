// deno-lint-ignore no-external-import -- part of the runtime
import { cp } from "node:fs/promises";
import { outputOf } from "./programs.ts";
import { ROOT } from "./root.ts";

/**
 * Packs `pkg/` as `npm pack` does and installs the packed file into a project.
 *
 * @param folder an empty one
 * @param others packages of the registry that the project has too, as `NAME@VERSION`
 * @returns the folder of the project
 */
export async function installPacked(
  folder: string,
  others: readonly string[] = [],
): Promise<string> {
  // A copy: packing writes beside what it packs, and other tests pack too.
  const checkout = `${folder}/checkout`;
  await Promise.all(
    ["pkg", "datasets"].map((name) => cp(ROOT + name, `${checkout}/${name}`, { recursive: true })),
  );
  const packed = await outputOf("npm", ["pack", "--silent", `${checkout}/pkg`], { cwd: folder });
  const project = `${folder}/project`;
  await Deno.mkdir(project);
  await Deno.writeTextFile(`${project}/package.json`, '{ "type": "module", "private": true }');
  const reach = others.length === 0 ? "--offline" : "--prefer-offline";
  const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", reach];
  const installed = ["install", ...flags, `${folder}/${packed.trim()}`, ...others];
  await outputOf("npm", installed, { cwd: project });
  return project;
}
