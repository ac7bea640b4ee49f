import { FAMILY_ID } from "../../contracts/family_id.ts";
import { BASE_COST, componentsWithin, TEXT_EVALUATION_COST } from "../../limits/cost.ts";
import { accountOf, bill, charge, keyIdOf, recordRun } from "../charge.ts";
import { respond } from "../respond.ts";
import { withBody } from "../with_body.ts";
import { RUN_CODES } from "../operation_definition.ts";
import type { Evaluations } from "../../services/evaluations.ts";
import type { Operation } from "./operation.ts";

/** What scores simulations. */
export interface EvaluationParts {
  readonly evaluations: Evaluations;
}

/** The operation that scores a simulation. */
export const EVALUATION_OPERATIONS: readonly Operation<EvaluationParts>[] = [{
  id: "evaluate",
  method: "post",
  path: `/v1/families/${FAMILY_ID}/evaluations`,
  scope: "evaluation:run",
  tag: "evaluations",
  summary: "Replays the data of a simulation, scores it and tests it against luck",
  cost: `${BASE_COST} compute unit, ${TEXT_EVALUATION_COST} with texts`,
  hasBody: true,
  isConditional: false,
  codes: [
    "STRATEGY_MISSING_REQUIRED_FEATURE",
    "SIMULATION_STALE",
    "SIMULATION_MISMATCH",
    ...RUN_CODES,
  ],
  handle: async (c, deps) => {
    const rule = {
      slot: "evaluations",
      bytesMax: deps.bodies.evaluationBytesMax,
      admit: (keyId: string) => deps.evaluations.admit(keyId),
    } as const;
    const payload = await withBody(c, deps, rule, (body) =>
      deps.evaluations.evaluate({
        body,
        keyId: keyIdOf(c),
        componentsMax: componentsWithin(accountOf(c).policy.budget.units),
        charge: (units) => charge(c, deps, units),
        bill: (units) => bill(c, deps, units),
        onRun: (times) => recordRun(c, times),
      }));
    return respond(c, deps, payload);
  },
}];
