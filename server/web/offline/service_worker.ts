import { NO_ANSWER, OfflinePage } from "./offline_page.ts";

/** The used part of a service worker's global scope. */
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch" | "message",
    listener: (event: WorkerEvent) => void,
  ): void;
}

/** A rule by which the browser answers requests without this program. */
interface Route {
  readonly condition: { readonly urlPattern: string; readonly requestMode?: RequestMode };
  readonly source: { readonly cacheName: string } | "race-network-and-fetch-handler";
}

interface WorkerEvent {
  /** Set for `fetch` only. */
  readonly request: Request;
  /** Set for `install` only, in browsers that know routes. */
  addRoutes?(routes: readonly Route[]): Promise<void>;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as Scope;
/** The folder of the page. */
const FOLDER = new URL(".", scope.location.href).pathname;
/** The list of markets and their datasets. */
const SOURCES = `${FOLDER}assets/sources.json`;
/** Pages in several folders of a host each have their own. */
const CACHE = FOLDER === "/" ? "arena-page" : `arena-page ${FOLDER}`;

/** The types of the files that a build names. */
const TYPES = ["js", "css", "wasm"];
/**
 * A second visit reads the files of the page from the cache without this program, and does not wait for
 * the program's start before it asks for the page and its list of markets. Files that are not cached come
 * from the network. The columns of datasets have no route, because the listener below caches them when
 * they are first used.
 */
const ROUTES: readonly Route[] = [
  ...TYPES.map((type) => ({
    condition: { urlPattern: `${FOLDER}assets/*.${type}` },
    source: { cacheName: CACHE },
  })),
  {
    condition: { urlPattern: FOLDER, requestMode: "navigate" },
    source: "race-network-and-fetch-handler",
  },
  {
    condition: { urlPattern: SOURCES },
    source: "race-network-and-fetch-handler",
  },
];

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
  event.waitUntil(event.addRoutes?.(ROUTES) ?? Promise.resolve());
  event.waitUntil(withPage((page) => page.update()).then(() => scope.skipWaiting()));
});

// The page asks once it is complete, so that its first view has the network and the cores to itself.
scope.addEventListener("message", (event) => {
  // Without a server the cached build stays.
  event.waitUntil(withPage((page) => page.update()).catch(() => {}));
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin || request.method !== "GET") return;
  if ([FOLDER, SOURCES].includes(pathname)) {
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
