// This module is browser compatible.

/**
 * The sentence on other conditions, for page and agents.
 *
 * @module
 */
import type { WhatIf } from "../contracts/what_if.ts";
import { fixed } from "./numbers.ts";

/** An edge up to this is none. */
const SAME = 1e-9;

/**
 * Says what a run keeps under other conditions: "At twice the costs it scores 104.6, a bar late 99.8.
 * It keeps an edge on this path up to a capital of 5,233,175 and a fee of 12.2 basis points."
 */
export function whatIfSentence({ costs, nextBar, ...broken }: WhatIf): string {
  const twice = costs.find(({ times }) => times === 2) ?? nextBar;
  const scores = `At twice the costs it scores ${fixed(twice.score, 1)}, ` +
    `a bar late ${fixed(nextBar.score, 1)}.`;
  return `${scores} ${edgeSentence(broken)}`;
}

function edgeSentence(
  { breakEvenCapital, breakEvenFeeBps, capital }: Omit<WhatIf, "costs" | "nextBar">,
): string {
  const isAtSmallest = (capital[0]?.edge ?? 0) > SAME;
  const ends = [
    ...(breakEvenCapital === null || !isAtSmallest
      ? []
      : [`a capital of ${fixed(breakEvenCapital, 0)}`]),
    ...(breakEvenFeeBps === null ? [] : [`a fee of ${fixed(breakEvenFeeBps, 1)} basis points`]),
  ];
  if (ends.length > 0) return `It keeps an edge on this path up to ${ends.join(" and ")}.`;
  if (!capital.some(({ edge }) => edge > SAME)) {
    return "It has no edge on this path, whatever the capital or the fee.";
  }
  return isAtSmallest
    ? "It keeps an edge on this path at the largest capital."
    : "It has an edge on this path at larger capitals alone.";
}
