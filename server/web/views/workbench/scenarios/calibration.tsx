import type { VNode } from "preact";
import { CALIBRATION } from "../../../../contracts/calibration.ts";
import {
  type CalibrationTable,
  calibrationText,
  meaningOf,
} from "../../../../wording/calibration.ts";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import { arena } from "../../../state.ts";

type Figure = CalibrationTable["figures"][number];

const TABLE: CalibrationTable = CALIBRATION;

/** Measured error rates of verdicts, with a row per figure and a column per dataset. */
export function Calibration(): VNode {
  const { markets = [] } = arena.value.answer ?? {};
  const columns = TABLE.datasets.map(({ marketKey, timeframe, values }): DataColumn<Figure> => ({
    title: `${markets.find(({ key }) => key === marketKey)?.name ?? marketKey}, ${timeframe}`,
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
