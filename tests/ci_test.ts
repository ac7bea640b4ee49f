import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const [readme, workflow, manifest, lock] = await Promise.all(
  ["README.md", ".github/workflows/ci.yml", "engine-rs/Cargo.toml", "engine-rs/Cargo.lock"]
    .map((path) => Deno.readTextFile(new URL(path, ROOT))),
) as [string, string, string, string];

Deno.test("a machine with Node.js alone is sent the README's test command", () => {
  const [command] = /^npx .* task test$/m.exec(readme) ?? [];
  assert(command !== undefined);
  assert(workflow.includes(`- run: ${command}\n`));
});

Deno.test("README and workflow name the Rust of Cargo.toml", () => {
  const [, version = ""] = /^rust-version = "(.+)"$/m.exec(manifest) ?? [];
  assert(readme.includes(`Rust ${version}`));
  assert(workflow.includes(`rustup toolchain install ${version}.`));
});

Deno.test("the README's wasm-bindgen-cli is the wasm-bindgen of Cargo.lock", () => {
  const [, locked] = /^name = "wasm-bindgen"\nversion = "(.+)"$/m.exec(lock) ?? [];
  const [, named] = /wasm-bindgen-cli@([\d.]+)/.exec(readme) ?? [];
  assertEquals(named, locked);
});
