import fc from "fast-check";
import { type Timeframe, TIMEFRAMES } from "../contracts/scalar.ts";
import { OFFICIAL_MARKETS } from "./datasets.ts";
import type { Parameter } from "../contracts/catalog.ts";
import type { Catalogue } from "../engine/wire_schemas.ts";

/** A candidate as a client writes it. */
export interface Candidate {
  readonly marketId: number;
  readonly timeframe: Timeframe;
  readonly capital: string;
  readonly components: readonly {
    readonly strategyId: string;
    readonly strategyParams: Readonly<Record<string, number | string | undefined>>;
  }[];
}

const BARS_PER_DAY: Readonly<Record<Timeframe, number>> = { hourly: 24, daily: 1 };

/**
 * Returns candidates of one to three components with parameters from all over their ranges. A few
 * break a relation between parameters, or need a feature that the market lacks.
 */
export function candidates({ strategies }: Catalogue): fc.Arbitrary<Candidate> {
  const ours = strategies.filter(({ language }) => language === undefined);
  return fc.record({
    marketId: fc.constantFrom(...OFFICIAL_MARKETS.map(({ id }) => id)),
    timeframe: fc.constantFrom(...TIMEFRAMES),
  }).chain(({ marketId, timeframe }) =>
    fc.record({
      marketId: fc.constant(marketId),
      timeframe: fc.constant(timeframe),
      capital: fc.constantFrom("1", "100000", "2500000.25", "1000000000"),
      components: fc.array(
        fc.constantFrom(...ours).chain(({ strategyId, parameters }) =>
          fc.record({
            strategyId: fc.constant(strategyId),
            strategyParams: fc.record(
              Object.fromEntries(parameters.map((one) => [one.name, values(one, timeframe)])),
              { requiredKeys: [] },
            ),
          })
        ),
        { minLength: 1, maxLength: 3 },
      ),
    })
  );
}

function values(parameter: Parameter, timeframe: Timeframe): fc.Arbitrary<number | string> {
  if (parameter.type === "string") return fc.constantFrom(...parameter.constraints.enum);
  if (parameter.type === "window") {
    const { minimumBars, maximum } = parameter.constraints;
    const perDay = BARS_PER_DAY[timeframe];
    // Short windows trade more, so most are short.
    return fc.oneof(
      fc.integer({ min: minimumBars, max: Math.min(maximum, 20) * perDay }),
      fc.integer({ min: minimumBars, max: maximum * perDay }),
    ).map((bars) => bars / perDay);
  }
  const { minimum: min, maximum: max } = parameter.constraints;
  return parameter.type === "integer"
    ? fc.integer({ min, max })
    : fc.double({ min, max, noNaN: true });
}
