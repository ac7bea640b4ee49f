import { assert, assertEquals } from "@std/assert";
import { moved, pinched, zoomedAbout } from "./zoom.ts";

const WHOLE = { min: 1000, max: 2000 };

Deno.test("a zoom keeps the time under the pointer in place", () => {
  const span = zoomedAbout(WHOLE, WHOLE, 1250, 0.5);
  assert(span !== null);
  assertEquals((1250 - span.min) / (span.max - span.min), 0.25);
  assertEquals(span.max - span.min, 500);
});

Deno.test("a zoom is limited to a few bars and to the whole", () => {
  let span = zoomedAbout(WHOLE, WHOLE, 1500, 0.1);
  for (let press = 0; press < 20; press++) {
    assert(span !== null);
    span = zoomedAbout(span, WHOLE, 1500, 0.1);
  }
  assert(span !== null && Math.abs(span.max - span.min - 2) < 1e-9);
  assertEquals(zoomedAbout({ min: 1100, max: 1900 }, WHOLE, 1500, 3), null);
  assertEquals(zoomedAbout({ min: 1000, max: 1500 }, WHOLE, 1000, 1.5), { min: 1000, max: 1750 });
});

Deno.test("a window moves within the whole and keeps its width", () => {
  const span = { min: 1100, max: 1300 };
  assertEquals(moved(span, WHOLE, 100), { min: 1200, max: 1400 });
  assertEquals(moved(span, WHOLE, 5000), { min: 1800, max: 2000 });
  assertEquals(moved(span, WHOLE, -5000), { min: 1000, max: 1200 });
});

Deno.test("two fingers keep the times that they touched", () => {
  const pinch = { times: [1200, 1400] as const, shares: [0.2, 0.4] as const };
  assertEquals(pinched(pinch, WHOLE), null);
  const span = pinched({ ...pinch, shares: [0.1, 0.5] }, WHOLE);
  assert(span !== null);
  const at = (time: number): number => (time - span.min) / (span.max - span.min);
  assert(Math.abs(at(1200) - 0.1) < 1e-9 && Math.abs(at(1400) - 0.5) < 1e-9);
  const crossed = pinched({ ...pinch, shares: [0.3, 0.3] }, WHOLE);
  assert(crossed !== null && crossed.max - crossed.min >= 2 - 1e-9);
});
