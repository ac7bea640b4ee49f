import { computed } from "@preact/signals";
import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useId } from "preact/hooks";
import { CAPITAL_DEFAULT, COMPONENTS_MAX } from "../../../contracts/engine_constants.ts";
import { Swatch } from "../../charts/swatch.tsx";
import { Notice } from "../../components/notice.tsx";
import { plainNumber } from "./amount.ts";
import {
  type Component,
  type ParamValue,
  resolveWeights,
  timeframeOf,
  withAdded,
  withComponent,
} from "../../model/candidate.ts";
import { type FieldMessages, toFieldMessages } from "../../model/field_messages.ts";
import { compact, money } from "../../model/format.ts";
import { componentParameters, EXPRESSION, OWN_RULE } from "../../model/own_parameters.ts";
import {
  arena,
  commit,
  draft,
  findFacts,
  halfNumber,
  preview,
  runFailure,
  shownRun,
} from "../../state/state.ts";
import { ComponentEditor } from "./component_editor.tsx";
import { NumberInput } from "./number_field.tsx";
import { PickerButton } from "./picker_button.tsx";
import { strategiesFor } from "../../model/catalogue.ts";

/** The weights of all components, as a text that is equal from run to run. */
const weightsText = computed(() => JSON.stringify(resolveWeights(draft.value, shownRun.value)));

/** Edits the candidate. Names, ranges, texts and errors come from the engine. */
export function Editor(): VNode | null {
  const known = arena.value.answer;
  if (known === null) return null;
  const current = draft.value;
  const errors = toFieldMessages(runFailure.value);
  const weights: readonly number[] | null = JSON.parse(weightsText.value);
  const strategies = strategiesFor(known, current.marketId, timeframeOf(current));
  const hasKnobs = current.components.some((component) =>
    componentParameters(component, strategies).some(({ type }) => type !== "string")
  );
  return (
    <form class="editor" aria-label="Candidate" onSubmit={(event) => event.preventDefault()}>
      {errors.general.map((text) => <Notice key={text} title={text} />)}
      <CapitalField errors={errors} />
      <SharedParams errors={errors} />
      {hasKnobs && (
        <p class="legend knob-legend row">
          Over a slider:
          <span>
            <Swatch colour="accent" />score, {halfNumber.value === null ? "this path" : "history"}
          </span>
          <span>
            <Swatch colour="hold" form="dashed" />Hold, 100
          </span>
        </p>
      )}
      {current.components.map((component: Component, index: number) => (
        <ComponentEditor
          // Components have no id: the index is the key.
          key={index}
          index={index}
          component={component}
          weights={weights}
          strategies={strategies}
          errors={errors}
        />
      ))}
      {current.components.length < COMPONENTS_MAX && (
        <PickerButton
          class="wide"
          title="Add a component"
          choose={(strategyId) => {
            const added = withAdded(current, strategyId);
            const at = current.components.length;
            commit(strategyId === EXPRESSION ? withComponent(added, at, OWN_RULE) : added);
          }}
        />
      )}
    </form>
  );
}

function CapitalField({ errors }: { readonly errors: FieldMessages }): VNode {
  const id = useId();
  const current = draft.value;
  const error = errors.at("/capital");
  const most = findFacts(current)?.maxTradableCapital;
  return (
    <div class={`field ${error === null ? "" : "wrong"}`}>
      <div class="field-head">
        <label for={id}>Capital</label>
        <NumberInput
          id={id}
          text={grouped(current.capital ?? CAPITAL_DEFAULT)}
          isWrong={error !== null}
          preview={(text) => preview({ ...current, capital: plainNumber(text) })}
          commit={(text) => commit({ ...current, capital: plainNumber(text) })}
        />
      </div>
      <p id={`${id}-text`} class="hint">
        {error === null ? null : <strong class="field-error">{error}</strong>}
        {`In the coin that PT pays at expiry.${
          most === undefined ? "" : ` The pool takes up to ${compact(most)} at the start.`
        }`}
      </p>
    </div>
  );
}

/** Returns an amount with thousands separators: "100,000". Any other text is unchanged. */
function grouped(capital: string | number): string {
  const text = String(capital);
  return /^\d+$/.test(text) ? money(Number(text)) : text;
}

/** Values for all components, which only an address can set; the editor can remove them. */
function SharedParams({ errors }: { readonly errors: FieldMessages }): VNode | null {
  const current = draft.value;
  const entries: [string, ParamValue][] = Object.entries(current.strategyParams ?? {});
  if (entries.length === 0) return null;
  const without = (): void => {
    const { strategyParams: _, ...rest } = current;
    commit(rest);
  };
  return (
    <div class="field">
      <div class="field-head">
        <span>For every component</span>
        <Quiet run={without}>Remove</Quiet>
      </div>
      {entries.map(([name, value]) => (
        <p key={name} class="hint">
          {name} {value} <strong class="field-error">{errors.at(`/strategyParams/${name}`)}</strong>
        </p>
      ))}
    </div>
  );
}
