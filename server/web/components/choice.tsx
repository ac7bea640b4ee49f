import type { ComponentChildren, VNode } from "preact";
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

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Values with their texts. */
  readonly choices: readonly (readonly [T, string])[];
  choose(value: T): void;
}

/** A choice from a list. */
export function Select<T extends string>({ label, value, choices, choose }: SelectProps<T>): VNode {
  return (
    <label>
      <span>{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const found = choices.find(([one]) => one === currentTarget.value);
          if (found !== undefined) choose(found[0]);
        }}
      >
        {choices.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  choose(isChecked: boolean): void;
}

/** A box to check. */
export function Check({ label, isChecked, choose }: CheckProps): VNode {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface FormProps {
  readonly class: string;
  readonly "aria-label"?: string;
  submit(): void;
  readonly children: ComponentChildren;
}

/** A form that the page answers itself. */
export function Form({ submit, ...others }: FormProps): VNode {
  return (
    <form
      {...others}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    />
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  search(query: string): void;
}

/** A field for the words of a search. */
export function SearchField({ label, placeholder, query, search }: SearchFieldProps): VNode {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={query}
      onInput={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
