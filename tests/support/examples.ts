const ROOT = new URL("../../", import.meta.url);

/**
 * Returns the first example of a language in a text of the project, as a reader would copy it.
 *
 * @param path of the text, from the root
 * @param language as the block is marked
 */
export async function readExample(path: string, language: "html" | "js" | "ts"): Promise<string> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const [, example] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(text) ?? [];
  if (example === undefined) throw new Error(`${path} has no example in ${language}`);
  return example;
}
