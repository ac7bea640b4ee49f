// This module is browser compatible.

import { pageUrl } from "../page_url.ts";

let loading: Promise<void> | null = null;

/**
 * Loads the styles of the parts of the page that the first curve does not need, once. After a failure
 * the next call tries again.
 */
export function laterStyles(): Promise<void> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.querySelector<HTMLScriptElement>("script[data-styles]");
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = pageUrl(script?.dataset["styles"] ?? "");
  link.onload = () => resolve();
  link.onerror = () => {
    link.remove();
    reject(new Error(`Cannot load ${link.href}`));
  };
  document.head.append(link);
  return promise;
}
