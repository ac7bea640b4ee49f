import { z } from "zod";
import type { SearchRequest, SearchView } from "../contracts/types.ts";
import { AXES, CANDIDATE_AS_CHECKED, candidateOf, wholeNumber } from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";

/** Best candidates of a finished search in an answer. */
const TOP = 5;

/** Tools that run many candidates in the background. */
export const SEARCH_TOOLS: readonly Tool[] = [
  tool({
    name: "start_search",
    title: "Start a search",
    description:
      "Runs variants of a base candidate in the background, a thousand times cheaper than " +
      "one call each; get_search has the result. Evaluated variants count as tries.",
    input: z.object({
      base: CANDIDATE_AS_CHECKED,
      axes: AXES,
      method: z.string().default("grid").describe(
        "grid (ranges need steps), or with count: random, sobol, halving, adaptive",
      ),
      count: wholeNumber(1).optional(),
      aim: z.string().optional().describe("the figure to maximise, default score; or edge"),
      evaluate: wholeNumber(0).optional().describe("how many of the best to evaluate, default 20"),
    }),
    isReadOnly: false,
    async run(arena, { base, axes, method, count, aim, evaluate }): Promise<object> {
      const plan = {
        base: candidateOf(base),
        axes,
        method: { kind: method, ...(count !== undefined && { count }) },
        ...(aim !== undefined && { aim }),
        ...(evaluate !== undefined && { evaluate }),
      };
      // The service checks the plan, in the words of its errors.
      const started = await arena.startSearch({ plan } as unknown as SearchRequest);
      const { searchId, candidates, evaluations, units, estimatedSeconds, quota } = started;
      return {
        searchId,
        candidates,
        evaluations,
        units,
        estimatedSeconds,
        unitsLeft: quota.unitsLeft,
      };
    },
  }),
  tool({
    name: "get_search",
    title: "Get or cancel a search",
    description:
      "Progress of a search; once it is done, whether its best candidate can be trusted, " +
      "and why.",
    input: z.object({ searchId: z.string(), cancel: z.boolean().optional() }),
    isReadOnly: false,
    run: async (arena, { searchId, cancel }) =>
      searched(
        cancel === true ? await arena.cancelSearch(searchId) : await arena.getSearch(searchId),
      ),
  }),
];

function searched(view: SearchView): object {
  const { status, done, candidates, secondsLeft, best, failure, report } = view;
  if (report === null) return { status, done, candidates, secondsLeft, failure, best };
  const { level, sentence, reasons, notes } = report.verdict;
  return {
    status,
    done,
    verdict: { level, sentence, reasons, notes },
    top: (report.top as unknown as readonly Entry[]).slice(0, TOP).map(ranked),
  };
}

/** The parts of an entry that decide; the contract leaves entries open. */
interface Entry {
  readonly candidate: unknown;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly evaluation: {
    readonly eligible: boolean;
    readonly failed: readonly string[];
    readonly requiredEdge: number | null;
    readonly figures: Readonly<Record<string, number | null>>;
  } | null;
}

/** Returns a candidate of the list with the figures that decide. */
function ranked({ candidate, figures, evaluation }: Entry): object {
  const { score, fills } = figures;
  if (evaluation === null) return { candidate, score, fills, evaluation };
  const { eligible, failed, requiredEdge, figures: { edge, pAdjusted } } = evaluation;
  return { candidate, score, fills, eligible, failed, edge, requiredEdge, pAdjusted };
}
