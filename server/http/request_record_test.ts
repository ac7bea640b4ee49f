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
  network: "192.0.2.0/24",
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
      '"route":"/v1/sa_[key]","status":404,"durationMs":1.25,"keyId":"AbCdEfGhIjKl","network":"192.0.2.0/24","cost":1,' +
      '"code":"NOT_FOUND"}',
  );
});

Deno.test("toTextLine() is readable", () => {
  assertEquals(
    toTextLine({ ...RECORD, cause: "Error: x" }),
    "03:04:05.006  GET /v1/sa_[key] 404 NOT_FOUND  1.3 ms  1 CU  AbCdEfGhIjKl  192.0.2.0/24  r1\nError: x",
  );
});

Deno.test("both forms have the route of an operation and its times", () => {
  const record = { ...RECORD, route: "/v1/x/{id}", engineMs: 1.5, queueMs: 0.25, code: null };
  assertEquals(
    toJsonLine({ ...record, status: 200 }),
    '{"time":"2026-01-02T03:04:05.006Z","requestId":"r1","method":"GET",' +
      '"route":"/v1/x/{id}","status":200,"durationMs":1.25,"keyId":"AbCdEfGhIjKl","network":"192.0.2.0/24","cost":1,' +
      '"code":null,"engineMs":1.5,"queueMs":0.25}',
  );
  assertEquals(
    toTextLine({ ...record, status: 200 }),
    "03:04:05.006  GET /v1/x/{id} 200  1.3 ms (engine 1.5, queue 0.3)  1 CU  AbCdEfGhIjKl  192.0.2.0/24  r1",
  );
});

Deno.test("no request can forge a line or control a terminal", () => {
  const path = "/x\n23:59:59.000  GET /v1/keys 200\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e";
  const escaped = "/x\\u000a23:59:59.000  GET /v1/keys 200" +
    "\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202e";
  const record = { ...RECORD, path, method: "GE\rT", cause: "Error: \u001bx\n    at y" };
  assertEquals(
    toTextLine(record),
    `03:04:05.006  GE\\u000dT ${escaped} 404 NOT_FOUND  1.3 ms  1 CU  AbCdEfGhIjKl` +
      "  192.0.2.0/24  r1\nError: \\u001bx\n    at y",
  );
  const line = toJsonLine(record);
  assertEquals(line.match(/\p{C}/u), null);
  assertEquals([JSON.parse(line).route, JSON.parse(line).method], [path, "GE\rT"]);
});

Deno.test("a key in a path is not logged, however often it is encoded", () => {
  const key = "sa_AbCdEfGhIjKl_" + "x9-_".repeat(11);
  const twice = [...key].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join("");
  for (const path of [key, key.replaceAll("_", "%5F"), key.replaceAll("_", "%25255f"), twice]) {
    const record = { ...RECORD, keyId: null, path: `/v1/${path}/end` };
    assertEquals(JSON.parse(toJsonLine(record)).route, "/v1/sa_[key]/end");
    assertEquals(toTextLine(record).split("  ")[1], "GET /v1/sa_[key]/end 404 NOT_FOUND");
  }
});
