import type { Candidate } from "../../contracts/candidate.ts";
import { CAPITAL_DEFAULT, WEIGHT_BPS_TOTAL } from "../../contracts/engine_constants.ts";
import { knobName, textName } from "../../wording/knob_names.ts";
import { markedName, timeframeOf } from "../model/candidate.ts";
import { componentTexts, EXPRESSION } from "../model/own_parameters.ts";
import { money, percent, precise } from "../model/format.ts";
import { findMarket, strategyName } from "../state/state.ts";

/** Describes a candidate: "Yield RSI (Period 20) on sUSDe, hourly, capital 100,000". */
export function candidateText(candidate: Candidate): string {
  const given = candidate.capital ?? CAPITAL_DEFAULT;
  const capital = Number.isFinite(Number(given)) ? money(Number(given)) : given;
  return `${rulesText(candidate)} on ${marketText(candidate)}, capital ${capital}`;
}

/** Describes the strategies of a candidate: "Yield RSI (Period 20) + Hold in equal parts". */
export function rulesText(candidate: Candidate): string {
  const components = candidate.components.map((component) => {
    const { strategyId, strategyParams = {}, weightBps } = component;
    const values = strategyId === EXPRESSION
      ? [firstText(component)]
      : Object.entries(strategyParams).map(([name, value]) =>
        `${knobName(strategyId, { name, unit: null })} ${
          typeof value === "number" ? precise(value) : textName(strategyId, value)
        }`
      );
    const isShare = weightBps !== undefined && candidate.components.length > 1;
    const share = isShare ? `${percent(weightBps / WEIGHT_BPS_TOTAL, 0)} ` : "";
    const params = values.length > 0 ? ` (${values.join(", ")})` : "";
    return `${share}${strategyName(strategyId)}${params}`;
  });
  const isEqual = candidate.components.every(({ weightBps }) => weightBps === undefined);
  const parts = components.length > 1 && isEqual ? " in equal parts" : "";
  return `${components.join(" + ")}${parts}`;
}

/** Longest text that a name shows, characters. */
const TEXT_MAX = 48;

/** Returns the text by which a rule of texts is known: its first one, cut. */
function firstText(component: Candidate["components"][number]): string {
  const [[, first = ""] = [], ...others] = componentTexts(component);
  const cut = first.length > TEXT_MAX ? first.slice(0, TEXT_MAX) : first;
  return cut === first && others.length === 0 ? first : `${cut} …`;
}

/** Returns the names of the strategies of a candidate: "Yield RSI + Pull to par". */
export function ruleNames({ components }: Candidate): string {
  return components.map(({ strategyId }) => strategyName(strategyId)).join(" + ");
}

/** Describes the dataset of a candidate, and its capital unless it is the default: "sUSDe, hourly". */
export function placeText(candidate: Candidate): string {
  const capital = Number(candidate.capital ?? CAPITAL_DEFAULT);
  const amount = capital === Number(CAPITAL_DEFAULT) ? "" : `, ${money(capital)}`;
  return `${marketText(candidate)}${amount}`;
}

function marketText(candidate: Candidate): string {
  const known = findMarket(candidate.marketId);
  const market = known === undefined ? `market ${candidate.marketId}` : markedName(known);
  return `${market}, ${timeframeOf(candidate)}`;
}
