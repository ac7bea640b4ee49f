import type { View } from "../../engine/engine.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { charge, keyIdOf, recordRun } from "../charge.ts";
import { respond } from "../respond.ts";
import { withBody, withSmallBody } from "../with_body.ts";
import { RUN_CODES, SIMULATION_COST } from "../operation_definition.ts";
import type { Simulations } from "../../services/simulations.ts";
import type { Operation } from "./operation.ts";

const PATH = `/v1/families/${FAMILY_ID}/simulations`;

/** What runs candidates. */
export interface SimulationParts {
  readonly simulations: Simulations;
}

/** Operations that check a candidate, and that run one, one per view. */
export const SIMULATION_OPERATIONS: readonly Operation<SimulationParts>[] = [
  {
    id: "checkCandidate",
    method: "post",
    path: `/v1/families/${FAMILY_ID}/candidates/check`,
    scope: "strategy:simulate",
    tag: "simulations",
    summary:
      "Checks a candidate without running it; returns its price, or everything wrong with it",
    cost: `${BASE_COST} compute unit`,
    hasBody: true,
    isConditional: false,
    codes: ["STRATEGY_MISSING_REQUIRED_FEATURE", "DATA_DATASET_NOT_FOUND", "OVERLOADED"],
    handle: async (c, deps) => {
      const payload = await withSmallBody(c, deps, null, (body) => deps.simulations.check(body));
      return respond(c, deps, payload);
    },
  },
  simulation("full", {
    id: "simulate",
    path: PATH,
    summary: "Runs a candidate; returns all ledgers and the portfolio series",
  }),
  simulation("summary", {
    id: "simulateSummary",
    path: `${PATH}/summary`,
    summary: "Runs a candidate; returns its metrics and counts",
  }),
  simulation("trades", {
    id: "simulateTrades",
    path: `${PATH}/trades`,
    summary: "Runs a candidate; returns its trades, skips and redemptions",
  }),
];

function simulation(
  view: View,
  definition: Pick<Operation, "id" | "path" | "summary">,
): Operation<SimulationParts> {
  return {
    ...definition,
    method: "post",
    scope: "strategy:simulate",
    tag: "simulations",
    cost: SIMULATION_COST,
    hasBody: true,
    isConditional: false,
    codes: ["STRATEGY_MISSING_REQUIRED_FEATURE", ...RUN_CODES],
    handle: async (c, deps) => {
      const rule = {
        slot: "simulations",
        bytesMax: deps.bodies.simulationBytesMax,
        admit: (keyId: string) => deps.simulations.admit(keyId),
      } as const;
      const payload = await withBody(c, deps, rule, (body) =>
        deps.simulations.simulate({
          body,
          view,
          keyId: keyIdOf(c),
          charge: (units) => charge(c, deps, units),
          onRun: (times) => recordRun(c, times),
        }));
      return respond(c, deps, payload);
    },
  };
}
