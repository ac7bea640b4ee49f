import { assertEquals } from "@std/assert";
import { toJsonLine, toTextLine } from "./request_record.ts";

const RECORD = {
  timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  requestId: "r1",
  method: "GET",
  route: null,
  path: "/v1/sa_AbCdEfGhIjKl_secret",
  status: 404,
  durationMs: 1.25,
  keyId: "AbCdEfGhIjKl",
  cost: 1,
  code: "NOT_FOUND",
  engineMs: null,
  queueMs: null,
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

Deno.test("both forms say the route of an operation and where its time went", () => {
  const record = { ...RECORD, route: "/v1/x/{id}", engineMs: 1.5, queueMs: 0.25, code: null };
  assertEquals(
    toJsonLine({ ...record, status: 200 }),
    '{"time":"2026-01-02T03:04:05.006Z","requestId":"r1","method":"GET",' +
      '"route":"/v1/x/{id}","status":200,"durationMs":1.25,"keyId":"AbCdEfGhIjKl","cost":1,' +
      '"code":null,"engineMs":1.5,"queueMs":0.25}',
  );
  assertEquals(
    toTextLine({ ...record, status: 200 }),
    "03:04:05.006  GET /v1/x/{id} 200  1.3 ms (engine 1.5, queue 0.3)  1 CU  AbCdEfGhIjKl  r1",
  );
});
