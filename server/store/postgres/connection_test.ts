// @ts-types="./pg.d.ts"
import { DatabaseError } from "pg";
import { assertEquals } from "@std/assert";
import { nameOf, storeError } from "./connection.ts";

function sent(code: string): DatabaseError {
  return Object.assign(new DatabaseError("no", 2, "error"), { code });
}

Deno.test("a database that is away is a temporary error, one that refuses is not", () => {
  // Starting up, too many clients, connection failure, deadlock; what the driver says has no
  // SQLSTATE.
  const temporary = [
    sent("57P03"),
    sent("53300"),
    sent("08006"),
    sent("40P01"),
    new Error("Connection terminated unexpectedly"),
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
  ];
  // Permission denied, wrong password, cancelled statement.
  const lasting = [sent("42501"), sent("28P01"), sent("57014")];
  const found = [...temporary, ...lasting].map((error) => storeError(error).isTemporary);
  assertEquals(found, [...temporary.map(() => true), ...lasting.map(() => false)]);
  const error = storeError(sent("42501"));
  assertEquals([error.code, error.message], ["42501", "no"]);
});

Deno.test("nameOf() contains neither user nor password", () => {
  assertEquals(
    nameOf("postgres://me:s3cret@db:5433/arena?sslmode=require"),
    "the database db:5433/arena",
  );
});
