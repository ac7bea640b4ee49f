import { assert, assertEquals } from "@std/assert";
import { readSources, type SourceText } from "../server/testing/sources.ts";

/** A page, optionally followed by a section: `RULES.md` 6.1. */
const CITATION = /((?:[\w.-]+\/)*[\w-]+\.md)\b`?(?:\)?,? (\d+(?:\.\d+)?)(?![\w%,/-]))?/g;
/** A page of another repository follows the commit at which it was read. */
const FOREIGN = /[0-9a-f]{40}, \S+\.md/g;

const sources = await readSources();
const pages = sources.filter(({ path }) => path.endsWith(".md"));

/** Resolves a cited page: from the root, from the citing file's folder, or by its unique name. */
function pageOf(from: string, cited: string): SourceText | undefined {
  const beside = new URL(cited, `file:///${from}`).pathname.slice(1);
  const named = pages.filter(({ path }) => path.endsWith(`/${cited}`));
  return pages.find(({ path }) => path === cited || path === beside) ??
    (named.length === 1 ? named[0] : undefined);
}

function hasSection({ text }: SourceText, section: string): boolean {
  return text.split("\n").some((line) => new RegExp(`^#+ ${section}[. ]`).test(line));
}

Deno.test("every cited page is in the repository, and has the cited section", () => {
  const citations = sources.flatMap(({ path, text }) =>
    [...text.replaceAll(FOREIGN, "").matchAll(CITATION)].map(([whole, cited = "", section]) => {
      const page = pageOf(path, cited);
      const isThere = page !== undefined && (section === undefined || hasSection(page, section));
      return { where: `${path}: ${whole}`, isThere };
    })
  );
  assert(citations.length > 50, "the citations were found");
  assertEquals(citations.filter(({ isThere }) => !isThere).map(({ where }) => where), []);
});
