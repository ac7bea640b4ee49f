import { assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

const LENGTH_MAX = 60;
/** Commits that are looked at: older ones were made before the rule. */
const COMMITS = 50;
/** A verb in the imperative, neither `Adds` nor `Added` nor `Adding`, and no area before it; `Bring` is. */
const IMPERATIVE = /^(?!\w*[aeiouAEIOU]\w*(?:ed|ing) )(?!\w+[^s]s )[A-Z][a-z]+ [^:]*(?:: .*)?[^.]$/;

/** Returns the subjects of the last commits; none in a copy without a history. */
async function subjects(): Promise<readonly string[]> {
  const git = new Deno.Command("git", {
    args: ["log", "--no-merges", `-${COMMITS}`, "--format=%s"],
    cwd: ROOT,
    stderr: "null",
  });
  const { stdout } = await git.output().catch(() => ({ stdout: new Uint8Array() }));
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

/** Returns whether the subject of a commit keeps the rule of CONTRIBUTING.md. */
function isRight(subject: string): boolean {
  return subject.length <= LENGTH_MAX && IMPERATIVE.test(subject);
}

Deno.test("subjects of commits are imperative and at most 60 characters", async () => {
  assertEquals((await subjects()).filter((subject) => !isRight(subject)), []);
});

Deno.test("a subject without a verb, with another form of it, or too long is found", () => {
  const wrong = [
    "Adds a gate",
    "Added a gate",
    "Adding a gate",
    "engine: a gate",
    "Add a gate.",
    `Add ${"x".repeat(LENGTH_MAX)}`,
  ];
  assertEquals(wrong.filter(isRight), []);
  const right = ["Add a gate", "Pass a gate", "Bring a gate", "Build pkg/ and the page"];
  assertEquals(right.filter(isRight), right);
});
