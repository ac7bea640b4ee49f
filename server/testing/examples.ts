const ROOT = new URL("../../", import.meta.url);

/**
 * Reads a code block of one of the project's pages, as a reader would copy it.
 *
 * @param path of the page, from the root
 * @param language of the block
 * @param place among the page's blocks in that language; the first by default
 */
export async function readExample(
  path: string,
  language: "html" | "js" | "json" | "python" | "sh" | "text" | "ts",
  place = 0,
): Promise<string> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const examples = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))];
  const example = examples[place]?.[1];
  if (example === undefined) throw new Error(`${path} has no example in ${language}`);
  return example;
}
