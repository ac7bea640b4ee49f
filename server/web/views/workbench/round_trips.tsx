import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useMemo } from "preact/hooks";
import { signed } from "../../../wording/numbers.ts";
import {
  type DataColumn,
  DataTable,
  figureColumn,
  textColumn,
} from "../../components/data_table.tsx";
import { Folded } from "./folded.tsx";
import { Term } from "../../components/meaning.tsx";
import { DAY_MS, fixed, money, percent, time } from "../../model/format.ts";
import {
  componentContributions,
  type Contribution,
  findRoundTrips,
  type RoundTrip,
  tripFigures,
} from "./trips.ts";
import type { RunInFull } from "../../engine/messages.ts";
import { drawnRun } from "../../state/half_year.ts";
import { strategyName } from "../../state/state.ts";
import { Failed } from "../../components/notice.tsx";
import { inFull } from "./rows.ts";
import { Replay } from "./replay.tsx";
import { runGroup } from "./run_chart.tsx";
import { useDebounced, useResource } from "../../hooks.ts";

/** Delay before the table follows a change, milliseconds, because the table is long. */
const REST_MS = 150;

/** Visible time on both sides of a round trip, as a fraction of it and at least, milliseconds. */
const BESIDE = 0.25;
const BESIDE_MIN_MS = 2 * DAY_MS;

/** The round trips of the last run, and the contributions of the components. */
export function RoundTripsTab(): VNode {
  const answer = drawnRun.value;
  const debounced = useDebounced(answer, REST_MS);
  // The rows of the run before stay until the new ones are there.
  const whole = useResource(debounced, async (shown) => shown && await inFull(shown));
  if (debounced === null) {
    return <p class="aside">Round trips appear here once the candidate can run</p>;
  }
  return (
    <div aria-busy={debounced !== answer || whole.isPending}>
      <Failed of={whole} />
      <Folded title="Replay bar by bar">
        {() => <>{whole.answer && <Replay whole={whole.answer} />}</>}
      </Folded>
      {whole.answer && <Trips whole={whole.answer} />}
    </div>
  );
}

interface TripsProps {
  readonly whole: RunInFull;
}

function Trips({ whole }: TripsProps): VNode {
  const trips = useMemo(() => findRoundTrips(whole), [whole]);
  const isMany = whole.run.candidate.components.length > 1;
  return (
    <section class="round-trips">
      {isMany && <Contributions whole={whole} />}
      <Figures trips={trips} />
      {trips.length > 0 && (
        <>
          <p class="hint">A click on an entry shows the round trip above</p>
          <TripTable rows={trips} whole={whole} isMany={isMany} />
        </>
      )}
    </section>
  );
}

function Figures({ trips }: { readonly trips: readonly RoundTrip[] }): VNode {
  const { count, winRate, winRateOverIdle, averageDays, profitFactor, overIdle } = tripFigures(
    trips,
  );
  if (count === 0) return <p class="aside">No round trip: PT was never held.</p>;
  return (
    <dl class="terms">
      <Term label="Round trips" value={fixed(count, 0)} />
      <Term
        label="Win rate"
        value={percent(winRate, 0)}
        meaning="Share of round trips with a gain after cost"
        note={`${percent(winRateOverIdle, 0)} over idle`}
      />
      <Term
        label="Average hold"
        value={`${fixed(averageDays, 1)} days`}
        meaning="From the first bar with PT to the bar that ended it"
      />
      <Term
        label="Profit factor"
        value={fixed(profitFactor, 2)}
        meaning="Sum of gains divided by sum of losses"
        note={profitFactor === null ? "no loss" : null}
      />
      <Term
        label="Against idle"
        value={signed(overIdle, 0)}
        meaning="Gain of all round trips less that of the same money in SY"
        tone={overIdle < 0 ? "bad" : "good"}
      />
    </dl>
  );
}

interface TripTableProps extends TripsProps {
  readonly rows: readonly RoundTrip[];
  readonly isMany: boolean;
}

function TripTable({ rows, whole, isMany }: TripTableProps): VNode {
  return (
    <DataTable
      label="Round trips"
      rows={rows}
      keyOf={({ component, entry }) => `${component} ${entry}`}
      head={{
        title: "Entry",
        value: ({ entry }) => entry,
        cell: (trip) => <Quiet run={() => show(trip, whole)}>{time(trip.entry)}</Quiet>,
      }}
      columns={tripColumns(whole, isMany)}
    />
  );
}

function tripColumns(whole: RunInFull, isMany: boolean): readonly DataColumn<RoundTrip>[] {
  return [
    figureColumn("Exit", ({ exit }) => exit, time, {
      isTime: true,
      cell: ({ exit, isOpen }) => isOpen ? "open" : time(exit),
    }),
    figureColumn("Days", ({ days }) => days, (days) => fixed(days, 1)),
    ...isMany
      ? [textColumn("Component", (trip: RoundTrip) => componentName(whole, trip.component))]
      : [],
    figureColumn("Position", ({ position }) => position, (share) => percent(share, 0)),
    figureColumn("Yield in", ({ yieldIn }) => yieldIn, percent),
    figureColumn("Yield out", ({ yieldOut }) => yieldOut, percent),
    figureColumn("Fills", ({ fills }) => fills, money),
    ...resultColumns("of capital"),
  ];
}

/** Shows a round trip on all charts of the run. */
function show({ entry, exit }: RoundTrip, { dataset: { timestamp } }: RunInFull): void {
  const beside = Math.max(BESIDE_MIN_MS, BESIDE * (exit - entry));
  const [first, last] = [timestamp[0] ?? entry, timestamp.at(-1) ?? exit];
  runGroup.zoom({ min: Math.max(first, entry - beside), max: Math.min(last, exit + beside) });
  runGroup.point(entry);
  document.querySelector(".equity")?.scrollIntoView();
}

const CONTRIBUTION_COLUMNS: readonly DataColumn<Contribution>[] = [
  { title: "Weight", cell: ({ weight }) => percent(weight, 1) },
  figureColumn("Fills", ({ fills }) => fills, money),
  ...resultColumns("of all capital"),
];

function Contributions({ whole }: TripsProps): VNode {
  const rows = useMemo(() => componentContributions(whole), [whole]);
  return (
    <DataTable
      label="Contribution of each component"
      rows={rows}
      head={{ title: "Component", cell: ({ component }) => componentName(whole, component) }}
      columns={CONTRIBUTION_COLUMNS}
    />
  );
}

/** Returns the columns of a gain: in the accounting asset, of a capital, and against idle. */
function resultColumns<R extends Pick<RoundTrip, "result" | "rate" | "overIdle">>(
  ofCapital: string,
): readonly DataColumn<R>[] {
  const whole = (value: number): string => signed(value, 0);
  return [
    figureColumn("Result", ({ result }) => result, whole, {
      tone: ({ result }) => result < 0 ? "bad" : null,
    }),
    figureColumn(ofCapital, ({ rate }) => rate, (rate) => `${signed(100 * rate, 2)} %`),
    figureColumn("Against idle", ({ overIdle }) => overIdle, whole, {
      tone: ({ overIdle }) => overIdle < 0 ? "bad" : "good",
    }),
  ];
}

function componentName({ run }: RunInFull, component: number): string {
  const id = run.candidate.components[component]?.strategyId ?? "";
  return `${component + 1}: ${strategyName(id)}`;
}
