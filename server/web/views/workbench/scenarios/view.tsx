import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Scored } from "../../../background.ts";
import { Notice } from "../../../components/notice.tsx";
import { NONE, precise, sentence } from "../../../model/format.ts";
import {
  arena,
  candidate,
  findMarket,
  isServed,
  linkTo,
  markets,
  navigate,
} from "../../../state/state.ts";
import { Judged } from "./judged.tsx";
import { Scenarios } from "./scenarios.tsx";
import { replacedSentence } from "../../../../wording/provenance.ts";
import { failedGateTexts, gateName, gateText } from "../../../../wording/gates.ts";
import {
  headline,
  lineText,
  methodText,
  outcomeOf,
  riskTexts,
  sameAsText,
  timingText,
} from "../../../../wording/verdict.ts";
import { CALIBRATION } from "../../../../contracts/calibration.ts";
import {
  type CalibrationTable,
  calibrationText,
  kindText,
  meaningOf,
} from "../../../../wording/calibration.ts";
import { timeframeOf } from "../../../model/candidate.ts";
import { OUTCOME_TONES } from "../../../model/standing.ts";
import { WORDS } from "../../../model/words.ts";
import { DotStrips } from "../../../charts/dot_strips.tsx";
import { NamedHalves } from "./half_bar.tsx";
import { pathDots, pathText } from "./path_dots.ts";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import type { Evaluation } from "../../../engine/messages.ts";

/** The evaluation of the candidate by the formula of the service. */
export function ScenariosView(): VNode {
  return <Judged content={Figures} />;
}

function Figures({ candidate: scored, evaluation }: Scored): VNode {
  return (
    <>
      {evaluation.warnings.map(({ code, message }) => (
        <Notice key={code} title={sentence(message)} />
      ))}
      <VerdictSection candidate={scored} evaluation={evaluation} />
      <Gates evaluation={evaluation} />
      <Scenarios evaluation={evaluation} />
      {evaluation.verdict.method === "sister_paths" && <Calibration />}
      <p class="aside">
        Computed in this page, formula {evaluation.formulaVersion}, result{" "}
        <code>{evaluation.evidence.resultHash.slice(0, 12)}</code>
        {!isServed(scored.marketId) ? ", of bars that the server does not have." : [
          ": ",
          <a key="verify" href={linkTo("workbench/verify")}>verify it on the server</a>,
          ".",
        ]}
      </p>
    </>
  );
}

type VerdictProps = Pick<Scored, "candidate" | "evaluation">;

/** The verdict with its paths as dots and its limits. */
function VerdictSection({ candidate: of, evaluation }: VerdictProps): VNode {
  const { verdict, eligibility: { eligible } } = evaluation;
  const outcome = outcomeOf(verdict, eligible);
  const isRotated = verdict.method === "rotation";
  const dots = useMemo(() => pathDots(verdict), [verdict]);
  const failed = failedGateTexts(evaluation);
  const market = findMarket(of.marketId);
  const kind = market ? kindText(CALIBRATION, market.key, timeframeOf(of)) : null;
  const [same, timing] = [sameAsText(verdict), timingText(verdict)];
  const replaced = replacedSentence(evaluation);
  return (
    <section class="judgement">
      <h2>
        {isRotated ? "On its one history: " : "Verdict on new data: "}
        <span class={OUTCOME_TONES[outcome]}>{outcome}</span>
      </h2>
      <p class="headline">{headline(verdict)}.</p>
      {kind !== null && <p class="aside strong">{kind}</p>}
      {same !== null && <p class="same">{same}</p>}
      <div class="beside">
        <div>
          {failed.length > 0 && (
            <>
              <h3>{isRotated ? "Gates that it fails" : "Why it has not passed"}</h3>
              <ul>{failed.map((text) => <li key={text}>{text}</li>)}</ul>
            </>
          )}
          <h3>What this does not say</h3>
          <ul class="risks">
            {riskTexts(verdict, "browser").map((text) => <li key={text}>{text}</li>)}
          </ul>
        </div>
        <div>
          <DotStrips
            title={`Edge over ${lineText(verdict)} ${
              isRotated ? "for each rotation" : "in each half-year"
            }, % a year`}
            hint={isRotated ? "Point at a dot, or move with the arrow keys." : OPEN_HINT}
            dots={dots}
            describe={(path) => pathText(verdict, dots, path)}
            {...!isRotated && { open: openHalf }}
          />
          {!isRotated && (
            <p class="row">
              Open <NamedHalves dots={dots} to="workbench" />
            </p>
          )}
          <p class="caption">{methodText(verdict)}</p>
          <p class="caption">By luck: {WORDS.luck}</p>
          {replaced !== null && <p class="caption">{replaced}</p>}
          {timing !== null && <p class="caption">{timing}</p>}
        </div>
      </div>
    </section>
  );
}

