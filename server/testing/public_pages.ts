import { assert, assertEquals } from "@std/assert";
import { inTurn } from "./in_turn.ts";

/** The paths that need no key and that no page links to. */
const FIRST = [
  "/",
  "/docs",
  "/llms.txt",
  "/llms-full.txt",
  "/openapi/v1.json",
  "/healthz",
  "/readyz",
  "/favicon.ico",
  "/service_worker.js",
  "/arena/seasons.json",
];
/** Some of the paths that others link to. */
const LINKED = [
  "/docs/verify",
  "/docs/style.css",
  "/docs/errors/NOT_FOUND",
  "/assets/sources.json",
];
/** How texts of a content type name other paths. */
const LINKS: readonly (readonly [type: RegExp, link: RegExp])[] = [
  [/html/, /(?:href|src)="([^"#]+)/g],
  [/markdown/, /\]\(([^)#]+)/g],
  [/javascript/, /(?:from|import|import\()"(\.\/[\w.-]+)"/g],
  [/html|javascript|json/, /["'`](\/assets\/[\w.-]+)["'`]/g],
];

/** Asserts that a server answers every public path, and every link from one to another. */
export async function assertPublicPages(origin: string): Promise<void> {
  const statuses = new Map<string, number>();
  const visit = async (paths: readonly string[]): Promise<void> => {
    const found = await inTurn(paths.filter((path) => !statuses.has(path)), async (path) => {
      const response = await fetch(origin + path, { headers: { "accept-encoding": "identity" } });
      statuses.set(path, response.status);
      const type = response.headers.get("content-type") ?? "";
      return linksIn(await response.text(), type, new URL(path, origin));
    });
    const next = new Set(found.flat());
    if (next.size > 0) await visit([...next]);
  };
  await visit(FIRST);
  assertEquals([...statuses].filter(([, status]) => status !== 200), []);
  for (const path of LINKED) assert(statuses.has(path), `No page links to ${path}`);
}

function linksIn(text: string, type: string, page: URL): readonly string[] {
  const patterns = LINKS.filter(([types]) => types.test(type));
  const links = patterns.flatMap(([, link]) =>
    [...text.matchAll(link)].map(([, path = ""]) => path)
  );
  const urls = links.map((link) => URL.parse(link, page)).filter((url) => url !== null);
  return urls.filter(({ origin }) => origin === page.origin).map(({ pathname }) => pathname);
}
