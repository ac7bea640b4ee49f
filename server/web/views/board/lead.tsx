// This module is browser compatible.

import type { VNode } from "preact";
import type { MarketTimeframe } from "../../../contracts/catalog.ts";
import { date, fixed } from "../../model/format.ts";
import type { BoardRow } from "./rows.ts";

interface LeadProps {
  readonly facts: MarketTimeframe;
  readonly expiry: string;
  readonly lines: { readonly hold: number; readonly idle: number };
  /** All strategies with their defaults, and the passive lines. */
  readonly ranked: readonly BoardRow[];
}

/** Introduces the page in a few sentences: the question, the market, the data, and the scores to beat. */
export function Lead({ facts, expiry, lines, ranked }: LeadProps): VNode {
  const isGenerated = facts.provenance.kind === "synthetic";
  return (
    <section class="lead" aria-label="What this is">
      <div>
        <h1>Beat doing nothing</h1>
        <p>
          A principal token (<b>PT</b>) is bought below par and pays 1 on{" "}
          {date(Date.parse(expiry))}. The underlying asset itself (<b>SY</b>, a standardized yield
          token) earns a floating yield. A strategy is a rule that decides, bar by bar, which of the
          two to own. All strategies run here, in your browser.
        </p>
        <p>
          {isGenerated
            ? "The data are generated: they resemble such a market but are not its history."
            : "The data are the history of a market."} Times are in UTC, coordinated universal time.
        </p>
      </div>
      <Figures lines={lines} ranked={ranked} />
    </section>
  );
}

function Figures({ lines, ranked }: Pick<LeadProps, "lines" | "ranked">): VNode {
  const ran = ranked.flatMap((row) =>
    row.kind === "strategy" && row.outcome.point !== null
      ? [{ name: row.entry.name, score: row.outcome.point.score }]
      : []
  );
  const [best] = ran;
  const most = Math.max(lines.hold, lines.idle);
  const above = ran.filter(({ score }) => score > most);
  const shown = (value: number | undefined): string => fixed(value ?? null, 1);
  return (
    <dl class="board-figures">
      <div class="best">
        <dt>best of {ran.length}</dt>
        <dd>{shown(best?.score)}</dd>
        <dd>{best?.name}</dd>
      </div>
      <div class="hold">
        <dt>Hold</dt>
        <dd>{shown(lines.hold)}</dd>
        <dd>buy PT at once, keep it</dd>
      </div>
      <div class="idle">
        <dt>idle</dt>
        <dd>{shown(lines.idle)}</dd>
        <dd>leave everything in SY</dd>
      </div>
      <div>
        <dt>beat both</dt>
        <dd>{ran.length === 0 ? "–" : above.length}</dd>
        <dd>of {ran.length}, on this one path</dd>
      </div>
    </dl>
  );
}
