import type { VNode } from "preact";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { axisNameWithKey } from "../../../../search/axis_name.ts";

interface AxisChoicesProps {
  readonly plan: SearchPlan;
  readonly shown: readonly [number, number | null];
  choose(shown: readonly [number, number | null]): void;
}

/** The choice of the two parameters that the maps show. */
export function AxisChoices({ plan, shown: [across, up], choose }: AxisChoicesProps): VNode {
  const names = plan.axes.map((axis, at) => ({ at, name: axisNameWithKey(plan, axis) }));
  return (
    <p class="map-axes">
      <label>
        <span>Maps across</span>
        <select
          value={across}
          onChange={({ currentTarget }) => {
            const chosen = Number(currentTarget.value);
            choose([chosen, chosen === up ? across : up]);
          }}
        >
          {names.map(({ at, name }) => <option key={at} value={at}>{name}</option>)}
        </select>
      </label>
      <label>
        <span>and up</span>
        <select
          value={up ?? ""}
          onChange={({ currentTarget }) => {
            const chosen = Number(currentTarget.value);
            choose([chosen === across ? up ?? 0 : across, chosen]);
          }}
        >
          {names.map(({ at, name }) => <option key={at} value={at}>{name}</option>)}
        </select>
      </label>
    </p>
  );
}
