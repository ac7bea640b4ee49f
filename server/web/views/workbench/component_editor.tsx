import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useId } from "preact/hooks";
import type { Parameter } from "../../../contracts/catalog.ts";
import { WEIGHT_BPS_TOTAL } from "../../../contracts/engine_constants.ts";
import { Choice } from "../../components/choice.tsx";
import { later, lazily } from "../../components/lazily.tsx";
import type { ExpressionProps } from "./expression_editor.tsx";
import { NumberField } from "./number_field.tsx";
import {
  type Component,
  type ParamValue,
  timeframeOf,
  withComponent,
  withoutComponent,
  withParam,
  withWeight,
} from "../../model/candidate.ts";
import type { FieldMessages } from "../../model/field_messages.ts";
import { componentParameters, EXPRESSION, OWN_RULE } from "../../model/own_parameters.ts";
import { choiceName, knobName } from "../../../wording/knob_names.ts";
import { sliderScale } from "./slider.ts";
import { commit, draft, preview } from "../../state/state.ts";
import type { writtenAsTexts } from "./written_as_texts.ts";
import { knobCurve } from "./knob_curves.ts";
import { PickerButton } from "./picker_button.tsx";
import type { OfferedStrategy } from "../../model/catalogue.ts";

const ExpressionEditor = lazily<ExpressionProps>("ExpressionEditor");

interface ComponentProps {
  readonly index: number;
  readonly component: Component;
  /** Weights of all components; null while only the engine knows them. */
  readonly weights: readonly number[] | null;
  readonly strategies: readonly OfferedStrategy[];
  readonly errors: FieldMessages;
}

/** The parameter that few readers change, and that moves the result least. */
const FIELD = "field";

const PERCENT_BPS = WEIGHT_BPS_TOTAL / 100;

/** Edits one component: strategy, weight and parameters. */
export function ComponentEditor(props: ComponentProps): VNode {
  const { index, component, strategies, errors } = props;
  const strategy = strategies.find(({ strategyId }) => strategyId === component.strategyId);
  const parameters = componentParameters(component, strategies);
  const language = strategy?.language;
  const unknown = Object.keys(component.strategyParams ?? {})
    .filter((name) =>
      strategy && !language && !parameters.some((parameter) => parameter.name === name)
    );
  const broken = (strategy?.relations ?? []).filter(({ left }) =>
    errors.at(`/components/${index}/strategyParams/${left}`)?.includes("must hold")
  );
  const knob = (parameter: Parameter): VNode => (
    <ParameterField key={parameter.name} index={index} parameter={parameter} errors={errors} />
  );
  const isWrong = errors.at(`/components/${index}/strategyParams/${FIELD}`) !== null;
  return (
    <section class="component" aria-label={`Component ${index + 1}`}>
      <StrategyField {...props} />
      {strategy && (
        <p class="hint summary">
          {strategy.summary}
          {strategy.source !== null && <cite>{strategy.source}</cite>}
        </p>
      )}
      {draft.value.components.length > 1 && <WeightField {...props} />}
      {language
        ? (
          <ExpressionEditor
            index={index}
            component={component}
            language={language}
            parameters={parameters}
            errors={errors}
          />
        )
        : parameters.filter(({ name }) => name !== FIELD).map(knob)}
      {!language &&
        parameters.filter(({ name }) => name === FIELD).map((field) => (
          <details key={FIELD} class="more" open={isWrong}>
            <summary>How it reads the yield</summary>
            {knob(field)}
          </details>
        ))}
      {unknown.map((name) => <UnknownField key={name} name={name} {...props} />)}
      {broken.length > 0 && <p class="hint">{broken.map(({ message }) => message).join("; ")}</p>}
      {strategy && !language && (
        <p class="hint">
          <Quiet run={() => writeAsExpression(index, strategies)}>Write it as an expression</Quiet>
        </p>
      )}
    </section>
  );
}

/** Writes a component of the candidate as texts. */
async function writeAsExpression(
  index: number,
  strategies: readonly OfferedStrategy[],
): Promise<void> {
  const of = draft.value;
  const component = of.components[index];
  if (component === undefined) return;
  const strategyParams = await loadTexts(component, strategies, of.strategyParams);
  commit(withComponent(of, index, { strategyId: EXPRESSION, strategyParams }));
}

