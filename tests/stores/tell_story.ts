import { ManualClock } from "../../server/testing/clock.ts";
import type { Place, Stores } from "./failing_places.ts";
import type { Failure, Failures } from "./failures.ts";
import { turn } from "../../server/testing/until.ts";

/** When stories begin. */
export const OPENS = Date.parse("2026-11-01T00:00:00Z");
/** Longer than any pause of the jobs. */
const PAUSE_MS = 5_000;

/** One run of a story. */
export interface Telling {
  readonly place: Place;
  readonly failures: Failures;
  readonly jobs: ManualClock;
  readonly seasons: ManualClock;
}

/** A call of a client, who calls again when it fails; or the work of a server. */
export type Step = (stores: Stores, telling: Telling) => Promise<unknown>;

/** The steps of a story, and the tables that it leaves. */
export interface Story {
  readonly steps: readonly Step[];
  readonly tables: readonly string[];
}

/** Returns all rows of a story as text. Instants and numbers of rows depend on retries. */
export async function leftBy({ tables }: Story, place: Place): Promise<string> {
  const isLoose = /^(?:created_at|started_at|ended_at|number|board)$/;
  const lines: string[] = [`jobs ${await place.jobs()}`];
  for (const table of tables) {
    const isNumbered = /^(?:search_|searches|published|practice)/.test(table);
    const rows = (await place.rows(table)).map((row) =>
      JSON.stringify(
        Object.entries(row).filter(([name]) => !(isNumbered && isLoose.test(name))).toSorted(),
        (_, value) => value instanceof Uint8Array ? value.toHex() : value,
      )
    );
    lines.push(...rows.toSorted().map((row) => `${table} ${row}`));
  }
  return lines.join("\n");
}

/** Waits for a step; whenever it waits for its clock, or for a job of a lost process, both move on. */
async function whileTimePasses(
  { place, failures, jobs }: Telling,
  step: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const ended = step.finally(() => isOver = true);
  for (let before = -1; !isOver; before = failures.count) {
    await Promise.race([ended.catch(() => {}), turn()]);
    if (isOver || failures.isBusy || failures.count !== before) continue;
    await place.freeJobs();
    jobs.advance(PAUSE_MS);
  }
  await ended;
}

/** Tells a story in which one statement fails; every step is repeated until it succeeds. */
export async function tell(
  { steps }: Story,
  place: Place,
  failures: Failures,
  failure: Failure | null,
): Promise<void> {
  await place.clear();
  const clocks = { jobs: new ManualClock(), seasons: new ManualClock(OPENS) };
  const telling = { place, failures, ...clocks };
  await failures.during(failure, async () => {
    let stores = place.open(clocks);
    for (const step of steps) {
      for (let isRepeated = false;; isRepeated = true) {
        try {
          await whileTimePasses(telling, step(stores, telling));
          break;
        } catch (error) {
          if (isRepeated || failures.failed === null) throw error;
          if (!failures.isEnded) continue;
          failures.restart();
          stores = place.open(clocks);
        }
      }
    }
  });
}
