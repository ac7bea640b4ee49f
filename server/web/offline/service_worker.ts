// This module is browser compatible.

import { NO_ANSWER } from "./no_answer.ts";
import { OfflinePage } from "./offline_page.ts";

/** The used part of a service worker's global scope. */
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch",
    listener: (event: WorkerEvent) => void,
  ): void;
}

interface WorkerEvent {
  /** Set for `fetch` only. */
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as Scope;
/** The folder of the page. */
const FOLDER = new URL(".", scope.location.href).pathname;
/** Pages in several folders of a host each have their own. */
const CACHE = FOLDER === "/" ? "arena-page" : `arena-page ${FOLDER}`;

/** Shown in place of pages that only the server can make. */
const NO_SERVER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No server · Strategy arena</title>
<main>
<h1>The server does not answer</h1>
<p>The API reference comes from the server and is not stored in this browser. The arena itself works
without the server: <a href="${FOLDER}">back to the arena</a>.</p>
</main>
</html>
`;

const withPage = async <T>(work: (page: OfflinePage) => Promise<T>): Promise<T> =>
  await work(new OfflinePage(await caches.open(CACHE), (url) => fetch(url), FOLDER));

scope.addEventListener("install", (event) => {
  event.waitUntil(withPage((page) => page.update()).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin || request.method !== "GET") return;
  if (pathname === FOLDER) {
    event.respondWith(withPage((page) => page.newest(pathname)));
    // Without a server the cached build stays.
    event.waitUntil(withPage((page) => page.update()).catch(() => {}));
  } else if (pathname === `${FOLDER}assets/sources.json`) {
    event.respondWith(withPage((page) => page.newest(pathname)));
  } else if (pathname.startsWith(`${FOLDER}assets/`)) {
    event.respondWith(withPage((page) => page.file(pathname)));
  } else if (pathname.startsWith(`${FOLDER}arena/`)) {
    event.respondWith(fetch(request).catch(() => new Response(null, { status: NO_ANSWER })));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => noServer()));
  }
});

function noServer(): Response {
  return new Response(NO_SERVER, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
