import { assertEquals, assertMatch } from "@std/assert";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";

const CRATE = `${ROOT}engine-rs`;
/** Content of the crate; the tests and the native program are packages of their own. */
const CONTENT = "Cargo.lock Cargo.toml Cargo.toml.orig LICENSE README.md RULES.md examples src";
const RUN = ["run", "--quiet", "--offline", "--locked", "--example"];
const EXAMPLES = ["another_fee", "many_threads", "score"];

/** Runs cargo in a folder; one target folder, so that the dependencies are built once. */
async function cargo(folder: string, ...args: readonly string[]): Promise<Ran> {
  const { success, stdout, stderr } = await new Deno.Command("cargo", {
    args: [...args],
    cwd: folder,
    // The examples are short: compiling them well takes longer than running them.
    env: {
      CARGO_TARGET_DIR: `${CRATE}/target`,
      CARGO_TERM_COLOR: "never",
      CARGO_PROFILE_DEV_OPT_LEVEL: "0",
    },
  }).output();
  const [printed, told] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`Cannot run cargo ${args.join(" ")}: ${told}`);
  return { printed: printed ?? "", told: told ?? "" };
}

interface Ran {
  readonly printed: string;
  readonly told: string;
}

testWith(
  ["cargo", "tar"],
  "the packed crate is complete: its examples run outside the repository",
  async () => {
    await cargo(CRATE, "fetch", "--locked", "--quiet");
    // Whether the work tree is clean is git's affair.
    const options = ["--package", "arena-engine", "--no-verify", "--allow-dirty", "--offline"];
    const { told } = await cargo(CRATE, "package", ...options);
    assertEquals(told.split("\n").filter((line) => /^\s*(warning|error)/.test(line)), []);
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
        assertMatch(ran.printed, /\d/, example);
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
