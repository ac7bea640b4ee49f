const ROOT = new URL("../../", import.meta.url);

/**
 * Returns an example of a text of the project, as a reader would copy it.
 *
 * @param path of the text, from the root
 * @param language as the block is marked
 * @param place among the examples of the language; the first by default
 */
export async function readExample(
  path: string,
  language: "html" | "js" | "ts",
  place = 0,
): Promise<string> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const examples = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))];
  const example = examples[place]?.[1];
  if (example === undefined) throw new Error(`${path} has no example in ${language}`);
  return example;
}
