// deno-lint-ignore no-external-import -- part of the runtime
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import type { Folder } from "./played_season.ts";

/** A practice board without rows, which every arena has. */
const EMPTY_BOARD = new TextEncoder().encode('{"rows":[],"total":0}');

/** Answers the requests of a page for the public folder with files, as a static host does. */
export async function serveArena(page: Page, folder: Folder): Promise<void> {
  await page.route("**/arena/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const isPractice = pathname.includes("/practice/");
    const file = folder.get(pathname.replace("/arena/", "")) ??
      (isPractice ? EMPTY_BOARD : undefined);
    if (file === undefined) return route.fulfill({ status: 404, body: "" });
    const contentType = pathname.endsWith(".json")
      ? "application/json"
      : "application/octet-stream";
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()["range"] ?? "") ??
      [];
    const bytes = first === undefined ? file : file.slice(Number(first), Number(last) + 1);
    const status = first === undefined ? 200 : 206;
    return route.fulfill({ status, contentType, body: Buffer.from(bytes) });
  });
}
