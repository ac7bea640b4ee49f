// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import { arenaUnavailable } from "../unavailable.ts";
import { callsWithinDeadline } from "../call_deadline.ts";
import type { PracticeService } from "./practice_service.ts";

/**
 * Returns a service whose calls are OVERLOADED after a deadline.
 *
 * @param opened resolves with the service once its store is open
 */
export function practiceWithinDeadline(
  opened: Promise<PracticeService>,
  clock: Clock,
): PracticeService {
  const within = callsWithinDeadline(opened, clock, arenaUnavailable);
  return {
    publish: (keyId, body) => within((practice, signal) => practice.publish(keyId, body, signal)),
    unpublish: (...args) => within((practice) => practice.unpublish(...args)),
    leaderboard: (...args) => within((practice) => practice.leaderboard(...args)),
  };
}
