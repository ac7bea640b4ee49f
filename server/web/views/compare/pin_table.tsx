// This module is browser compatible.

import type { VNode } from "preact";
import { probability } from "../../../contracts/words/numbers.ts";
import { edgeText } from "../../../contracts/words/verdict.ts";
import { candidateText } from "../../components/candidate_line.tsx";
import { type DataColumn, DataTable } from "../../components/data_table.tsx";
import { reasonOf } from "../../model/field_messages.ts";
import { fixed, money, percent } from "../../model/format.ts";
import { unpin } from "../../pins.ts";
import { commit } from "../../state.ts";
import { type Compared, PIN_COLOURS } from "./compared.ts";

type Outcome = NonNullable<Compared["outcome"]>;

/** The figures of the pinned candidates. */
export function PinTable({ compared }: { readonly compared: readonly Compared[] }): VNode {
  return (
    <section>
      <h2 id="pins-title">Pinned</h2>
      <DataTable
        label={{ headingId: "pins-title" }}
        head={{
          title: "Candidate",
          isLong: true,
          cell: ({ candidate }, index) => (
            <>
              <i class={`swatch ${PIN_COLOURS[index]}`} />
              {nameOf(candidate, index)}
            </>
          ),
        }}
        columns={COLUMNS}
        rows={compared}
        message={({ outcome, failure }) => outcome ? null : failure ? reasonOf(failure) : ""}
      />
    </section>
  );
}

const COLUMNS: readonly DataColumn<Compared>[] = [
  figure("Score", ({ evaluation: { score } }) => fixed(score, 1), () => "strong"),
  figure("90 % interval", ({ evaluation: { luck } }) => {
    const [low, high] = luck.scoreInterval;
    return `${fixed(low, 1)} to ${fixed(high, 1)}`;
  }),
  figure("Edge", ({ evaluation: { verdict } }) => edgeText(verdict)),
  figure("p", ({ evaluation: { verdict } }) => probability(verdict.pAdjusted)),
  figure("Return", ({ run: { metrics } }) => percent(metrics.annualizedMeanReturn)),
  figure("Drawdown", ({ run: { metrics } }) => percent(metrics.maxDrawdown)),
  figure("Sharpe", ({ run: { metrics } }) => fixed(metrics.sharpe)),
  figure("Turnover", ({ run: { metrics } }) => percent(metrics.turnover)),
  figure("Fills", ({ run: { metrics } }) => money(metrics.fills)),
  figure(
    "Eligible",
    ({ evaluation: { eligibility } }) => eligibility.eligible ? "yes" : "no",
    ({ evaluation: { eligibility } }) => eligibility.eligible ? "good" : "bad",
  ),
  {
    title: "Load or unpin",
    isTitleUnseen: true,
    cell: ({ candidate }, index) => (
      <>
        <button
          type="button"
          class="quiet"
          aria-label={`Load ${nameOf(candidate, index)}`}
          onClick={() => commit(candidate)}
        >
          Load
        </button>{" "}
        <button
          type="button"
          class="quiet"
          aria-label={`Unpin ${nameOf(candidate, index)}`}
          onClick={() => unpin(candidate)}
        >
          Unpin
        </button>
      </>
    ),
  },
];

function figure(
  title: string,
  text: (outcome: Outcome) => string,
  tone: (outcome: Outcome) => ReturnType<NonNullable<DataColumn<Compared>["tone"]>> = () => null,
): DataColumn<Compared> {
  return {
    title,
    tone: ({ outcome }) => outcome && tone(outcome),
    cell: ({ outcome }) => outcome && text(outcome),
  };
}

function nameOf(candidate: Compared["candidate"], index: number): string {
  return `${index + 1}. ${candidateText(candidate)}`;
}