const OPEN_HINT = "Click a dot to see this half-year: its chart, its trades, and why.";

function openHalf(path: number): void {
  navigate("workbench", candidate.value, [], { number: path + 1, entry: null });
}

type Gate = Evaluation["eligibility"]["gates"][number];

/** The tests that a candidate must pass, all of them, with their values and margins. */
function Gates({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { gates } = evaluation.eligibility;
  const rules = new Map(
    arena.value.answer?.profile.gates?.map(({ gate, rule }) => [gate, rule]),
  );
  const columns: readonly DataColumn<Gate>[] = [
    {
      title: "Passes",
      kind: "words",
      tone: ({ passed }) => passed ? "good" : "bad",
      cell: ({ passed }) => yesOrNo(passed),
    },
    { title: "Why", kind: "words", isLong: true, cell: (gate) => gateText(gate, evaluation) },
    { title: "Threshold", cell: ({ threshold }) => valueText(threshold) },
    { title: "Value", cell: ({ value }) => valueText(value) },
    {
      title: "Margin",
      tone: ({ margin }) => margin !== null && margin < 0 ? "bad" : null,
      cell: ({ margin }) => margin === null ? NONE : precise(margin),
    },
  ];
  return (
    <details class="more">
      <summary>
        {`${gates.filter(({ passed }) => passed).length} of ${gates.length} tests pass`}
      </summary>
      <DataTable
        label="Tests of the verdict"
        head={{
          title: "Test",
          isLong: true,
          cell: gateName,
          hint: ({ gate }) => rules.get(gate),
        }}
        columns={columns}
        rows={gates}
      />
    </details>
  );
}

function valueText(value: number | boolean): string {
  return typeof value === "number" ? precise(value) : yesOrNo(value);
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

type Figure = CalibrationTable["figures"][number];

const TABLE: CalibrationTable = CALIBRATION;

/** Measured error rates of verdicts, with a row per figure and a column per dataset. */
function Calibration(): VNode {
  const columns = TABLE.datasets.map(({ marketKey, timeframe, values }): DataColumn<Figure> => ({
    title: `${markets.value.find(({ key }) => key === marketKey)?.name ?? marketKey}, ${timeframe}`,
    cell: ({ name, unit }) => calibrationText(unit, values[name]),
  }));
  return (
    <details class="more calibration">
      <summary>How often such verdicts are wrong</summary>
      <p class="aside">
        Measured on {TABLE.date} with seed {TABLE.seed} by{" "}
        <code>{TABLE.command}</code>, with candidates whose true worth is known from many fresh
        half-years. Rates are in % per year.
      </p>
      <DataTable
        label="Calibration of the verdict"
        head={{
          title: "Figure",
          isLong: true,
          cell: ({ label, name }) => (
            <>
              {label} <small>{meaningOf(name)}</small>
            </>
          ),
        }}
        columns={columns}
        rows={TABLE.figures}
        keyOf={({ name }) => name}
      />
    </details>
  );
}
