import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { CopyLink } from "../../components/copy_link.tsx";
import { Failed } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { PinButton } from "../../components/pin_button.tsx";
import { candidateText, rulesText } from "../../components/candidate_text.ts";
import { isSame } from "../../state/undo.ts";
import { counted, NONE, precise } from "../../model/format.ts";
import { pinAll, pins, PINS_MAX } from "../../state/pins.ts";
import {
  arena,
  candidate,
  findMarket,
  linkTo,
  navigate,
  shared,
  strategyName,
} from "../../state/state.ts";
import { compareAll } from "./compared.ts";
import { Curves } from "./curves.tsx";
import { type Base, differencesFrom } from "./difference.ts";
import { type CompareRow, compareRows } from "./compare_rows.ts";
import { CompareTable } from "./compare_table.tsx";
import { DataTable } from "../../components/data_table.tsx";
import { type Difference, findDifferences } from "./candidate_diff.ts";
import { trialBook } from "../../history/trial_counts.ts";
import { markedName } from "../../model/candidate.ts";
import { useResource } from "../../hooks.ts";

/** Compares the edited and the pinned candidates, or those of a link, with Hold and idle. */
export function CompareView(): VNode {
  const isShared = shared.value.length > 0;
  const candidates = useMemo(() => {
    if (isShared) return shared.value.slice(0, PINS_MAX);
    const bench = candidate.value;
    return [...pins.value.some((one) => isSame(one, bench)) ? [] : [bench], ...pins.value];
    // A verdict that is shown elsewhere counts in these, too.
  }, [shared.value, pins.value, candidate.value, trialBook.value]);
  const compared = useResource(candidates, compareAll);
  const { answer, isPending } = compared;
  // Names come from the catalogue, which may load after the runs.
  const rows = useMemo(() => answer && compareRows(answer), [answer, arena.value]);
  return (
    <div class="compare" aria-busy={isPending}>
      <h1 class="unseen">Compare</h1>
      {isShared ? <Shared /> : <Chosen />}
      <Failed of={compared} />
      {rows === null && isPending && (
        <p class="aside">Running and scoring {counted(candidates.length, "candidate")}</p>
      )}
      {rows !== null && rows.length > 0 && (
        <>
          <Lines rows={rows} />
          <Differing rows={rows} />
        </>
      )}
    </div>
  );
}

/** Says which candidates are compared: the edited one and the pinned ones. */
function Chosen(): VNode {
  const bench = candidate.value;
  return (
    <div class="candidate-line row">
      <p>On the workbench: {candidateText(bench)}</p>
      <PinButton candidate={bench} />
      <CopyLink
        label="Copy link to all"
        url={() => linkTo("compare", bench, [bench, ...pins.value])}
      />
      {pins.value.length === 0 && (
        <p class="aside">
          Compared with Hold and idle. Pin this candidate and up to {PINS_MAX - 1} others, on the
          {" "}
          <PathLink to="board">board</PathLink> or in <PathLink to="work">My work</PathLink>.
        </p>
      )}
    </div>
  );
}

/** Says that the compared candidates come from a link, which leaves the reader's pins alone. */
function Shared(): VNode {
  const [first] = shared.value;
  const places = shared.value.map(({ marketId: _, timeframe: __, ...rest }) =>
    JSON.stringify(rest)
  );
  const isOne = first !== undefined && places.length > 1 && new Set(places).size === 1;
  const count = Math.min(shared.value.length, PINS_MAX);
  return (
    <div class="candidate-line row">
      <p>
        {isOne
          ? `${rulesText(first)} on ${counted(count, "market")}. Each has its own paths and tries.`
          : `${counted(count, "candidate")} from a link.`}
      </p>
      <button type="button" onClick={() => pinAll(shared.value)}>Pin them</button>
      <button type="button" onClick={() => navigate("compare")}>Show my own</button>
    </div>
  );
}

function Lines({ rows }: { readonly rows: readonly CompareRow[] }): VNode {
  const names = rows.filter(({ kind }) => kind === "candidate").map(({ name }) => name);
  const [wanted, setWanted] = useState("hold");
  const baseName = BASES[wanted] ?? (names.includes(wanted) ? wanted : "Hold");
  const base: Base = wanted === "idle" ? "idle" : baseName === "Hold" ? "hold" : { name: baseName };
  const differences = useMemo(() => differencesFrom(rows, base), [rows, wanted]);
  return (
    <>
      <Curves rows={rows} />
      <section>
        <p class="compare-base row">
          <label>
            Difference from{" "}
            <select value={wanted} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
              {Object.entries(BASES).map(([value, label]) => (
                <option key={value} value={value}>{label}</option>
              ))}
              {names.map((name) => <option key={name} value={name}>{name}</option>)}
            </select>
          </label>
          <span class="hint">
            From daily returns on common days. In brackets, where it lies 9 times in 10 when blocks
            of about five days are drawn again by lot, 1,000 times. Coloured if that excludes 0.
          </span>
        </p>
        <CompareTable rows={rows} differences={differences} baseName={baseName} />
      </section>
    </>
  );
}

const BASES: Readonly<Record<string, string>> = { hold: "Hold", idle: "idle SY" };

/** The values in which the compared candidates differ; null for fewer than two. */
function Differing({ rows }: { readonly rows: readonly CompareRow[] }): VNode | null {
  const compared = rows.flatMap(({ name, resolved }) => resolved ? [{ name, resolved }] : []);
  const differences = useMemo(() => {
    return findDifferences(compared.map(({ resolved }) => resolved), strategyName);
  }, [rows, arena.value]);
  if (compared.length < 2) return null;
  return (
    <div class="differing">
      <h2>What differs</h2>
      {differences.length === 0
        ? <p class="aside">Nothing: the candidates are written differently, and run the same.</p>
        : (
          <DataTable
            label="What differs"
            rows={differences}
            head={{ title: "Value", isLong: true, cell: ({ what }) => what }}
            columns={compared.map(({ name }, at) => ({
              title: name,
              kind: "words",
              value: ({ values }: Difference) => values[at] ?? null,
              cell: (difference: Difference) => differingText(difference, at),
            }))}
          />
        )}
    </div>
  );
}

function differingText({ what, values }: Difference, at: number): string {
  const value = values[at] ?? null;
  if (value === null) return NONE;
  if (what === "market") {
    const market = findMarket(Number(value));
    return market === undefined ? String(value) : markedName(market);
  }
  return typeof value === "number" ? precise(value) : value;
}
