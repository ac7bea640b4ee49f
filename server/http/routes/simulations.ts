// deno-lint-ignore no-external-import -- part of the runtime
import { setImmediate } from "node:timers";
import type { View } from "../../engine/engine.ts";
import { BATCH_MAX } from "../../contracts/batch_max.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { charge, keyIdOf, recordRun } from "../charge.ts";
import type { AppContext, Deps } from "../context.ts";
import { acceptsArrow } from "../accepts_arrow.ts";
import { batchPayload, respond, respondArrow } from "../respond.ts";
import { type BodyRule, withBody, withSmallBody } from "../with_body.ts";
import { RUN_CODES, SIMULATION_COST } from "../operation_definition.ts";
import type { SimulationInput, Simulations } from "../../services/simulations.ts";
import type { Operation } from "./operation.ts";

const PATH = `/v1/families/${FAMILY_ID}/simulations`;
/** A batch may have as many bytes as so many single candidates: most are far shorter than theirs. */
const BATCH_BODIES = 4;

const common = {
  method: "post",
  scope: "strategy:simulate",
  tag: "simulations",
  hasBody: true,
  isConditional: false,
} as const;

/** What runs candidates. */
export interface SimulationParts {
  readonly simulations: Simulations;
}

type Parts = Deps & SimulationParts;

/** Operations that check a candidate, that run one, one per view, and that run many. */
export const SIMULATION_OPERATIONS: readonly Operation<SimulationParts>[] = [
  {
    ...common,
    id: "checkCandidate",
    path: `/v1/families/${FAMILY_ID}/candidates/check`,
    summary:
      "Checks a candidate without running it; returns its price, or everything wrong with it",
    cost: `${BASE_COST} compute unit`,
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
  {
    ...common,
    id: "simulateBatch",
    path: `${PATH}/batch`,
    summary:
      `Runs up to ${BATCH_MAX} candidates; returns metrics and counts, or the error, of each`,
    cost: `${SIMULATION_COST} of all candidates, also of refused ones`,
    codes: ["CONCURRENCY_LIMIT_EXCEEDED", "OVERLOADED"],
    handle: async (c, deps) => {
      const { signal } = c.req.raw;
      const results = await withBody(
        c,
        deps,
        bodyRule(deps, BATCH_BODIES),
        (body) =>
          deps.simulations.simulateAll({
            ...runOf(c, deps),
            body,
            signal,
            pause: () => new Promise((resolve) => setImmediate(resolve)),
          }),
      );
      return respond(c, deps, batchPayload(c, results));
    },
  },
];

function simulation(
  view: View,
  definition: Pick<Operation, "id" | "path" | "summary">,
): Operation<SimulationParts> {
  return {
    ...common,
    ...definition,
    cost: SIMULATION_COST,
    codes: ["STRATEGY_MISSING_REQUIRED_FEATURE", ...RUN_CODES],
    handle: async (c, deps) => {
      const { simulations } = deps;
      const of = <T>(work: (order: Omit<SimulationInput, "view">) => Promise<T>): Promise<T> =>
        withBody(c, deps, bodyRule(deps, 1), (body) => work({ ...runOf(c, deps), body }));
      if (view === "full" && acceptsArrow(c)) {
        return respondArrow(c, deps, await of((order) => simulations.simulateColumns(order)));
      }
      return respond(c, deps, await of((order) => simulations.simulate({ ...order, view })));
    },
  };
}

/** @param bodies bytes that the body may have, in bodies of one candidate */
function bodyRule(
  { bodies: { simulationBytesMax }, simulations }: Parts,
  bodies: number,
): BodyRule {
  return {
    slot: "simulations",
    bytesMax: bodies * simulationBytesMax,
    admit: (keyId) => simulations.admit(keyId),
  };
}

/** Returns the caller of a run, as the service charges and logs it. */
function runOf(c: AppContext, deps: Deps): Pick<SimulationInput, "keyId" | "charge" | "onRun"> {
  return {
    keyId: keyIdOf(c),
    charge: (units) => charge(c, deps, units),
    onRun: (times) => recordRun(c, times),
  };
}
