import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useId, useState } from "preact/hooks";
import type { Language, Parameter } from "../../../contracts/catalog.ts";
import type { Candidate } from "../../../contracts/candidate.ts";
import { NumberField } from "./number_field.tsx";
import {
  type Component,
  type ParamValue,
  timeframeOf,
  withComponent,
  withParam,
} from "../../model/candidate.ts";
import type { FieldMessages } from "../../model/field_messages.ts";
import { componentTexts, newNameFault, ROOTS, unusedNames } from "../../model/own_parameters.ts";
import { sliderScale } from "./slider.ts";
import { commit, draft, preview } from "../../state/state.ts";
import { knobCurve } from "./knob_curves.ts";
import { NOT_USED, TextField } from "./text_field.tsx";

export interface ExpressionProps {
  readonly index: number;
  readonly component: Component;
  readonly language: Language;
  /** The numbers under the reader's names. */
  readonly parameters: readonly Parameter[];
  readonly errors: FieldMessages;
}

/** Edits a component of texts: its rule, its definitions, and its numbers as knobs. */
export function ExpressionEditor(props: ExpressionProps): VNode {
  const { index, component, language, parameters, errors } = props;
  const names = Object.keys(component.strategyParams ?? {});
  const own = names.filter((name) => !ROOTS.includes(name));
  const unused = unusedNames(component);
  const path = `/components/${index}/strategyParams`;
  const set = (apply: typeof commit, name: string) => (value: ParamValue | null): void =>
    apply(withParam(draft.value, index, name, value));
  const whole = errors.at(path);
  return (
    <>
      {whole !== null && (
        <p class="hint">
          <strong class="field-error">{whole}</strong>
        </p>
      )}
      {componentTexts(component).map(([name, value]) => (
        <TextField
          key={name}
          name={name}
          value={value}
          language={language}
          own={own.filter((other) => other !== name)}
          error={errors.at(`${path}/${name}`)}
          isUnused={unused.includes(name)}
          remove={ROOTS.includes(name) ? null : () => set(commit, name)(null)}
          preview={set(preview, name)}
          commit={set(commit, name)}
        />
      ))}
      {parameters.map((parameter) =>
        parameter.type === "string" ? null : (
          <NumberField
            key={parameter.name}
            label={parameter.name}
            unit={parameter.unit}
            description={unused.includes(parameter.name) ? NOT_USED : parameter.description}
            value={component.strategyParams?.[parameter.name] ?? ""}
            scale={sliderScale(parameter, timeframeOf(draft.value))}
            error={errors.at(`${path}/${parameter.name}`)}
            {...!unused.includes(parameter.name) && { curve: knobCurve(index, parameter.name) }}
            reset={{ label: "Remove", run: () => set(commit, parameter.name)(null) }}
            preview={set(preview, parameter.name)}
            commit={set(commit, parameter.name)}
          />
        )
      )}
      <NewName
        taken={names}
        language={language}
        add={(name, value) => set(commit, name)(value)}
      />
      <RuleHint index={index} component={component} />
    </>
  );
}

/** The other form of the rule, and where the language is explained. */
function RuleHint({ index, component }: Pick<ExpressionProps, "index" | "component">): VNode {
  return (
    <p class="hint">
      <Quiet run={() => commit(turned(index, component))}>
        {component.strategyParams?.["target"] === undefined
          ? "Use one target"
          : "Use enter and exit"}
      </Quiet>{" "}
      Names, functions and rules:{" "}
      <a href="docs/expression">the language</a>. Other paths judge each text, because a text can
      remember the public ones.
    </p>
  );
}

/** Returns the candidate with a target in place of enter and exit, or the reverse. */
function turned(index: number, { strategyParams = {} }: Component): Candidate {
  const { target, enter, exit, ...own } = strategyParams;
  const rule = target === undefined
    ? { target: `if(${exit}, if(${enter}, 1, 0), if(${enter}, 1, hold))` }
    : /[<>]|\b(?:and|or|not)\b/.test(String(target))
    ? { enter: target, exit: `not (${target})` }
    : { enter: `(${target}) > 0.5`, exit: `(${target}) <= 0.5` };
  return withComponent(draft.value, index, { strategyParams: { ...own, ...rule } });
}

interface NewNameProps {
  readonly taken: readonly string[];
  readonly language: Language;
  add(name: string, value: ParamValue): void;
}

/** Adds a number or a text under a name of the reader's own. */
function NewName({ taken, language, add }: NewNameProps): VNode {
  const id = useId();
  const [name, setName] = useState("");
  const fault = name === "" ? null : newNameFault(name, taken, language);
  const isReady = name !== "" && fault === null;
  const take = (value: ParamValue): void => {
    add(name, value);
    setName("");
  };
  return (
    <div class={`field ${fault === null ? "" : "wrong"}`}>
      <div class="row new-name">
        <input
          aria-label="New name"
          aria-describedby={`${id}-text`}
          aria-invalid={fault !== null}
          placeholder="New name"
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="button" disabled={!isReady} onClick={() => take(1)}>Add a number</button>
        <button type="button" disabled={!isReady} onClick={() => take("logYield")}>
          Add a text
        </button>
      </div>
      <p id={`${id}-text`} class="hint">
        {fault !== null && <strong class="field-error">{fault}</strong>}
      </p>
    </div>
  );
}
