import { assert, assertEquals } from "@std/assert";
import { ApiError, StartError } from "../../base/errors.ts";
import { isAway, nameOf } from "./connection.ts";

function errorOf(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

Deno.test("isAway() tells a database that is not there from one that refuses", () => {
  const away = [
    errorOf("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED" }),
    errorOf("write CONNECTION_CLOSED db:5432", { code: "CONNECTION_CLOSED" }),
    errorOf("write CONNECT_TIMEOUT db:5432", { code: "CONNECT_TIMEOUT" }),
    errorOf("Connection terminated unexpectedly"),
    new ApiError("OVERLOADED", "later", { cause: errorOf("no", { code: "ECONNRESET" }) }),
    errorOf("timeout exceeded when trying to connect"),
    errorOf("the database system is starting up", { code: "57P03", severity: "FATAL" }),
    errorOf("sorry, too many clients already", { code: "53300", severity: "FATAL" }),
  ];
  for (const error of away) assert(isAway(error), error.message);
  const there = [
    errorOf("permission denied for schema arena", { code: "42501", severity: "ERROR" }),
    errorOf("password authentication failed", { code: "28P01", severity: "FATAL" }),
    errorOf("assert", { code: "ERR_ASSERTION" }),
    new StartError("its version is 99, must be at most 2"),
    errorOf("no"),
    new ApiError("OVERLOADED", "later"),
  ];
  for (const error of there) assert(!isAway(error), error.message);
  assert(!isAway("Connection terminated"));
});

Deno.test("nameOf() has neither user nor password", () => {
  assertEquals(
    nameOf("postgres://me:s3cret@db:5433/arena?sslmode=require"),
    "the database db:5433/arena",
  );
});
