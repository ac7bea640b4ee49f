import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { lazily } from "../../components/lazily.tsx";
import type { StrategyPickerProps } from "./strategy_picker.tsx";

const StrategyPicker = lazily<StrategyPickerProps>("StrategyPicker");

const [CLOSED, OPEN]: readonly boolean[] = [false, true];

interface PickerButtonProps {
  readonly class: string;
  /** Name of the choice, "Strategy of component 1". */
  readonly title: string;
  /** The name of the chosen strategy, if there is one. */
  readonly current?: string;
  /** The id of the text that describes a fault. */
  readonly describedBy?: string;
  choose(strategyId: string): void;
}

/** A button that opens the choice of a strategy. */
export function PickerButton(props: PickerButtonProps): VNode {
  const { title, current, describedBy, choose } = props;
  const [isOpen, setOpen] = useState(CLOSED);
  return (
    <>
      <button
        type="button"
        class={`picker ${props.class}`}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(OPEN)}
      >
        <span>
          {current !== undefined && <span class="unseen">{title}:</span>}
          {current ?? title}
        </span>
      </button>
      {isOpen && (
        <div class="over-page">
          <StrategyPicker
            title={title}
            {...current !== undefined && { current }}
            choose={choose}
            close={() => setOpen(CLOSED)}
          />
        </div>
      )}
    </>
  );
}
