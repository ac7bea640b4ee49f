import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { money } from "../../../model/format.ts";
import type { AskedFacts, TypedFacts } from "../../../local_datasets/reader_messages.ts";
import { Check, Form } from "../../../components/choice.tsx";

interface FactsFormProps {
  readonly asked: AskedFacts;
  readonly isPending: boolean;
  submit(facts: TypedFacts): void;
  cancel(): void;
}

/** The scalar root of a pool for yields from 2 % to 20 %, an estimate until the reader knows better. */
const SCALAR_ROOT = "27";

/** Asks for facts of a market that its CSV files lack. */
export function FactsForm({ asked, isPending, submit, cancel }: FactsFormProps): VNode {
  const [facts, setFacts] = useState({
    ...asked.facts,
    scalarRoot: asked.facts.scalarRoot || SCALAR_ROOT,
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const set = (changes: Partial<TypedFacts>): void => setFacts({ ...facts, ...changes });
  const found = asked.files.map(({ name, timeframe, bars }) =>
    `${name}: ${money(bars)} ${timeframe} bars`
  );
  return (
    <Form
      class="facts-form row"
      aria-label="Facts of the market"
      submit={() => {
        submit(facts);
      }}
    >
      <p>{found.join(", ")}. What the file does not say of its market:</p>
      <label>
        <span>Name</span>
        <input
          ref={first}
          value={facts.name}
          maxLength={64}
          required
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      <label>
        <span>Expiry, UTC</span>
        <input
          type="datetime-local"
          value={facts.expiry}
          required
          onInput={({ currentTarget }) => set({ expiry: currentTarget.value })}
        />
      </label>
      {asked.hasFar && (
        <label>
          <span>Expiry of the next maturity, UTC</span>
          <input
            type="datetime-local"
            value={facts.farExpiry}
            required
            onInput={({ currentTarget }) => set({ farExpiry: currentTarget.value })}
          />
        </label>
      )}
      <label>
        <span>Scalar root of the pool</span>
        <input
          inputMode="decimal"
          autocomplete="off"
          value={facts.scalarRoot}
          required
          onInput={({ currentTarget }) => set({ scalarRoot: currentTarget.value.trim() })}
        />
      </label>
      <Check
        label="The scalar root is an estimate, not the value on chain"
        isChecked={facts.isEstimated}
        choose={(isEstimated) => set({ isEstimated })}
      />
      <p class="hint">
        {asked.facts.expiry !== "" && "The expiry follows from price and yield. "}
        The scalar root says how little a trade moves the pool's yield; 27 suits a pool for yields
        from 2 % to 20 %.
      </p>
      <details class="hint">
        <summary>Estimate it for other yields</summary>
        A pool for yields from min to max has about ln 9 / ((ln(1+max) − ln(1+min))/2).
      </details>
      <p class="go">
        <button type="submit" class="primary" disabled={isPending}>Import the dataset</button>
        <button type="button" onClick={cancel}>Discard</button>
      </p>
    </Form>
  );
}
