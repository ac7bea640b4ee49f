import { assertEquals, assertRejects } from "@std/assert";
import { InFlight } from "./in_flight.ts";

Deno.test("settled() waits for all that is under way, also for what fails, and for nothing later", async () => {
  const inFlight = new InFlight();
  await inFlight.settled();
  const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const works = [inFlight.track(one.promise), inFlight.track(two.promise)];
  assertEquals(inFlight.count, 2);
  const order: string[] = [];
  const settled = inFlight.settled().then(() => order.push("settled"));
  const later = Promise.withResolvers<number>();
  const last = inFlight.track(later.promise);
  one.resolve(1);
  assertEquals(await works[0], 1);
  order.push("one");
  two.reject(new Error("gone"));
  await assertRejects(() => works[1] ?? Promise.resolve(), Error, "gone");
  await settled;
  assertEquals([order, inFlight.count], [["one", "settled"], 1]);
  later.resolve(3);
  await last;
  assertEquals(inFlight.count, 0);
});
