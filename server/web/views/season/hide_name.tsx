import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Entered } from "../../../contracts/season.ts";
import { hideName } from "../../seasons/my_entries.ts";
import { useAction } from "./use_action.ts";

interface HideNameProps {
  readonly seasonId: string;
  readonly entry: Entered["entry"];
}

const [CLOSED, ASKING] = [false, true];

/** The name of an own entry, which its owner may hide at any time; a hidden name does not come back. */
export function HideName({ seasonId, entry: { name, number } }: HideNameProps): VNode {
  const [isAsking, setAsking] = useState(CLOSED);
  const { isPending, reason, start } = useAction(() => hideName(seasonId, number));
  if (name === "") return <span class="hint">none</span>;
  if (!isAsking) {
    return (
      <>
        <bdi>{name}</bdi>{" "}
        <button
          type="button"
          aria-label={`Hide the name of entry ${number}`}
          onClick={() => setAsking(ASKING)}
        >
          Hide
        </button>
      </>
    );
  }
  return (
    <>
      Hide <bdi>{name}</bdi> for good?{" "}
      <button type="button" disabled={isPending} onClick={start}>Hide the name</button>{" "}
      <button type="button" disabled={isPending} onClick={() => setAsking(CLOSED)}>Keep it</button>
      {reason !== null && <strong class="field-error" role="status">{reason}</strong>}
    </>
  );
}
