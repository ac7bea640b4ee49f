/**
 * Returns the URL of a file by its path in the folder of the page: `/` on a server, and any folder of
 * a static host.
 */
export function pageUrl(path: string): string {
  // A worker has no document; its program is in a folder of this folder.
  const root = typeof document === "undefined"
    ? new URL("..", self.location.href)
    : document.baseURI;
  return new URL(path, root).href;
}

/** A program that the page loads beside its main script. */
export type ProgramName = "engine" | "worker" | "reader" | "search" | "verify";

/**
 * Returns the URL of a program. The script element of `index.html` lists them, because their names
 * change with their content.
 */
export function programUrl(name: ProgramName): string {
  const script = document.querySelector<HTMLScriptElement>("script[data-worker]");
  return pageUrl(script?.dataset[name] ?? "");
}
