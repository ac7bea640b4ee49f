/**
 * The program of the page. The engine loads, and makes the first run, while the page is drawn.
 *
 * @module
 */
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { startColours } from "./charts/canvas_colours.ts";
import { later, startLazily } from "./components/lazily.tsx";
import { engine, firstRun, program } from "./engines.ts";
import { startTrail } from "./state/undo.ts";
import { arena, run, start, startWorker, viewId } from "./state/state.ts";
import { startStored } from "./state/stored.ts";
import { type ReadEntry, startHalfYears } from "./state/half_year.ts";
import { startTheme } from "./state/preferences.ts";
import { FIRST_VIEW } from "./views.ts";

/** Delay after the engine is ready, milliseconds; by then the first view is complete. */
const OFFLINE_AFTER_MS = 1000;

// The page shows a failure once it is drawn.
const ignore = (): void => {};

/** Starts the engine: on this thread if it makes the first run, otherwise in a worker. */
async function startEngine(): Promise<void> {
  program().catch(ignore);
  if (await firstRun() === null) await engine.started();
}

/** Draws the page and keeps it up to date. */
function show(root: HTMLElement): void {
  startLazily(async () => {
    // The first curve has the network to itself.
    await firstRun();
    return await import("./later.ts");
  });
  startStored({
    tab: () => sessionStorage,
    browser: () => localStorage,
    events: globalThis,
  });
  startTheme();
  start();
  startHalfYears(async (entry) => (await later<ReadEntry>("readEntryHalves"))(entry));
  startTrail();
  startColours();
  render(<App />, root);
  let isComplete = false;
  effect(() => {
    if (isComplete || arena.value.answer === null) return;
    // The board runs no candidate of its own.
    if (viewId.value !== FIRST_VIEW.id && run.value.isPending) return;
    isComplete = true;
    startWorker();
    // The history starts once the curve is painted; if its code cannot be loaded, nothing is recorded.
    requestAnimationFrame(() =>
      setTimeout(() =>
        later<() => void>("startHistory").then((startHistory) => startHistory(), ignore)
      )
    );
    // The first view has the network and the cores to itself.
    setTimeout(registerOffline, OFFLINE_AFTER_MS);
  });
}

startEngine().catch(ignore);
const root = document.getElementById("app");
if (root !== null) show(root);

/** The service worker, beside the page; it may answer for this folder. */
const SERVICE_WORKER = "service_worker.js";

/**
 * Registers the service worker, which makes the page work without a server, and has it store this build.
 * Browsers without service workers, and insecure connections, ask the server each time.
 */
async function registerOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registered = await navigator.serviceWorker.register(SERVICE_WORKER).catch(() => null);
  // One that is installed already stores a newer build of the page now.
  registered?.active?.postMessage("update");
}
