import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Failed } from "../../components/notice.tsx";
import { runRows } from "../../engine/runs.ts";
import { engine } from "../../engines.ts";
import { useResource } from "../../hooks.ts";
import { Choice } from "../../components/choice.tsx";
import { download } from "../../components/download.ts";
import { VirtualTable } from "./virtual_table.tsx";
import type { RunInFull } from "../../engine/messages.ts";
import { counted, iso, precise, time } from "../../model/format.ts";
import { eventSentence } from "./skips.ts";
import { type RunOf, shownRun } from "../../state/state.ts";
import { runGroup } from "./run_chart.tsx";
import { ledgerTable, portfolioTable, type Table, toCsv } from "./tables.ts";

const EVENTS = "events";
const PORTFOLIO = "portfolio";
/** Text columns; all others are numbers. */
const TEXT_NAMES = ["timestamp", "skipReason", "event", "component", "what happened"];

/** The rows of the last run. */
export function RowsTab(): VNode {
  const answer = shownRun.value;
  if (answer === null) return <p class="aside">Rows appear here once the candidate can run</p>;
  return <InFull shown={answer}>{(whole) => <RunTables whole={whole} />}</InFull>;
}

/** The rows behind the charts: events, portfolio and the ledger of each component. */
function RunTables({ whole }: { readonly whole: RunInFull }): VNode {
  const [wanted, setWanted] = useState<string>(EVENTS);
  const { components, marketId, timeframe } = whole.run.candidate;
  const ledgers = components.map(({ strategyId }, index) => ({
    value: String(index),
    label: components.length === 1 ? "Ledger" : `Ledger ${index + 1}: ${strategyId}`,
  }));
  const options: { value: string; label: string }[] = [
    { value: EVENTS, label: "Events" },
    { value: PORTFOLIO, label: "Portfolio" },
    ...ledgers,
  ];
  const chosen = options.some(({ value }) => value === wanted) ? wanted : EVENTS;
  const table = useMemo(() => chosenTable(whole, chosen), [whole, chosen]);
  const file = `market-${marketId}-${timeframe}-${
    chosen === EVENTS || chosen === PORTFOLIO ? chosen : `ledger-${Number(chosen) + 1}`
  }.csv`;
  return (
    <section class="tables" aria-label="Rows">
      <div class="table-head row">
        <Choice<string>
          legend="Rows"
          options={options}
          value={chosen}
          choose={setWanted}
        />
        <span class="hint">{counted(table.rowCount, "row")}</span>
        <button type="button" onClick={() => download(file, "text/csv", toCsv(table))}>
          Download CSV
        </button>
      </div>
      <VirtualTable
        label={options.find(({ value }) => value === chosen)?.label ?? ""}
        names={table.names}
        rowCount={table.rowCount}
        isText={(column) => TEXT_NAMES.includes(table.names[column] ?? "")}
        point={(row) => runGroup.point(Date.parse(String(table.cell(row, 0))))}
        cell={(row, column) => cellText(table.cell(row, column), table.names[column] ?? "")}
      />
    </section>
  );
}

function chosenTable(whole: RunInFull, chosen: string): Table {
  if (chosen === EVENTS) return eventTable(whole);
  if (chosen === PORTFOLIO) return portfolioTable(whole);
  return ledgerTable(whole, Number(chosen));
}

const EVENT_NAMES = {
  "executed_trade": "fill",
  "skipped_signal": "skip",
  "redemption": "redemption",
};

function eventTable({ run: { events, candidate }, dataset }: RunInFull): Table {
  return {
    names: ["timestamp", "event", "component", "what happened"],
    rowCount: events.length,
    cell: (row, column) => {
      const event = events[row];
      if (event === undefined) return null;
      const strategy = candidate.components[event.component]?.strategyId ?? null;
      return [
        iso(dataset.timestamp[event.at] ?? 0),
        EVENT_NAMES[event.eventKind],
        strategy,
        eventSentence(event),
      ][column] ??
        null;
    },
  };
}

function cellText(value: number | string | null, name: string): string {
  if (value === null) return "";
  if (name === "timestamp") return time(Date.parse(String(value)));
  return typeof value === "number" ? precise(value) : value;
}

interface InFullProps {
  readonly shown: RunOf;
  /** Draws the run once its rows are there. */
  children(whole: RunInFull): VNode;
}

/** Asks the engine for the rows of a run; the rows of the run before stay until they are there. */
export function InFull({ shown, children }: InFullProps): VNode {
  const whole = useResource(shown, inFull);
  return (
    <div aria-busy={whole.isPending}>
      <Failed of={whole} />
      {whole.answer !== null && children(whole.answer)}
    </div>
  );
}

async function inFull({ run, dataset }: RunOf): Promise<RunInFull> {
  return { run, dataset, rows: await runRows(engine, run) };
}
