import { assertEquals } from "@std/assert";
import { lazy } from "./lazy.ts";

Deno.test("a value is made when it is first asked for, and once", () => {
  let count = 0;
  const value = lazy(() => ({ count: ++count }));
  assertEquals(count, 0);
  const first = value();
  assertEquals(value(), first);
  assertEquals(count, 1);
});
