import { assertEquals } from "@std/assert";
import ts from "typescript";
import { changesOf } from "./operators.ts";
import { FOLDERS, listSources } from "./plan.ts";

/** Returns a text with each of its mutations applied. */
function mutantsOf(text: string): readonly string[] {
  return changesOf("a.ts", text).map(({ start, end, replacement }) =>
    text.slice(0, start) + replacement + text.slice(end)
  );
}

const CASES: Readonly<Record<string, readonly string[]>> = {
  "f = a < b": ["f = a <= b", "f = a >= b", ";"],
  "f = a >= b": ["f = a > b", "f = a < b", ";"],
  "f = a === b": ["f = a !== b", ";"],
  "f = a - b": ["f = a + b", ";"],
  'f = a + "b" + c': [";"],
  "f = a * b": ["f = a / b", ";"],
  "f = a && b || c": ["f = ((a) || (b)) || c", "f = ((a && b) && (c))", ";"],
  "f = a ?? b": ["f = ((a) && (b))", ";"],
  "f = !a": ["f = (a)", ";"],
  "f = -a": ["f = (a)", ";"],
  "a += b": ["a -= b", ";"],
  "a++": ["a--", ";"],
  "f = 0": ["f = 1", ";"],
  "f = 1_000": ["f = 1001", "f = 999", ";"],
  "f = true": ["f = false", ";"],
  "f = Math.min(a, b)": ["f = Math.max(a, b)", ";"],
  "f = a.some(b)": ["f = a.every(b)", ";"],
  "if (a) throw b": ["if (true) throw b", "if (false) throw b", "if (a) ;"],
  "f = (a) => a": ["f = (a) => null", ";"],
  "const f: 1 = a as 2": [],
  "interface A { b: 1 }": [],
  'import a from "b"': [],
};

for (const [text, wanted] of Object.entries(CASES)) {
  Deno.test(`\`${text}\` has ${wanted.length} mutants`, () => {
    assertEquals(mutantsOf(text).toSorted(), wanted.toSorted());
  });
}

Deno.test("a function is emptied and its value removed, but early exits stay", () => {
  assertEquals(mutantsOf("function f() { if (a) return; g(); return b; }").toSorted(), [
    "function f() { if (a) ; g(); return b; }",
    "function f() { if (a) return; ; return b; }",
    "function f() { if (a) return; g(); return null; }",
    "function f() { if (false) return; g(); return b; }",
    "function f() { if (true) return; g(); return b; }",
    "function f() {}",
  ]);
});

Deno.test("every mutant of the product is a valid program", async () => {
  const sources = (await Promise.all(FOLDERS.map(listSources))).flat();
  for (const { path, text } of sources) {
    for (const { start, end, replacement, label } of changesOf(path, text)) {
      const mutant = text.slice(0, start) + replacement + text.slice(end);
      const parsed = ts.createSourceFile(path, mutant, ts.ScriptTarget.Latest);
      // The parser records syntax errors; its public type omits them.
      assertEquals(Object(parsed).parseDiagnostics, [], `${path}: ${label}`);
    }
  }
});
