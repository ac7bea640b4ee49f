import type { VNode } from "preact";
import { Choice } from "../components/choice.tsx";
import type { ChartGroup, Span } from "./group.ts";

interface RangesProps {
  /** Times of the charts, milliseconds. */
  readonly times: ArrayLike<number | null> | undefined;
  readonly group: ChartGroup;
  readonly scoredFrom: number | null;
}

const DAY_MS = 86_400_000;
const ALL = "All";

/** Buttons for common spans. After a manual zoom no button is pressed. */
export function Ranges({ times, group, scoredFrom }: RangesProps): VNode | null {
  const [first, last] = [times?.[0], times?.[times.length - 1]];
  if (typeof first !== "number" || typeof last !== "number") return null;
  const from = (min: number): Span => ({ min: Math.max(first, min), max: last });
  const spans: Readonly<Record<string, Span | null>> = {
    [ALL]: null,
    ...scoredFrom !== null && { "Scored": from(scoredFrom) },
    "30 days": from(last - 30 * DAY_MS),
    "7 days": from(last - 7 * DAY_MS),
  };
  const current = group.span.value;
  const chosen = Object.keys(spans).find((name) =>
    spans[name]?.min === current?.min && spans[name]?.max === current?.max
  );
  return (
    <Choice
      legend="Times shown"
      options={Object.keys(spans).map((name) => ({ value: name, label: name }))}
      value={chosen ?? ""}
      choose={(name) => group.zoom(spans[name] ?? null)}
    />
  );
}
