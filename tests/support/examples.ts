const README = new URL("../../pkg/README.md", import.meta.url);

/** Returns the example of a language from the description of `pkg/`, as a reader would copy it. */
export async function readExample(language: "html" | "js"): Promise<string> {
  const text = await Deno.readTextFile(README);
  const [, example] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(text) ?? [];
  if (example === undefined) throw new Error(`pkg/README.md has no example in ${language}`);
  return example;
}
