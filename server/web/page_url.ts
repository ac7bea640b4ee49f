/** The document of the page, which a worker lacks. */
declare const document: { readonly baseURI: string } | undefined;

/**
 * Returns the URL of a file by its path in the folder of the page: `/` on a server, and any folder of
 * a static host.
 */
export function pageUrl(path: string): string {
  // The programs of workers are in a folder of this folder.
  const root = typeof document === "undefined"
    ? new URL("..", self.location.href)
    : document.baseURI;
  return new URL(path, root).href;
}
