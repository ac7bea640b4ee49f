import { assertEquals, assertRejects } from "@std/assert";
import { InFlight } from "./in_flight.ts";

Deno.test("idle() waits for all that is under way, also for what fails", async () => {
  const inFlight = new InFlight();
  await inFlight.idle();
  const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const works = [inFlight.track(one.promise), inFlight.track(two.promise)];
  const order: string[] = [];
  const idle = inFlight.idle().then(() => order.push("idle"));
  one.resolve(1);
  assertEquals(await works[0], 1);
  order.push("one");
  two.reject(new Error("gone"));
  await assertRejects(() => works[1] ?? Promise.resolve(), Error, "gone");
  await idle;
  assertEquals(order, ["one", "idle"]);
});
