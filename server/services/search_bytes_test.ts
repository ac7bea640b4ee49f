import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { checkBytes } from "./search_bytes.ts";

const LIMITS = { ofKey: 100, all: 250 };

Deno.test("points are refused beyond the share of a key, and beyond the whole store", () => {
  checkBytes(40, { ofKey: 60, all: 210 }, LIMITS);
  const membersOf = (cost: number, ofKey: number, all: number): unknown => {
    const refused = assertThrows(() => checkBytes(cost, { ofKey, all }, LIMITS), ApiError);
    assertEquals(refused.code, "SEARCH_QUOTA_EXCEEDED");
    return refused.context.members;
  };
  assertEquals(membersOf(41, 60, 60), { policy: "bytes", limit: 100, cost: 41, remaining: 40 });
  assertEquals(membersOf(41, 0, 210), { policy: "bytes", limit: 250, cost: 41, remaining: 40 });
  assertEquals(membersOf(1, 120, 120), { policy: "bytes", limit: 100, cost: 1, remaining: 0 });
});
