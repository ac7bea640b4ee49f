import { assertEquals } from "@std/assert";
import { toJsonLine, toTextLine } from "./request_record.ts";

const RECORD = {
  timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  requestId: "r1",
  method: "GET",
  route: "/v1/sa_AbCdEfGhIjKl_secret",
  status: 404,
  durationMs: 1.25,
  keyId: "AbCdEfGhIjKl",
  cost: 1,
  code: "NOT_FOUND",
  cause: null,
} as const;

Deno.test("toJsonLine() is one line of JSON without anything like a key", () => {
  assertEquals(
    toJsonLine(RECORD),
    '{"time":"2026-01-02T03:04:05.006Z","requestId":"r1","method":"GET",' +
      '"route":"/v1/sa_[key]","status":404,"durationMs":1.25,"keyId":"AbCdEfGhIjKl","cost":1,' +
      '"code":"NOT_FOUND"}',
  );
});

Deno.test("toTextLine() is for people", () => {
  assertEquals(
    toTextLine({ ...RECORD, cause: "Error: x" }),
    "03:04:05.006  GET /v1/sa_[key] 404 NOT_FOUND  1.3 ms  1 CU  AbCdEfGhIjKl  r1\nError: x",
  );
});
