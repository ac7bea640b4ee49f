import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { perYear } from "../../../wording/numbers.ts";
import { Finder } from "../../components/finder.tsx";
import type { Arena } from "../../engine/messages.ts";
import { triesOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import type { FinderEntry } from "../../model/search_words.ts";
import { fixed } from "../../model/format.ts";
import { arena, candidate, findFacts, hasNewData } from "../../state/state.ts";
import { board, fillScores, outcomeKey } from "../board/outcomes.ts";
import { boardEntries, boardRows, grouped, type GroupId } from "../board/board_rows.ts";
import { categoryName, strategiesFor } from "../../model/catalogue.ts";

export interface StrategyPickerProps {
  /** Name of the dialog, "Add a component". */
  readonly title: string;
  /** The name of the strategy that is replaced, if there is one. */
  readonly current?: string;
  choose(strategyId: string): void;
  close(): void;
}

/** Returns the groups of the board, with the words for a choice among strategies. */
function listKinds(isGenerated: boolean): readonly (readonly [GroupId, string])[] {
  return [
    ["passed", "passed"],
    ["pending", "not judged yet"],
    ["failed", isGenerated ? "not passed" : "no verdict"],
    ["hold", "the same as Hold here"],
    ["idle", "never trades here"],
    ["refused", "cannot run here"],
  ];
}
const OWN_LOGIC = "your own logic";
const UNKNOWN = "not run yet";

/**
 * A choice among all strategies, in the board's order: what each does, its verdict on new data if the
 * board has judged it with its defaults, and its score on this path.
 */
export function StrategyPicker(props: StrategyPickerProps): VNode | null {
  const { title, current, choose, close } = props;
  const known = arena.value.answer;
  const { marketId } = candidate.value;
  const timeframe = timeframeOf(candidate.value);
  const hash = findFacts(candidate.value)?.datasetHash ?? "";
  useEffect(() => {
    if (known === null || hash === "") return;
    const all = boardEntries(known, { marketId, timeframe });
    fillScores(hash, all.map((entry) => entry.candidate));
  }, [hash]);
  if (known === null) return null;
  const kinds = listKinds(hasNewData.value);
  return (
    <Finder
      title={title}
      label="Search strategies: RSI, spread, momentum"
      entries={entriesFor(known, hash, kinds, choose)}
      first={current}
      note={listNote(known)}
      close={close}
    />
  );
}

/** Says what is listed: the strategies that the board counts, and a text of the reader's own. */
function listNote({ strategies }: Arena): string {
  const count = strategies.filter(({ language }) => language === undefined).length;
  return `${count} strategies with their defaults on this market, which the board judges, and ${OWN_LOGIC}.`;
}

/** Returns the entries in the order of the board. */
function entriesFor(
  known: Arena,
  datasetHash: string,
  kinds: ReturnType<typeof listKinds>,
  choose: (strategyId: string) => void,
): readonly FinderEntry[] {
  const { marketId } = candidate.value;
  const timeframe = timeframeOf(candidate.value);
  const strategies = strategiesFor(known, marketId, timeframe);
  const defaults = boardEntries(known, { marketId, timeframe });
  const { outcomes } = board.value;
  const rows = boardRows(
    defaults,
    (of) => outcomes.get(outcomeKey(datasetHash, of)),
    triesOn(datasetHash),
  );
  const groups = grouped(rows);
  const found = kinds.flatMap(([group, kind]) =>
    groups[group].map(({ entry, outcome: { point }, standing }) => {
      const strategyId = entry.candidate.components[0]?.strategyId ?? "";
      const edge = standing === null ? "" : `${perYear(standing.edge)}, `;
      const figure = point === null ? {} : { figure: `${edge}score ${fixed(point.score, 1)}` };
      return [strategyId, { kind, ...figure }] as const;
    })
  );
  const byId = new Map(found);
  const order = found.map(([strategyId]) => strategyId);
  // What the board does not have stands after what has passed.
  const place = (strategyId: string): number =>
    order.includes(strategyId) ? order.indexOf(strategyId) : groups.passed.length - 0.5;
  return strategies
    .toSorted((a, b) => place(a.strategyId) - place(b.strategyId))
    .map(({ strategyId, name, category, summary, missing, language }): FinderEntry => ({
      kind: language === undefined ? UNKNOWN : OWN_LOGIC,
      ...byId.get(strategyId),
      title: name,
      hint: `${categoryName(category)}${
        missing === null ? "" : `, needs the feature ${missing}`
      }. ${summary}`,
      run: () => choose(strategyId),
    }));
}
