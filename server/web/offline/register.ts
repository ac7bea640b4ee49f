// This module is browser compatible.

/** Where the server has the service worker: its folder is what it may answer for. */
const SERVICE_WORKER = "/service_worker.js";

/**
 * Has this browser keep the page for the time without a server. A browser that does not, or that has the
 * page over an insecure connection, asks the server each time.
 */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(SERVICE_WORKER).catch(() => {});
}
