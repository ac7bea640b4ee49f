import { assertEquals } from "@std/assert";
import { madeOnce } from "./made_once.ts";

Deno.test("a value is made when it is first asked for, and once", () => {
  let count = 0;
  const value = madeOnce(() => ({ count: ++count }));
  assertEquals(count, 0);
  const first = value();
  assertEquals(value(), first);
  assertEquals(count, 1);
});
