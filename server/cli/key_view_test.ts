import { assertEquals, assertMatch } from "@std/assert";
import { newRecord } from "../auth/key_changes.ts";
import { toLine, toPublic, toText } from "./key_view.ts";

const INSTANT = Date.parse("2026-01-31T00:00:00Z");
const record = newRecord({ id: "Zq3bT9xWm2Ka", hash: new Uint8Array(32) }, {
  name: "alice",
  scopes: ["strategy:read"],
  createdAt: 0,
  expiresAt: INSTANT,
});

Deno.test("a key past its expiry is shown as expired", () => {
  const [before, after] = [toPublic(record, INSTANT - 1), toPublic(record, INSTANT)];
  assertEquals([before.status, after.status], ["active", "expired"]);
  assertMatch(toLine(before), /^\w+ {2}active until 2026-01-31T00:00:00.000Z {2}/);
  assertMatch(toLine(after), /^\w+ {2}expired 2026-01-31T00:00:00.000Z {2}/);
  assertMatch(toText(after), /\nstatus +expired\n/);
});

Deno.test("a revoked key stays revoked past its expiry", () => {
  const revoked = { ...record, status: "revoked", revokedAt: 1 } as const;
  assertEquals(toPublic(revoked, INSTANT).status, "revoked");
});
