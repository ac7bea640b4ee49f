import { codesOf } from "../../server/contracts/operation.ts";
import { codeFacts } from "../../server/errors/codes.ts";
import { OPERATIONS } from "../../server/routes/operations.ts";
import { expectProblem } from "../support/expect.ts";
import { SCENARIOS } from "./scenarios.ts";

for (const operation of OPERATIONS) {
  for (const code of codesOf(operation)) {
    if (code === "NOT_FOUND" || code === "METHOD_NOT_ALLOWED") continue;
    Deno.test(`${operation.id} answers ${codeFacts(code).status} ${code}`, async () => {
      await expectProblem(await SCENARIOS[code](operation), code);
    });
  }
}
