/** The service worker, beside the page; it may answer for this folder. */
const SERVICE_WORKER = "service_worker.js";

/**
 * Registers the service worker, which makes the page work without a server, and has it store this build.
 * Browsers without service workers, and insecure connections, ask the server each time.
 */
export async function registerOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registered = await navigator.serviceWorker.register(SERVICE_WORKER).catch(() => null);
  // One that is installed already stores a newer build of the page now.
  registered?.active?.postMessage("update");
}
