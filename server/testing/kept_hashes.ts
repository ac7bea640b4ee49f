import type { Page } from "playwright-core";

/** Returns the hashes of the candidates that a page has stored. */
export async function keptHashes(page: Page): Promise<readonly string[]> {
  return await stored(page, "candidates", "getAllKeys()");
}

/** Returns how many candidates a page has stored as judged, on all datasets. */
export async function judgedCount(page: Page): Promise<number> {
  const lengths = await stored<number[]>(
    page,
    "tried",
    "getAll()",
    "all.map(({ evaluated }) => evaluated.kept.length / 8)",
  );
  return lengths.reduce((sum, one) => sum + one, 0);
}

/** Returns the result of a request to an IndexedDB store; empty before the page has created it. */
async function stored<T = readonly string[]>(
  page: Page,
  store: string,
  request: string,
  map = "all",
): Promise<T> {
  // Opened before the page has made it, the database would have no stores.
  return await page.evaluate<T>(`indexedDB.databases().then((databases) => {
    if (!databases.some(({ name }) => name === "arena-own-datasets")) return [];
    return new Promise((resolve) => {
      const opening = indexedDB.open("arena-own-datasets");
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction("${store}").objectStore("${store}").${request};
        reading.onsuccess = () => { database.close(); resolve(reading.result); };
      };
    });
  }).then((all) => ${map})`);
}
