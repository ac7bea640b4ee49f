import type { VNode } from "preact";
import { Choice } from "../../components/choice.tsx";
import type { Arena } from "../../engine/messages.ts";
import { categoryName } from "../workbench/strategies.ts";
import type { Filter } from "./rows.ts";

interface FiltersProps {
  readonly strategies: Arena["strategies"];
  /** Whether the reader has candidates of their own here. */
  readonly hasMine: boolean;
  readonly filter: Filter;
  choose(filter: Filter): void;
}

/** The filters of the board. */
export function Filters({ strategies, hasMine, filter, choose }: FiltersProps): VNode {
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
      <input
        type="search"
        aria-label="Search strategies"
        placeholder="Search: RSI, spread, momentum"
        value={filter.query}
        onInput={({ currentTarget }) => choose({ ...filter, query: currentTarget.value })}
      />
    </search>
  );
}
