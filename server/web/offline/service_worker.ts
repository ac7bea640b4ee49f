// This module is browser compatible.

import { KeptPage } from "./kept_page.ts";

/** A service worker's global scope, as far as this program uses it. */
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
  /** Of `fetch` alone. */
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const CACHE = "arena-page";
const SOURCES = "/assets/sources.json";

/** In place of what only the server can show. */
const NO_SERVER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No server · Strategy arena</title>
<main>
<h1>The server does not answer</h1>
<p>The reference of the API is written by the server and not kept in this browser. The page itself
works without the server: <a href="/">back to the arena</a>.</p>
</main>
</html>
`;

const scope = self as unknown as Scope;

const withPage = async <T>(work: (page: KeptPage) => Promise<T>): Promise<T> =>
  await work(new KeptPage(await caches.open(CACHE), (url) => fetch(url)));

scope.addEventListener("install", (event) => {
  event.waitUntil(withPage((page) => page.keep()).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin || request.method !== "GET") return;
  if (pathname === "/") {
    event.respondWith(withPage((page) => page.newest(pathname)));
    // Without a server what is kept stays.
    event.waitUntil(withPage((page) => page.keep()).catch(() => {}));
  } else if (pathname === SOURCES) {
    event.respondWith(withPage((page) => page.newest(pathname)));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(withPage((page) => page.file(pathname)));
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
