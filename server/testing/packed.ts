// deno-lint-ignore no-external-import -- part of the runtime
import { cp } from "node:fs/promises";
import { ROOT } from "./root.ts";

const decoder = new TextDecoder();

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
  const packed = await runIn(folder, "npm", ["pack", "--silent", `${checkout}/pkg`]);
  const project = `${folder}/project`;
  await Deno.mkdir(project);
  await Deno.writeTextFile(`${project}/package.json`, '{ "type": "module", "private": true }');
  const reach = others.length === 0 ? "--offline" : "--prefer-offline";
  const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", reach];
  await runIn(project, "npm", ["install", ...flags, `${folder}/${packed.trim()}`, ...others]);
  return project;
}

/**
 * Runs a program to its end.
 *
 * @returns what it printed
 * @throws {Error} with what it printed, when it failed
 */
export async function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd })
    .output();
  if (success) return decoder.decode(stdout);
  throw new Error(
    `${program} ${args.join(" ")}: ${decoder.decode(stdout)}${decoder.decode(stderr)}`,
  );
}
