import { assertEquals } from "@std/assert";
import { ManualClock } from "../../testing/clock.ts";
import type { RequestRecord } from "../../http/request_record.ts";
import { ProblemLogSampler, type SuppressedLines } from "./problem_log_sampler.ts";

const REFUSED: RequestRecord = {
  timestamp: 0,
  requestId: "r",
  method: "GET",
  route: null,
  path: "/",
  status: 401,
  durationMs: 1,
  keyId: null,
  network: null,
  cost: 0,
  engineMs: null,
  queueMs: null,
  code: "API_KEY_MISSING",
  cause: null,
};

function makeSampler(): {
  clock: ManualClock;
  reports: SuppressedLines[];
  sampler: ProblemLogSampler;
  /** Returns how many of so many equal requests get a line. */
  written(count: number, changes?: Partial<RequestRecord>): number;
} {
  const clock = new ManualClock();
  const reports: SuppressedLines[] = [];
  const sampler = new ProblemLogSampler(clock, (unwritten) => reports.push(unwritten));
  return {
    clock,
    reports,
    sampler,
    written: (count, changes = {}) =>
      Array.from({ length: count }, () => sampler.isLogged({ ...REFUSED, ...changes }))
        .filter(Boolean).length,
  };
}

Deno.test("of a flood of refusals 20 a second are written and the others counted exactly", () => {
  const { clock, reports, sampler, written } = makeSampler();
  assertEquals(written(20), 20);
  assertEquals(written(480), 0);
  assertEquals(written(30, { status: 404, code: "NOT_FOUND" }), 20);
  assertEquals(reports, []);
  clock.advance(1000);
  assertEquals(reports, [
    { status: 401, code: "API_KEY_MISSING", count: 480 },
    { status: 404, code: "NOT_FOUND", count: 10 },
  ]);
  assertEquals(written(25), 20, "the next second begins anew");
  sampler.flush();
  assertEquals(reports[2]?.count, 5);
  clock.advance(1000);
  assertEquals(reports.length, 3, "nothing is reports twice");
});

Deno.test("rare problems, responses and failures with a cause always get a line", () => {
  const { clock, reports, written } = makeSampler();
  for (let second = 0; second < 5; second++) {
    assertEquals(written(20), 20);
    clock.advance(1000);
  }
  assertEquals(written(500, { status: 200, code: null }), 500);
  assertEquals(written(50, { status: 503, code: "OVERLOADED", cause: "Error: x" }), 50);
  clock.advance(1000);
  assertEquals(reports, []);
});
