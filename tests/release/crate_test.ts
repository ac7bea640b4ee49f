import { assertEquals, assertMatch } from "@std/assert";
import { type Outcome, run } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";

const CRATE = `${ROOT}engine-rs`;
/** Content of the crate; the tests and the native program are packages of their own. */
const CONTENT = "Cargo.lock Cargo.toml Cargo.toml.orig LICENSE README.md RULES.md examples src";
const RUN = ["run", "--quiet", "--offline", "--locked", "--example"];
const EXAMPLES = ["another_fee", "many_threads", "score"];

/** Runs cargo in a folder; one target folder, so that the dependencies are built once. */
async function cargo(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const outcome = await run("cargo", args, {
    cwd,
    // The examples are short: compiling them well takes longer than running them.
    env: {
      CARGO_TARGET_DIR: `${CRATE}/target`,
      CARGO_TERM_COLOR: "never",
      CARGO_PROFILE_DEV_OPT_LEVEL: "0",
    },
  });
  assertEquals(outcome.code, 0, `cargo ${args.join(" ")}: ${outcome.stderr}`);
  return outcome;
}

testWith(
  ["cargo", "tar"],
  "the packed crate is complete: its examples run outside the repository",
  async () => {
    await cargo(CRATE, "fetch", "--locked", "--quiet");
    // Whether the work tree is clean is git's affair.
    const options = ["--package", "arena-engine", "--no-verify", "--allow-dirty", "--offline"];
    const { stderr } = await cargo(CRATE, "package", ...options);
    assertEquals(stderr.split("\n").filter((line) => /^\s*(warning|error)/.test(line)), []);
    const [, version = ""] = /^name = "arena-engine"\nversion = "(.+)"$/m.exec(
      await Deno.readTextFile(`${CRATE}/Cargo.toml`),
    ) ?? [];
    const outside = await Deno.makeTempDir({ prefix: "arena-crate-" });
    try {
      const packed = `${CRATE}/target/package/arena-engine-${version}.crate`;
      const tar = await new Deno.Command("tar", { args: ["-xzf", packed, "-C", outside] }).output();
      assertEquals(new TextDecoder().decode(tar.stderr), "");
      const folder = `${outside}/arena-engine-${version}`;
      const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
      assertEquals(names.filter((name) => !name.startsWith(".")).toSorted(), CONTENT.split(" "));
      for (const example of EXAMPLES) {
        const ran = await cargo(folder, ...RUN, example);
        assertMatch(ran.stdout, /\d/, example);
      }
    } finally {
      await Deno.remove(outside, { recursive: true });
    }
  },
);

Deno.test("the licence of the crate is that of the repository", async () => {
  const [ours, its] = await Promise.all(
    [`${ROOT}LICENSE`, `${CRATE}/LICENSE`].map((path) => Deno.readTextFile(path)),
  );
  assertEquals(its, ours);
});
