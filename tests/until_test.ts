import { assertEquals, assertRejects } from "@std/assert";
import { until } from "../server/testing/until.ts";

Deno.test("until() waits for something, and gives up with its name when it does not come", async () => {
  let turns = 0;
  await until(() => ++turns === 10);
  assertEquals(turns, 10);
  const never = (): boolean => turns < 0;
  const giveUp = "Cannot go on: waited 20 turns for ";
  await assertRejects(
    () => until(never, "a free slot", 20),
    Error,
    `${giveUp}a free slot, it must`,
  );
  await assertRejects(() => until(never, undefined, 20), Error, `${giveUp}()=>turns < 0, it must`);
});
