import { assertEquals } from "@std/assert";
import { faultsOf } from "./faults.ts";

const REFUSAL = {
  kind: "refused",
  code: "REQUEST_VALIDATION_FAILED",
  detail: "Cannot simulate",
} as const;

function error(path: string, message: string): { path: string; code: string; message: string } {
  return { path, code: "x", message };
}

Deno.test("a fault stands beside its field, in the engine's words", () => {
  const path = "/components/0/strategyParams/k";
  const faults = faultsOf({
    ...REFUSAL,
    fieldErrors: [error(path, "is 9, must be from 0.5 to 4")],
  });
  assertEquals(faults.at(path), "is 9, must be from 0.5 to 4");
  assertEquals([faults.at("/capital"), faults.elsewhere], [null, []]);
});

Deno.test("what the editor has no field for is told in full", () => {
  const fieldErrors = [
    error("/marketId", "is 9, must be one of 1, 2, 3"),
    error("", "is a number"),
  ];
  const { elsewhere } = faultsOf({ ...REFUSAL, fieldErrors });
  assertEquals(elsewhere, ["marketId is 9, must be one of 1, 2, 3", "is a number"]);
});

Deno.test("a refusal without fields is its own sentence, another failure is no fault", () => {
  assertEquals(faultsOf({ ...REFUSAL, fieldErrors: [] }).elsewhere, ["Cannot simulate"]);
  assertEquals(faultsOf({ kind: "broken", detail: "trap" }).elsewhere, []);
});
