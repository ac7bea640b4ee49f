import { assertEquals, assertThrows } from "@std/assert";
import { readConfig } from "./config.ts";
import { StartError } from "../base/errors.ts";

Deno.test("readConfig() has the published limits as defaults", () => {
  const { host, port, limits } = readConfig(() => undefined);
  assertEquals([host, port], ["127.0.0.1", 8080]);
  assertEquals(limits, {
    budgetUnits: 50,
    simulationsInFlight: 2,
    evaluationsInFlight: 4,
    simulationBodyBytes: 65_536,
    evaluationBodyBytes: 8_388_608,
    bodyBytesInFlight: 268_435_456,
    bodyDeadlineMs: 10_000,
    authFailuresPerMinute: 10,
    addressUnitsPerMinute: 6000,
  });
});

Deno.test("readConfig() takes what is given", () => {
  const given: Record<string, string> = { ARENA_PORT: "0", ARENA_LOG: "text", ARENA_QUEUE: "7" };
  const { port, logForm, queueMax } = readConfig((name) => given[name]);
  assertEquals([port, logForm, queueMax], [0, "text", 7]);
});

Deno.test("readConfig() takes no empty text where one is needed, and no other words", () => {
  for (const name of ["ARENA_HOST", "ARENA_KEYS", "ARENA_METRICS_HOST"]) {
    const read = (asked: string) => asked === name ? "" : undefined;
    assertThrows(() => readConfig(read), StartError, `${name} is "", must not be empty`);
  }
  const read = (asked: string) => asked === "ARENA_LOG" ? "bun" : undefined;
  assertThrows(() => readConfig(read), StartError, 'is "bun", must be json or text');
  const { datasetFolders, probeKey } = readConfig(() => undefined);
  assertEquals([datasetFolders, probeKey], [null, null]);
});

Deno.test("readConfig() takes the address of a database, and shows none with its password", () => {
  const read = (url: string) => readConfig((name) => name === "DATABASE_URL" ? url : undefined);
  assertEquals(read("").databaseUrl, null);
  const rights = ["postgres://arena@db/arena", "postgresql://u:p%40@[::1]:5433/a?sslmode=require"];
  for (const right of rights) assertEquals(read(right).databaseUrl, right);
  const wrongs = [
    "postgres://db",
    "mysql://u:secret@db/a",
    "secret",
    "postgres:///a",
    "postgres://u:secret@h/a/b",
  ];
  for (const wrong of wrongs) {
    const { message } = assertThrows(() => read(wrong), StartError);
    assertEquals(
      message,
      "Cannot start: DATABASE_URL is not such an address, " +
        "must be postgres://USER:PASSWORD@HOST:PORT/DATABASE",
    );
  }
});

Deno.test("readConfig() takes an origin as the public address", () => {
  const read = (url: string) => readConfig((name) => name === "ARENA_PUBLIC_URL" ? url : undefined);
  const rights = ["", "https://arena.example", "http://localhost:8080"];
  for (const right of rights) assertEquals(read(right).publicUrl, right);
  const wrongs = ["arena.example", "https://arena.example/", "ftp://a", "https://a/b", "https://A"];
  for (const wrong of wrongs) {
    const message = `ARENA_PUBLIC_URL is "${wrong}", must be an origin without a slash at the end`;
    assertThrows(() => read(wrong), StartError, message);
  }
});

Deno.test("readConfig() reads proxies as addresses and ranges", () => {
  const read = (text: string) =>
    readConfig((name) => name === "ARENA_TRUSTED_PROXIES" ? text : undefined);
  assertEquals(read("10.0.0.0/8, ::1,").trustedProxies, ["10.0.0.0/8", "::1"]);
  assertEquals(read("").trustedProxies, []);
  for (const right of ["255.0.0.1/32", "::/0", "2001:DB8::7/128", "::ffff:192.0.2.1"]) {
    assertEquals(read(right).trustedProxies, [right]);
  }
  const v4 = ["10.0.0.0/33", "10.0.0.1;::1", "10.0.0", "256.0.0.1", "10.0.0.01", "/8"];
  const v6 = ["::/129", "::/01", "::/", "1::2::3", "12345::", "fe80::1%eth0", "[::1]"];
  for (const wrong of ["proxy.example", ...v4, ...v6]) {
    assertThrows(() => read(wrong), StartError, "must be addresses and CIDR ranges");
  }
});

Deno.test("readConfig() names every wrong variable in one sentence", () => {
  const given: Record<string, string> = {
    ARENA_PORT: "80x",
    ARENA_LOG: "xml",
    ARENA_BUDGET_UNITS: "0",
  };
  assertThrows(
    () => readConfig((name) => given[name]),
    StartError,
    'Cannot start: ARENA_PORT is "80x", must be a whole number from 0 to 65535; ' +
      'ARENA_LOG is "xml", must be json or text; ' +
      'ARENA_BUDGET_UNITS is "0", must be a whole number from 1 to 1000000000',
  );
});
