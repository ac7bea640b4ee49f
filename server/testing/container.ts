import { assert } from "@std/assert";
import { inTurn } from "./in_turn.ts";
import { outputOf } from "./programs.ts";
import { ROOT } from "./root.ts";

const text = await Deno.readTextFile(`${ROOT}server/deploy/Containerfile`);
/** The instructions of the Containerfile, in their order. */
export const instructions = text.replaceAll(/\\\n/g, " ").split("\n")
  .filter((line) => /^[A-Z]/.test(line)).map((line) => {
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });

/** Returns the arguments of every occurrence of an instruction in the last stage. */
export function lastStage(word: string): readonly string[] {
  const start = instructions.findLastIndex((instruction) => instruction.word === "FROM");
  return instructions.slice(start).filter((instruction) => instruction.word === word)
    .map(({ rest }) => rest);
}

/** Returns the program and arguments of an instruction in its JSON form. */
export function commandOf(rest: string | undefined): readonly string[] {
  return JSON.parse(/\[.*\]$/.exec(rest ?? "")?.[0] ?? "");
}

/** The patterns of files that a build leaves out, in their order; a later one wins. */
const ignored = (await Deno.readTextFile(`${ROOT}server/deploy/Containerfile.dockerignore`))
  .trim().split("\n");

/** Whether a build sees a path of the repository. */
function isInContext(path: string): boolean {
  const decides = ignored.findLast((line) => {
    const pattern = line.replace(/^!/, "").replaceAll(/[.+]/g, "\\$&").replaceAll("*", "[^/]*");
    return new RegExp(`^${pattern}(/|$)`).test(path);
  });
  return decides === undefined || decides.startsWith("!");
}

/** Copies what the last stage copies out of the repository into an empty folder. */
export async function copyStage(folder: string): Promise<void> {
  const copies = lastStage("COPY").filter((rest) => !rest.startsWith("--from"));
  await inTurn(copies, async (rest) => {
    const words = rest.split(" ");
    const sources = words.slice(0, -1);
    for (const source of sources) assert(isInContext(source), `${source} is ignored`);
    // A last word with a slash at its end is a folder; otherwise it is the copy's own name.
    const [, into = ""] = /^\.\/(.*\/)$/.exec(words.at(-1) ?? "") ?? [];
    await Deno.mkdir(`${folder}/${into}`, { recursive: true });
    await outputOf("cp", ["-r", ...sources.map((source) => ROOT + source), `${folder}/${into}`]);
  });
}
