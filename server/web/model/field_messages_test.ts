import { assertEquals } from "@std/assert";
import { describeFailure, toFieldMessages } from "./field_messages.ts";

const REFUSAL = {
  kind: "rejected",
  code: "REQUEST_VALIDATION_FAILED",
  detail: "Cannot simulate",
} as const;

function error(path: string, message: string): { path: string; code: string; message: string } {
  return { path, code: "x", message };
}

Deno.test("an error is shown at its field, in the wording of the engine", () => {
  const path = "/components/0/strategyParams/k";
  const errors = toFieldMessages({
    ...REFUSAL,
    fieldErrors: [error(path, "is 9, must be from 0.5 to 4")],
  });
  assertEquals(errors.at(path), "is 9, must be from 0.5 to 4");
  assertEquals([errors.at("/capital"), errors.general], [null, []]);
});

Deno.test("an error on a field that the editor lacks is shown in full", () => {
  const fieldErrors = [
    error("/marketId", "is 9, must be one of 1, 2, 3"),
    error("", "is a number"),
  ];
  const { general: elsewhere } = toFieldMessages({ ...REFUSAL, fieldErrors });
  assertEquals(elsewhere, ["marketId is 9, must be one of 1, 2, 3", "is a number"]);
});

Deno.test("an error without fields is a message of its own, other failures have none", () => {
  assertEquals(toFieldMessages({ ...REFUSAL, fieldErrors: [] }).general, ["Cannot simulate"]);
  assertEquals(toFieldMessages({ kind: "broken", detail: "trap" }).general, []);
});

Deno.test("a reader of the page is referred to its list, not to a route", () => {
  const path = "/components/0/strategyId";
  const message = '"nope" is not in the catalogue, must be a strategyId of GET /v1/x/strategies';
  const fieldErrors = [error(path, message)];
  const shown = '"nope" is not in the catalogue, must be one of the list above';
  assertEquals(toFieldMessages({ ...REFUSAL, fieldErrors }).at(path), shown);
  const reason = describeFailure({ ...REFUSAL, fieldErrors });
  assertEquals(reason, `Cannot run the candidate: components 0 strategyId ${shown}`);
});
