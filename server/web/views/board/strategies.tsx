import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import type { Market, MarketTimeframe } from "../../../contracts/catalog.ts";
import { lazily } from "../../components/lazily.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Arena, DatasetName } from "../../engine/messages.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { describeFailure } from "../../model/field_messages.ts";
import { lineScores } from "../../model/score.ts";
import { arena, candidate, findFacts, findMarket, market } from "../../state/state.ts";
import { Lead, Opening } from "./lead.tsx";
import { board, fillBoard, leaveBoard, type Outcome, outcomeKey } from "./outcomes.ts";
import { boardEntries, boardRows, type Entry, type Filter, filtered } from "./board_rows.ts";
import { OwnRule } from "./own_rule.tsx";
import { Ranking } from "./ranking.tsx";
import { Choice, SearchField } from "../../components/choice.tsx";
import { categoryName } from "../../model/catalogue.ts";

const OwnWork = lazily<{ readonly dataset: DatasetName }>("OwnWork", () => null);
const ALL: Filter = { category: "", query: "" };

/** The category of texts, which have no defaults to judge. */
const OWN_LOGIC = "own-logic";

/** All strategies on one market with their defaults, in groups by what holds on new data. */
export function Strategies(): VNode {
  const known = arena.value.answer;
  const { marketId } = candidate.value;
  const timeframe = timeframeOf(candidate.value);
  const found = findMarket(marketId);
  const facts = findFacts(candidate.value);
  if (known === null) return <Opening />;
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
  const entries = useMemo(() => boardEntries(known, { marketId, timeframe }), [known, datasetHash]);
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
  const isOver = ({ missing, candidate: of }: Entry): boolean => {
    const { evaluation, reason } = findOutcome(of) ?? { evaluation: null, reason: "" };
    return missing !== null || evaluation !== null || reason !== "";
  };
  const judged = entries.filter(isOver).length;
  const isThere = judged === entries.length;
  const isGenerated = facts.provenance.kind === "synthetic";
  // Verdicts that ship with the page are counted once the strategies ran.
  const shown = entries.filter(({ missing }) => missing === null).length;
  const tries = Math.max(judgedOn(datasetHash), shown);
  const all = isThere ? boardRows(entries, findOutcome, tries) : [];
  const { category, query } = filter;
  return (
    <div class="board" aria-busy={!isThere}>
      <Lead
        facts={facts}
        market={of}
        timeframe={timeframe}
        lines={lines}
        rows={all}
        all={entries.length}
        tries={tries}
      />
      {failure !== null && <Notice title={describeFailure(failure)} retry={fill} />}
      <Filters strategies={known.strategies} filter={filter} choose={setFilter} />
      {category === OWN_LOGIC ? <OwnRule dataset={{ marketId, timeframe }} /> : isThere
        ? (
          <Ranking
            rows={filtered(all, filter)}
            all={all}
            isGenerated={isGenerated}
            isFiltered={category !== "" || query.trim() !== ""}
          />
        )
        : <p class="waiting">Judging {entries.length} strategies: {judged} so far</p>}
      <OwnWork dataset={{ marketId, timeframe }} />
    </div>
  );
}

interface FiltersProps {
  readonly strategies: Arena["strategies"];
  readonly filter: Filter;
  choose(filter: Filter): void;
}

/** The filters of the board. */
function Filters({ strategies, filter, choose }: FiltersProps): VNode {
  const categories = [...new Set(strategies.map(({ category }) => category))];
  return (
    <search class="board-filters row">
      <Choice
        legend="Kind of strategy"
        options={[
          { value: "", label: "All" },
          ...categories.map((value) => ({ value, label: categoryName(value) })),
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
