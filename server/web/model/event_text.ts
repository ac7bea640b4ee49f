import type { ArenaEvent } from "../engine/messages.ts";
import { money, percent, precise } from "./format.ts";
import { skipSentence } from "./skips.ts";

/** Describes a fill, a veto or a redemption. */
export function eventSentence(event: ArenaEvent): string {
  switch (event.eventKind) {
    case "skipped_signal":
      return skipSentence(event);
    case "redemption":
      return `Redemption of ${money(event.units)} PT for ${money(event.notional)}`;
    case "executed_trade": {
      const { side, units, price, fromPosition, toPosition, feeCost, slippageCost } = event;
      const move = `${percent(fromPosition, 0)} to ${percent(toPosition, 0)}`;
      return `${side === "buy" ? "Bought" : "Sold"} ${money(units)} PT at ${precise(price)}, ` +
        `position ${move}, cost ${money(feeCost + slippageCost)}`;
    }
  }
}
