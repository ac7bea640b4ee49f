import type { VNode } from "preact";
import { useId } from "preact/hooks";

interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  choose(value: T): void;
}

/** A choice between a few options side by side, made of radio buttons. */
export function Choice<T extends string | number>(
  { legend, options, value, choose }: ChoiceProps<T>,
): VNode {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class="unseen">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => choose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
