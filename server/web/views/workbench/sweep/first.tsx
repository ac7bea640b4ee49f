import type { VNode } from "preact";
import { Quiet } from "../../../components/quiet.tsx";
import type { Draft } from "./draft.ts";
import { choiceName } from "../../../../wording/knob_names.ts";
import { OWN_MAX, type OwnField } from "./own_points.ts";
import { NumberField } from "./controls.tsx";
import { Check, Select } from "../../../components/choice.tsx";

interface FirstProps {
  readonly draft: Draft;
  /** The fields of each candidate to try first. */
  readonly first: readonly (readonly OwnField[])[];
  /** Whether a finished sweep can be continued. */
  readonly hasEarlier: boolean;
  choose(draft: Draft): void;
}

/** The candidates that a sweep tries before its own: those of the trader, and the best of the last. */
export function TryFirst({ draft, first, hasEarlier, choose }: FirstProps): VNode {
  const set = (at: number, path: string, value: number | string): void =>
    choose({
      ...draft,
      first: draft.first.map((point, other) => other === at ? { ...point, [path]: value } : point),
    });
  return (
    <>
      {first.map((fields, at) => (
        <fieldset key={at} class="axis">
          <legend>{`Try first: candidate ${at + 1}`}</legend>
          {fields.map(({ path, name, choices, value }) =>
            choices === null
              ? (
                <NumberField
                  key={path}
                  label={name}
                  value={Number(value)}
                  change={(wanted) => set(at, path, wanted)}
                />
              )
              : (
                <Select
                  key={path}
                  label={name}
                  value={String(value)}
                  choices={choices.map((one) => [one, choiceName(one)])}
                  choose={(wanted) => set(at, path, wanted)}
                />
              )
          )}
          <Quiet
            label={`Remove candidate ${at + 1} to try first`}
            run={() => choose({ ...draft, first: draft.first.toSpliced(at, 1) })}
          >
            Remove
          </Quiet>
        </fieldset>
      ))}
      {draft.first.length < OWN_MAX && (
        <button
          type="button"
          onClick={() => choose({ ...draft, first: [...draft.first, {}] })}
        >
          Add a candidate to try first
        </button>
      )}
      {(hasEarlier || draft.isContinued) && (
        <Check
          label="Try the best of the last sweep first"
          isChecked={draft.isContinued}
          choose={(isContinued) => choose({ ...draft, isContinued })}
        />
      )}
    </>
  );
}
