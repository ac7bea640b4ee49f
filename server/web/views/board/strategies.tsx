import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import type { Market, MarketTimeframe } from "../../../contracts/catalog.ts";
import { candidateText } from "../../components/candidate_text.ts";
import { Notice } from "../../components/notice.tsx";
import type { Arena, DatasetName } from "../../engine/messages.ts";
import { mineOn } from "../../history/history.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { describeFailure } from "../../model/field_messages.ts";
import { lineScores } from "../../model/score.ts";
import { arena, candidate, findFacts, findMarket, market } from "../../state/state.ts";
import { Lead } from "./lead.tsx";
import { board, fillBoard, leaveBoard, type Outcome, outcomeKey } from "./outcomes.ts";
import { boardEntries, boardRows, type Filter, filtered } from "./board_rows.ts";
import { Ranking } from "./ranking.tsx";
import { Choice, SearchField } from "../../components/choice.tsx";
import { categoryName } from "../../model/catalogue.ts";

const ALL: Filter = { category: "", query: "" };

/** All strategies on one market with their defaults, in groups by what holds on new data. */
export function Strategies(): VNode {
  const known = arena.value.answer;
  const { marketId } = candidate.value;
  const timeframe = timeframeOf(candidate.value);
  const found = findMarket(marketId);
  const facts = findFacts(candidate.value);
  if (known === null) return <p class="waiting">Loading the engine and the data</p>;
  if (found === undefined || facts === undefined) {
    const { failure } = market.value;
    return <Notice title={failure?.detail ?? `There is no market ${marketId}: choose another.`} />;
  }
  return <Board known={known} facts={facts} dataset={{ marketId, timeframe }} of={found} />;
}

interface BoardProps {
  readonly known: Arena;
  readonly facts: MarketTimeframe;
  readonly dataset: DatasetName;
  readonly of: Market;
}

function Board({ known, facts, dataset: { marketId, timeframe }, of }: BoardProps): VNode {
  const [filter, setFilter] = useState(ALL);
  const { datasetHash } = facts;
  const mine = mineOn(marketId, timeframe);
  const entries = useMemo(
    () => boardEntries(known, { marketId, timeframe }, mine, candidateText),
    [known, datasetHash, JSON.stringify(mine)],
  );
  const fill = (): void => {
    fillBoard(datasetHash, entries.map((entry) => entry.candidate));
  };
  useEffect(() => {
    fill();
    return leaveBoard;
  }, [entries]);
  const lines = lineScores(known.profile, facts);
  const { outcomes, failure } = board.value;
  const findOutcome = (of: Candidate): Outcome | undefined =>
    outcomes.get(outcomeKey(datasetHash, of));
  const defaults = entries.filter(({ mark }) => mark === null);
  const isThere = defaults.every((entry) => findOutcome(entry.candidate) !== undefined);
  const tries = Math.max(1, judgedOn(datasetHash));
  const all = boardRows(entries, findOutcome, tries);
  const { category, query } = filter;
  return (
    <div class="board" aria-busy={!isThere}>
      <Lead
        facts={facts}
        market={of}
        timeframe={timeframe}
        lines={lines}
        rows={all.filter(({ entry }) => entry.mark === null)}
        all={defaults.length}
        tries={tries}
      />
      {failure !== null && <Notice title={describeFailure(failure)} retry={fill} />}
      <Filters
        strategies={known.strategies}
        hasMine={mine.length > 0}
        filter={filter}
        choose={setFilter}
      />
      {isThere
        ? (
          <Ranking
            rows={filtered(all, filter)}
            all={all}
            isGenerated={facts.provenance.kind === "synthetic"}
            isFiltered={category !== "" || query.trim() !== ""}
          />
        )
        : <p class="waiting">Running {defaults.length} strategies</p>}
    </div>
  );
}

interface FiltersProps {
  readonly strategies: Arena["strategies"];
  /** Whether the reader has candidates of their own here. */
  readonly hasMine: boolean;
  readonly filter: Filter;
  choose(filter: Filter): void;
}

/** The filters of the board. */
function Filters({ strategies, hasMine, filter, choose }: FiltersProps): VNode {
  const categories = [...new Set(strategies.map(({ category }) => category))];
  return (
    <search class="board-filters row">
      <Choice
        legend="Kind of strategy"
        options={[
          { value: "", label: "All" },
          ...categories.map((value) => ({ value, label: categoryName(value) })),
          ...hasMine ? [{ value: "mine", label: "Mine" }] : [],
        ]}
        value={filter.category}
        choose={(category) => choose({ ...filter, category })}
      />
      <SearchField
        label="Search strategies"
        placeholder="Search: RSI, spread, momentum"
        query={filter.query}
        search={(query) => choose({ ...filter, query })}
      />
    </search>
  );
}
