import { pageUrl } from "./page_url.ts";

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
