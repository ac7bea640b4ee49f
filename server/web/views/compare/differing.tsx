import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { DataTable } from "../../components/data_table.tsx";
import { type Difference, differencesOf } from "../../model/candidate_diff.ts";
import { NONE, precise } from "../../model/format.ts";
import { markedName } from "../../model/market_name.ts";
import { arena } from "../../state.ts";
import type { CompareRow } from "./rows.ts";

/** The values in which the compared candidates differ; null for fewer than two. */
export function Differing({ rows }: { readonly rows: readonly CompareRow[] }): VNode | null {
  const compared = rows.flatMap(({ name, resolved }) => resolved ? [{ name, resolved }] : []);
  const differences = useMemo(() => {
    const { strategies = [] } = arena.value.answer ?? {};
    return differencesOf(
      compared.map(({ resolved }) => resolved),
      (id) => strategies.find(({ strategyId }) => strategyId === id)?.name ?? id,
    );
  }, [rows, arena.value]);
  if (compared.length < 2) return null;
  return (
    <div class="differing">
      <h2 id="differing-title">What differs</h2>
      {differences.length === 0
        ? <p class="aside">Nothing: the candidates are written differently, and run the same.</p>
        : (
          <DataTable
            label={{ headingId: "differing-title" }}
            fileTitle="What differs"
            rows={differences}
            head={{ title: "Value", isLong: true, cell: ({ what }) => what }}
            columns={compared.map(({ name }, at) => ({
              title: name,
              kind: "words",
              value: ({ values }: Difference) => values[at] ?? null,
              cell: (difference: Difference) => textOf(difference, at),
            }))}
          />
        )}
    </div>
  );
}

function textOf({ what, values }: Difference, at: number): string {
  const value = values[at] ?? null;
  if (value === null) return NONE;
  if (what === "market") {
    const market = arena.value.answer?.markets.find(({ id }) => id === value);
    return market === undefined ? String(value) : markedName(market);
  }
  return typeof value === "number" ? precise(value) : value;
}
