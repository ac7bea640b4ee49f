import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

const [settings, extensions, container, deno] = await Promise.all(
  [
    ".vscode/settings.json",
    ".vscode/extensions.json",
    ".devcontainer/devcontainer.json",
    "deno.json",
  ]
    .map(async (path) => JSON.parse(await read(path))),
);

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(ROOT + path);
}

/** Returns what a text says where a pattern has its group. */
async function stated(path: string, pattern: RegExp): Promise<string | undefined> {
  return pattern.exec(await read(path))?.[1];
}

Deno.test("the editor finds Deno's settings and the engine", async () => {
  assert(settings["deno.enable"]);
  const files = [settings["deno.config"], ...settings["rust-analyzer.linkedProjects"]];
  assertEquals(files.length, 2);
  await Promise.all(files.map((path) => Deno.stat(ROOT + path)));
});

Deno.test("every formatter of the settings is a recommended extension, in the container too", () => {
  const formatters = Object.values<{ "editor.defaultFormatter"?: string }>(settings)
    .flatMap((each) => each["editor.defaultFormatter"] ?? []);
  assert(formatters.length > 0);
  const { recommendations } = extensions;
  assertEquals(formatters.filter((id) => !recommendations.includes(id)), []);
  assertEquals(container.customizations.vscode.extensions, recommendations);
});

Deno.test("the container has the Node.js of the workflow and the Rust of the engine", async () => {
  const node = await stated(".github/workflows/ci.yml", /node-version: (\d+)/);
  assert(container.image.includes(`:${node}-`), container.image);
  const rust = await stated("engine-rs/Cargo.toml", /^rust-version = "(.+)"$/m);
  const [{ version }] = Object.values<{ version: string }>(container.features) as [
    { version: string },
  ];
  assert(version.startsWith(`${rust}.`), version);
  const [, script = ""] = container.postCreateCommand.split(" ");
  assert((await Deno.stat(ROOT + script)).isFile);
});

Deno.test("editors wrap where the formatters do", async () => {
  const width = await stated(".editorconfig", /^max_line_length = (\d+)$/m);
  assertEquals(width, await stated("engine-rs/rustfmt.toml", /^max_width = (\d+)$/m));
  assertEquals(Number(width), deno.fmt.lineWidth);
});

Deno.test("CONTRIBUTING.md names the Deno of the README", async () => {
  const version = await stated("README.md", /deno@([\d.]+)/);
  const page = await read(".github/CONTRIBUTING.md");
  assert(page.includes(`[Deno](https://docs.deno.com/runtime/) ${version} `));
});
