import type { Page } from "playwright-core";

/** Returns the hashes of the candidates that a page has stored. */
export async function keptHashes(page: Page): Promise<readonly string[]> {
  // Opened before the page has made it, the database would have no stores.
  const isMade = await page.evaluate<boolean>(
    `indexedDB.databases().then((all) => all.some(({ name }) => name === "arena-own-datasets"))`,
  );
  if (!isMade) return [];
  return await page.evaluate<string[]>(`new Promise((resolve) => {
    const opening = indexedDB.open("arena-own-datasets");
    opening.onsuccess = () => {
      const database = opening.result;
      const keys = database.transaction("candidates").objectStore("candidates").getAllKeys();
      keys.onsuccess = () => { database.close(); resolve(keys.result); };
    };
  })`);
}
