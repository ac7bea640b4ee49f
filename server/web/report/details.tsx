import type { VNode } from "preact";
import type { SearchReport } from "../../search/report.ts";
import { Distribution } from "./distribution.tsx";
import { Folds } from "./folds.tsx";
import { ImportanceBars } from "./importance.tsx";
import { TopTable } from "./top_table.tsx";

interface ReportDetailsProps {
  readonly report: SearchReport;
  /** Units of the axes, where they are known. */
  readonly units: readonly (string | null)[];
  /** Loads a candidate into the workbench; a report on its own has none. */
  load?(coordinates: readonly number[]): void;
}

/** The parts of a report below its maps. */
export function ReportDetails({ report, units, load }: ReportDetailsProps): VNode {
  return (
    <div class="report-details">
      <Folds report={report} />
      <TopTable report={report} units={units} {...load && { load }} />
      <div class="beside">
        <ImportanceBars report={report} />
        <Distribution report={report} />
      </div>
    </div>
  );
}
