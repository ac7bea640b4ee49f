import { assert, assertEquals } from "@std/assert";
import ts from "typescript";
import { ROOT } from "../server/testing/root.ts";
import { sourcePaths } from "../server/testing/sources.ts";

const LINES_MAX = 60;
/** Nodes know their parents, of which their first line follows. */
const WITH_PARENTS = true;
/** Tests, and what is built. */
const OTHERS = /_test\.tsx?$|^(?:pkg|tests|server\/(?:testing|web\/dist))\//;

/** Returns the functions of a file that are too long. */
function longFunctions(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, WITH_PARENTS);
  const lineAt = (position: number): number =>
    file.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
    if (ts.isFunctionLike(node) && lines > LINES_MAX) {
      found.push(`${path}:${lineAt(node.getStart())} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

Deno.test("no function has more than 60 lines, or than its own number on the page", async () => {
  const paths = (await sourcePaths()).filter((path) => /\.tsx?$/.test(path) && !OTHERS.test(path));
  const found = await Promise.all(
    paths.map(async (path) => longFunctions(path, await Deno.readTextFile(ROOT + path))),
  );
  assert(paths.length > 300, "the sources were found");
  assertEquals(found.flat(), []);
});
