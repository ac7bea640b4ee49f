import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../errors/api_error.ts";
import { BodyBytes } from "./body_bytes.ts";

Deno.test("add() counts over all bodies and refuses what does not fit", () => {
  const bytes = new BodyBytes(10);
  const [one, two] = [bytes.open(), bytes.open()];
  one.add(6);
  const error = assertThrows(() => two.add(5), ApiError);
  assertEquals([error.code, bytes.held], ["OVERLOADED", 6]);
  two.add(4);
  one.release();
  one.release();
  assertEquals(bytes.held, 4);
  two.add(6);
});

Deno.test("add() after the release counts nothing: the request is over", () => {
  const bytes = new BodyBytes(10);
  const body = bytes.open();
  body.release();
  assertThrows(() => body.add(1), ApiError);
  assertEquals(bytes.held, 0);
});
