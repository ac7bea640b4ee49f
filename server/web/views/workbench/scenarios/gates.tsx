import type { VNode } from "preact";
import { gateName, gateText } from "../../../../wording/gates.ts";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import type { Evaluation } from "../../../engine/messages.ts";
import { NONE, precise } from "../../../model/format.ts";
import { arena } from "../../../state.ts";

type Gate = Evaluation["eligibility"]["gates"][number];

/** The tests that a candidate must pass, all of them, with their values and margins. */
export function Gates({ evaluation }: { readonly evaluation: Evaluation }): VNode {
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
