/**
 * Signals within this time count as one. A single Ctrl-C reaches a server more than once: the terminal
 * signals every process of the group, and `deno task` signals its child again. A supervisor that stops
 * a whole group does the same.
 */
const REPEAT_MS = 500;

export interface StopHandlers {
  /** Called on the first signal. */
  stop(): void;
  /** Called on a later signal, to stop at once. */
  stopNow(): void;
}

/** Handles SIGTERM and SIGINT. */
export function onStopSignal({ stop, stopNow }: StopHandlers): void {
  let firstMs: number | null = null;
  const onSignal = (): void => {
    const nowMs = performance.now();
    if (firstMs === null) {
      firstMs = nowMs;
      stop();
    } else if (nowMs - firstMs > REPEAT_MS) stopNow();
  };
  Deno.addSignalListener("SIGINT", onSignal);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", onSignal);
}
