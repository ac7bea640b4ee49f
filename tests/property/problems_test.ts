import { assert } from "@std/assert";
import fc from "fast-check";
import { errorCodes } from "../../server/http/operation_definition.ts";
import { OPERATION_SCHEMAS } from "../../server/http/docs/operation_schemas.ts";
import { ProblemSchema } from "../../server/contracts/problem.ts";
import { errorDefinition } from "../../server/contracts/error_codes.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { makeArena } from "../../server/testing/arena.ts";
import { sendBody } from "../../server/testing/requests.ts";

const arena = await makeArena({ limits: { budgetUnits: 1e9 } });

const nearly = fc.record({
  marketId: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.jsonValue()),
  timeframe: fc.constantFrom("hourly", "daily", "weekly", null),
  capital: fc.oneof(fc.double().map(String), fc.constantFrom("1", "1000000000"), fc.jsonValue()),
  components: fc.array(
    fc.record({
      strategyId: fc.constantFrom("yield-rsi", "yield-donchian", "roll-down-capture", "no-such"),
      weightBps: fc.oneof(fc.integer({ min: -1, max: 10_001 }), fc.constant(10_000)),
      strategyParams: fc.dictionary(fc.constantFrom("field", "period", "x"), fc.jsonValue()),
    }, { requiredKeys: ["strategyId"] }),
    { maxLength: 17 },
  ),
  strategyParams: fc.dictionary(fc.constantFrom("field", "oversold"), fc.jsonValue()),
  executionConfig: fc.jsonValue(),
  submissionId: fc.oneof(fc.string({ maxLength: 140 }), fc.jsonValue()),
}, { requiredKeys: ["components"] });

const body = fc.oneof(nearly, nearly, fc.jsonValue());

for (const operation of OPERATIONS.filter(({ hasBody }) => hasBody)) {
  Deno.test(`${operation.id} answers any body as documented`, () =>
    fc.assert(fc.asyncProperty(body, async (json) => {
      const response = await sendBody(arena, operation, json);
      const answer = await response.json();
      if (response.status === 200) {
        OPERATION_SCHEMAS[operation.id].response.parse(answer);
        return;
      }
      const { code, status } = ProblemSchema.parse(answer);
      assert(errorCodes(operation).includes(code), `${code} is declared`);
      assert(status === response.status && status === errorDefinition(code).status);
      assert(status < 500, JSON.stringify(answer));
    })));
}
