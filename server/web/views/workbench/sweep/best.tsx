import type { VNode } from "preact";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import type { Verdict } from "../../../../contracts/types.ts";
import { headline } from "../../../../wording/verdict.ts";
import { aimOf, type SearchReport } from "../../../../search/report/report.ts";
import { BestFigures } from "../../../report/best_figures.tsx";
import { Term } from "../../../components/meaning.tsx";
import { counted, fixed, money, NONE, percent } from "../../../model/format.ts";
import { verdictNow } from "./counted_now.ts";
import { EDGE_PATHS } from "./edge_map.ts";
import type { BestPoint, Sweep } from "./session.ts";
import { coordinatesText, FIGURE_NAMES, figureText } from "../../../report/texts.ts";

interface BestProps {
  readonly sweep: Sweep;
  readonly best: BestPoint;
  readonly units: readonly (string | null)[];
  load(coordinates: readonly number[]): void;
}

/** The best candidate, with its verdict. */
export function Best({ sweep, best, units, load }: BestProps): VNode {
  const { plan, report, found, bestScored } = sweep;
  const luck = bestScored?.evaluation.luck;
  const [low, high] = luck?.scoreInterval ?? [null, null];
  const verdict = bestScored?.evaluation.verdict;
  const ran = report?.candidates.kept ?? found?.counts.get("ran") ?? 0;
  const fold = report?.folds[0];
  return (
    <section>
      <h2>Best of {money(ran)}: {coordinatesText(plan, best.coordinates, units)}</h2>
      <dl class="terms large">
        {(plan.aim !== "score" || plan.markets !== undefined) && (
          <Term
            label={aimLabel(plan)}
            value={figureText(plan.aim, aimOf(best, plan))}
            note="what the best is chosen by"
          />
        )}
        <Term
          label={scoreLabel(plan, fold !== undefined)}
          value={fixed(bestScored?.evaluation.score ?? null, 1)}
          note="100 is what Hold earns"
        />
        {fold !== undefined && (
          <>
            <Term
              label="Score searched"
              value={fixed(fold.inSample.score, 1)}
              note="on the bars that it was chosen on"
            />
            <Term
              label="Score tested"
              value={fixed(fold.outOfSample.score, 1)}
              note={`on the bars kept back; ${
                fold.line === "hold" ? "Hold" : "idle"
              }, the better line before them, has ${fixed(fold.passiveScore, 1)} there`}
            />
          </>
        )}
        <Term
          label="90 % interval"
          value={low === null ? NONE : `${fixed(low, 1)} to ${fixed(high, 1)}`}
          note="strategy and Hold over the same days of the path, resampled 1,000 times"
        />
      </dl>
      {verdict !== undefined && (
        <p class="aside">
          {verdictText(verdictNow(verdict, best.candidate), report?.paths ?? null)}
        </p>
      )}
      <p class="go">
        <button type="button" onClick={() => load(best.coordinates)}>Load the best</button>
      </p>
      {report !== null && report.best !== null && <BestFigures best={report.best} />}
    </section>
  );
}

interface BestByEdgeProps {
  readonly byEdge: Sweep["byEdge"];
  readonly plan: SearchPlan;
  readonly units: readonly (string | null)[];
  load(coordinates: readonly number[]): void;
}

/** The candidate with the largest edge on the map, and its edge on half-years that the map has not seen. */
export function BestByEdge({ byEdge, plan, units, load }: BestByEdgeProps): VNode {
  if (byEdge === null) return <p class="sweep-line">The best by edge follows.</p>;
  const { point: { coordinates, edge }, scored } = byEdge;
  const verdict = scored?.evaluation.verdict;
  const others = verdict === undefined
    ? "On 64 others: judging."
    : `On ${verdict.paths} others: ${headline(verdictNow(verdict, plan.base))}.`;
  return (
    <p class="sweep-line">
      <strong>By edge: {coordinatesText(plan, coordinates, units)}.</strong>{" "}
      <button type="button" class="quiet" onClick={() => load(coordinates)}>Load it</button>{" "}
      {`${
        percent(edge ?? NaN, 2)
      } a year on ${EDGE_PATHS} half-years, on which it was chosen. ${others}`}
    </p>
  );
}

/** Names the aim of a plan, and the markets behind it. */
function aimLabel({ aim, markets }: SearchPlan): string {
  const [name] = FIGURE_NAMES[aim];
  if (markets === undefined) return name;
  const { ids, by } = markets;
  return `${name}, ${by === "mean" ? "mean of" : "worst of"} ${counted(ids.length, "market")}`;
}

/** Names the score of the best in this page, which is that on its own market. */
function scoreLabel({ markets }: SearchPlan, isTested: boolean): string {
  const bars = isTested ? " on all bars" : "";
  return markets === undefined ? `Score${bars}` : `Score on this market${bars}`;
}

/**
 * Describes the verdict on the best candidate.
 *
 * @param paths how candidates were compared on the paths of the verdict; null: the sweep has seen none
 */
function verdictText(verdict: Verdict, paths: SearchReport["paths"]): string {
  if (paths !== null && verdict.method !== "rotation") {
    const tried = paths.map((each) => `${money(each.candidates)} on ${each.paths}`).join(", ");
    return `It was chosen on these half-years: of the candidates ran ${tried}. Each counts as a ` +
      `try: ${headline(verdict)}.`;
  }
  const chosen = "It was chosen by this very path, so its score looks better than it is.";
  return verdict.method === "rotation"
    ? `${chosen} There is no other path to hold it against: ${headline(verdict)}.`
    : `${chosen} On fresh half-years, which the sweep has not seen: ${headline(verdict)}.`;
}
