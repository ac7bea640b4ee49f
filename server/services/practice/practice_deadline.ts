// This module is browser compatible.

import { type Clock, withDeadline } from "../../base/clock.ts";
import { arenaUnavailable } from "../arena/arena_unavailable.ts";
import type { PracticeService } from "./practice_service.ts";

/** Time for an answer: callers do not wait for a store that is locked or stopped. */
const DEADLINE_MS = 1_400;

/**
 * Returns a service whose calls are OVERLOADED after a deadline.
 *
 * @param opened resolves with the service once its store is open
 */
export function practiceWithinDeadline(
  opened: Promise<PracticeService>,
  clock: Clock,
): PracticeService {
  const within = <T>(call: (practice: PracticeService) => Promise<T>): Promise<T> =>
    withDeadline(clock, DEADLINE_MS, opened.then(call), () => arenaUnavailable("deadline"));
  return {
    publish: (...args) => within((practice) => practice.publish(...args)),
    unpublish: (...args) => within((practice) => practice.unpublish(...args)),
    leaderboard: (...args) => within((practice) => practice.leaderboard(...args)),
  };
}