function StrategyField({ index, component, strategies, errors }: ComponentProps): VNode {
  const id = useId();
  const current = draft.value;
  const error = errors.at(`/components/${index}/strategyId`);
  const { name = component.strategyId } =
    strategies.find(({ strategyId }) => strategyId === component.strategyId) ?? {};
  const { strategyParams: _, ...bare } = component;
  const choose = (strategyId: string): void => {
    const chosen = strategyId === EXPRESSION ? { ...bare, ...OWN_RULE } : { ...bare, strategyId };
    const components = current.components.map((one, at) => at === index ? chosen : one);
    commit({ ...current, components });
  };
  return (
    <div class={`component-head row ${error === null ? "" : "wrong"}`}>
      <PickerButton
        class="chosen"
        title={`Strategy of component ${index + 1}`}
        current={name}
        describedBy={`${id}-text`}
        choose={choose}
      />
      {current.components.length > 1 && (
        <Quiet
          label={`Remove component ${index + 1}`}
          run={() => commit(withoutComponent(current, index))}
        >
          Remove
        </Quiet>
      )}
      {error !== null && (
        <p id={`${id}-text`} class="hint">
          <strong class="field-error">{error}</strong>
        </p>
      )}
    </div>
  );
}

function WeightField({ index, component, weights, errors }: ComponentProps): VNode {
  const others = draft.value.components.length - 1;
  const scale = { min: 1, max: 100 - others, power: 1, step: 1 };
  // A weight from an address is not validated; the engine reports errors.
  const weightBps: unknown = weights?.[index] ?? component.weightBps ?? "";
  const set = (apply: typeof commit) => (value: number | string): void =>
    apply(
      typeof value === "number" && weights !== null
        ? withWeight(draft.value, weights, index, value * PERCENT_BPS)
        : withComponent(draft.value, index, { weightBps: value as unknown as number }),
    );
  return (
    <NumberField
      label="Weight"
      unit="% of capital"
      description={component.weightBps === undefined ? "equal unless set" : null}
      value={typeof weightBps === "number" ? weightBps / PERCENT_BPS : String(weightBps)}
      scale={scale}
      error={errors.at(`/components/${index}/weightBps`)}
      preview={set(preview)}
      commit={set(commit)}
    />
  );
}

/** A parameter that the strategy does not have. */
function UnknownField({ index, errors, name }: ComponentProps & { readonly name: string }): VNode {
  return (
    <p class="hint">
      <strong class="field-error">
        {name} {errors.at(`/components/${index}/strategyParams/${name}`)}
      </strong>
      <Quiet run={() => commit(withParam(draft.value, index, name, null))}>Remove</Quiet>
    </p>
  );
}

interface ParameterProps {
  readonly index: number;
  readonly parameter: Parameter;
  readonly errors: FieldMessages;
}

function ParameterField({ index, parameter, errors }: ParameterProps): VNode {
  const { name, unit, defaultValue } = parameter;
  const description = parameter.description;
  const current = draft.value;
  const { strategyId = "" } = current.components[index] ?? {};
  const label = knobName(strategyId, parameter);
  const code = label !== name && <small class="code">{name}</small>;
  const own = current.components[index]?.strategyParams?.[name];
  const shared = current.strategyParams?.[name];
  const value = own ?? shared ?? defaultValue;
  const error = errors.at(`/components/${index}/strategyParams/${name}`);
  const set = (apply: typeof commit) => (changed: ParamValue): void =>
    apply(withParam(draft.value, index, name, isDefault(changed) ? null : changed));
  const isDefault = (changed: ParamValue): boolean =>
    changed === defaultValue && shared === undefined;
  if (parameter.type === "string") {
    return (
      <div class="field">
        <div class="field-head">
          <span>{label} {code}</span>
          <Choice
            legend={label}
            options={parameter.constraints.enum.map((value) => ({
              value,
              label: choiceName(value),
            }))}
            value={String(value)}
            choose={set(commit)}
          />
        </div>
        <p class="hint">
          {error === null ? null : <strong class="field-error">{error}</strong>}
          {description}
        </p>
      </div>
    );
  }
  return (
    <NumberField
      label={label}
      code={label === name ? null : name}
      unit={unit}
      description={description}
      value={value}
      scale={sliderScale(parameter, timeframeOf(current))}
      error={error}
      curve={knobCurve(index, name)}
      reset={own === undefined ? null : {
        label: `default ${defaultValue}`,
        run: () => commit(withParam(draft.value, index, name, null)),
      }}
      preview={set(preview)}
      commit={set(commit)}
    />
  );
}

/**
 * Loads `writtenAsTexts` and calls it. When the code cannot be loaded, the texts stay empty, and the
 * editor of texts, whose code is loaded too, reports the failure.
 */
async function loadTexts(
  ...component: Parameters<typeof writtenAsTexts>
): Promise<NonNullable<Component["strategyParams"]>> {
  const written = await later<typeof writtenAsTexts>("writtenAsTexts").catch(() => null);
  return written?.(...component) ?? {};
}
