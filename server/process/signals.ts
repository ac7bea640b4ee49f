/**
 * One Ctrl-C reaches a server more than once: the terminal tells every process of the group, and
 * `deno task` tells its own again. So does a supervisor that stops a whole group.
 */
const ECHO_MS = 500;

/** What a signal to stop does. */
export interface OnStop {
  /** The first time. */
  stop(): void;
  /** Somebody has lost patience. */
  stopNow(): void;
}

/** Waits for SIGTERM and SIGINT. */
export function listenToSignals({ stop, stopNow }: OnStop): void {
  let firstMs: number | null = null;
  const hear = (): void => {
    const nowMs = performance.now();
    if (firstMs === null) {
      firstMs = nowMs;
      stop();
    } else if (nowMs - firstMs > ECHO_MS) stopNow();
  };
  Deno.addSignalListener("SIGINT", hear);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", hear);
}
