import { type Answer, Connection, type Wire } from "./connection.ts";

/** Counts by status, and times of admitted and of refused requests. */
export class Tally {
  readonly statuses: Record<number, number> = {};
  readonly accepted: number[] = [];
  readonly refused: number[] = [];

  add({ status, tookMs }: Answer): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    (status === 200 ? this.accepted : this.refused).push(tookMs);
  }
}

/** The request that one connection repeats. */
export interface Asking {
  readonly wire: Wire;
  /** Whether the client waits as long as `Retry-After` says. */
  readonly obeys: boolean;
  /** Pause between an answer and the next request, milliseconds; 0 by default. */
  readonly pauseMs?: number;
}

/** Sends requests over one connection until the time is over. */
export async function askUntil(
  port: number,
  endMs: number,
  { wire, obeys, pauseMs = 0 }: Asking,
  tally: Tally,
): Promise<void> {
  const connection = new Connection(port);
  while (performance.now() < endMs) {
    const answer = await connection.ask(wire);
    tally.add(answer);
    const waitSeconds = obeys ? Number(/^retry-after: (\d+)/im.exec(answer.head)?.[1] ?? 0) : 0;
    const waitMs = Math.max(1000 * waitSeconds, pauseMs);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  connection.close();
}
