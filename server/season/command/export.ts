import type { ArenaFolder } from "../service/arena_folder.ts";

/**
 * Writes the public folder, or the files that one season needs. Each file replaces an earlier one in
 * a single step, so a host may serve the folder meanwhile.
 *
 * @returns the number of files
 */
export async function writeArena(
  folder: ArenaFolder,
  into: string,
  seasonId?: string,
): Promise<number> {
  const paths = await folder.paths(seasonId);
  for (const path of paths) {
    const file = await folder.file(path);
    // A board that is stored meanwhile is in the next export.
    if (file === null) continue;
    const place = `${into}/${path}`;
    await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(`${place}.part`, file.bytes);
    await Deno.rename(`${place}.part`, place);
  }
  return paths.length;
}
