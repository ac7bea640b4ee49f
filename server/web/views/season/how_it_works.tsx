import type { VNode } from "preact";
import type { BoardHead } from "../../../contracts/season.ts";
import { fixed } from "../../../wording/numbers.ts";

/** Explains a scored board in a folded paragraph. */
export function HowItWorks({ head: { paths, bar, kept } }: { readonly head: BoardHead }): VNode {
  return (
    <details class="how">
      <summary>What “surely better” and “place 3–40” mean</summary>
      <p>
        Entries closed before the market existed. A secret whose fingerprint was published before
        the opening, together with the list of entries, decided {fixed(paths, 0)}{" "}
        half-years that nobody had seen. Every entry ran on all of them; so did simply holding PT,
        and doing nothing.
      </p>
      <p>
        One entry is <b>surely better</b> than another when its average lead over the{" "}
        {fixed(paths, 0)} is more than 0.1 % a year and far more than luck gives{bar !== null &&
          `: more than ${fixed(bar, 1)} times the lead's own uncertainty, because the luckiest of ${
            fixed(kept, 0)
          } looks good`}. Place <b>3–40</b>{" "}
        means: two are surely better, and those from place 41 on are surely worse; between them
        nobody can say. <b>Leaders</b>{" "}
        are surely better than holding and than doing nothing, and no other leader is surely better
        than they are. Often there is none: then nobody beat both.
      </p>
      <p>All of this is true in the arena's world, which is made; real markets may differ.</p>
    </details>
  );
}
