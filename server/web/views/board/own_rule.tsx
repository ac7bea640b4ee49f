import type { VNode } from "preact";
import type { Candidate } from "../../../contracts/candidate.ts";
import { PathLink } from "../../components/path_link.tsx";
import type { DatasetName } from "../../engine/messages.ts";
import { defaultCandidate } from "../../model/catalogue.ts";
import { EXPRESSION } from "../../model/own_parameters.ts";

/** A rule in the language of texts, as a trader would say it. */
interface Example {
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
}

const HIGH_YIELD: Example = {
  name: "Buy PT when its yield is unusually high, sell below its mean",
  texts: { enter: "zscore(logYield, 20d) >= 1.5", exit: "zscore(logYield, 20d) <= 0" },
};

/** Rules that every market runs. */
export const EXAMPLES: readonly Example[] = [
  HIGH_YIELD,
  {
    name: "Hold PT while it pays more than the pool",
    texts: { target: "impliedApy > ema(underlyingApy, 7d)" },
  },
  {
    name: "Follow a yield that falls",
    texts: {
      enter: "ema(impliedApy, 3d) < ema(impliedApy, 15d)",
      exit: "ema(impliedApy, 3d) > ema(impliedApy, 15d)",
    },
  },
];

/** Returns an example as a candidate on a dataset; without one, the first. */
export function ruleOn(dataset: DatasetName, { texts }: Example = HIGH_YIELD): Candidate {
  const components = [{ strategyId: EXPRESSION, strategyParams: { ...texts } }];
  return { ...defaultCandidate(dataset, EXPRESSION), components };
}

/** Leads to the editor of texts, with rules to begin from. */
export function OwnRule({ dataset }: { readonly dataset: DatasetName }): VNode {
  return (
    <section class="own-rule" aria-label="Write your rule">
      <h2>Write your rule</h2>
      <p>Say in a line when to hold PT: it runs as you type, and is judged when you ask.</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <PathLink to="workbench" of={ruleOn(dataset, example)}>{example.name}</PathLink>
            {Object.entries(example.texts).map(([name, text]) => (
              <code key={name}>{name}: {text}</code>
            ))}
          </li>
        ))}
      </ul>
      <PathLink class="button" to="workbench" of={ruleOn(dataset)}>Open the editor</PathLink>
    </section>
  );
}
