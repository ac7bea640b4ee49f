import { runRows } from "../../engine/runs.ts";
import { engine } from "../../engines.ts";
import type { Run, RunInFull } from "../../engine/messages.ts";
import { iso } from "../../model/format.ts";
import { csvText, fileName } from "../../components/csv.ts";
import { candidateText } from "../../components/candidate_text.ts";
import { download } from "../../components/download.ts";
import type { RunOf } from "../../state/state.ts";
import type { SkipReason } from "./skips.ts";

/** Asks the engine for the rows of a run. */
export async function inFull({ run, dataset, half }: RunOf): Promise<RunInFull> {
  return { run, dataset, rows: await runRows(engine, run, half ?? null) };
}

/** Downloads every bar of a run with all digits. */
export async function saveRows(shown: RunOf): Promise<void> {
  const text = rowsCsv(await inFull(shown));
  download(fileName(candidateText(shown.candidate), "csv"), "text/csv", text);
}

/** Returns the rows of a run as CSV: the portfolio, then the ledger of each component. */
export function rowsCsv({ run, rows, dataset: { timestamp } }: RunInFull): string {
  const ledgers = rows.ledgers.flatMap((ledger, component) => {
    const reasons = skipReasons(run.events, component, timestamp.length);
    const number = rows.ledgers.length === 1 ? "" : ` ${component + 1}`;
    return Object.entries({ ...ledger, skipReason: reasons }).map(([name, column]) =>
      [`ledger${number} ${name}`, column] as const
    );
  });
  const columns = [...Object.entries(rows.portfolio), ...ledgers];
  const bars = Array.from(
    timestamp,
    (close, bar) => [iso(close), ...columns.map(([, column]) => column[bar] ?? null)],
  );
  return csvText([["timestamp", ...columns.map(([name]) => name)], ...bars]);
}

/** Returns the reason of the skip on each bar; null without a skip. */
export function skipReasons(
  events: Run["events"],
  component: number,
  bars: number,
): readonly (SkipReason | null)[] {
  const reasons = new Array<SkipReason | null>(bars).fill(null);
  for (const event of events) {
    if (event.eventKind !== "skipped_signal" || event.component !== component) continue;
    reasons.fill(event.skipReason, event.at, event.at + event.bars);
  }
  return reasons;
}
