import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import { perYear } from "../../../wording/numbers.ts";
import { score, type Scored } from "../../background.ts";
import { placeText, ruleNames, rulesText } from "../../components/candidate_text.ts";
import { Failed, Notice } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { triesOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { OUTCOME_TONES, toStanding } from "../../model/standing.ts";
import { enterSeason } from "./my_entries.ts";
import type { SeasonFile } from "./season_files.ts";
import { candidate } from "../../state/state.ts";
import { NamedForm, NO_KEY } from "../../components/fields.tsx";
import { boardMarket, boardText, parseBoard } from "./place.ts";
import { SaveReceipt } from "./own_entries.tsx";
import { useAction, useResource } from "../../hooks.ts";

interface EnterFormProps {
  readonly season: SeasonFile;
  readonly board: string;
}

/** Enters the candidate of the workbench in two steps. */
export function EnterForm({ season, board }: EnterFormProps): VNode {
  // The name with which the reader asks to enter.
  const [asked, setAsked] = useState<string | null>(null);
  const entered = toEntry(season, board, candidate.value);
  const { isPending, reason, result, start } = useAction(async () => {
    const one = await enterSeason(season.seasonId, entered.candidate, asked ?? "");
    setAsked(null);
    return one;
  });
  return (
    <section class="enter" aria-labelledby="enter-title">
      <h2 id="enter-title">Enter the candidate of the workbench</h2>
      <p>
        <b>{rulesText(entered.candidate)}</b> on {boardText(entered.board)}{" "}
        <PathLink to="workbench" of={entered.candidate}>Change it in the workbench</PathLink>
      </p>
      {entered.isMoved && (
        <p class="hint">
          The workbench shows it on{" "}
          {placeText(candidate.value)}. This season has other boards or another capital, so it would
          enter as written here.
        </p>
      )}
      <NamedForm title="Enter …" isOptional isPending={isPending} submit={setAsked} note={NO_KEY} />
      {asked !== null && (
        <Confirm
          of={entered.candidate}
          as={asked}
          isPending={isPending}
          enter={start}
          leave={() => setAsked(null)}
        />
      )}
      <div role="status">
        {isPending && <p class="aside">Entering</p>}
        {result !== null && asked === null && (
          <p class="aside strong row">
            Entered as number {result.entry.number}.{" "}
            <SaveReceipt entered={result} seasonId={season.seasonId} />
          </p>
        )}
      </div>
      {reason !== null && <Notice title={reason} retry={start} />}
    </section>
  );
}

interface ConfirmProps {
  readonly of: Candidate;
  /** Its name on the board; empty without one. */
  readonly as: string;
  readonly isPending: boolean;
  enter(): void;
  leave(): void;
}

/** The second step: what is entered, its verdict on new data, and that it is for good. */
function Confirm({ of, as, isPending, enter, leave }: ConfirmProps): VNode {
  const judged = useResource(JSON.stringify(of), (text) => score(JSON.parse(text)));
  const isJudging = judged.isPending || (judged.answer === null && judged.failure === null);
  return (
    <div class="confirm" role="group" aria-label="Enter for good" tabIndex={-1} ref={focus}>
      <p role="status">
        {isJudging
          ? "Judging it on new data, which counts as a try"
          : <VerdictText of={judged.answer} />}
      </p>
      <Failed of={judged} />
      <p class="hint">
        An entry cannot be taken back. When the season is scored, its rule and its result are public
        for good; the name can be hidden at any time.
      </p>
      <p class="aside row">
        <button
          type="button"
          class="primary"
          disabled={isPending || isJudging}
          onClick={enter}
        >
          Enter {ruleNames(of)} for good{as !== "" && (
            <>
              {" as "}
              <bdi>{as}</bdi>
            </>
          )}
        </button>
        <button type="button" onClick={leave}>Not yet</button>
      </p>
    </div>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** The edge and the verdict of a candidate, as one of the tries of this browser. */
function VerdictText({ of }: { readonly of: Scored | null }): VNode | null {
  if (of === null) return null;
  const { evaluation, simulation: { evidence } } = of;
  const { edge, outcome } = toStanding(evaluation, triesOn(evidence.datasetHash));
  return (
    <>
      <b class={OUTCOME_TONES[outcome]}>{perYear(edge)}</b> edge on new data: <b>{outcome}</b>.
    </>
  );
}

interface EntryOf {
  readonly candidate: Candidate;
  readonly board: string;
  /** Whether market, timeframe or capital differ from the workbench. */
  readonly isMoved: boolean;
}

/** Returns a candidate on a board of the season: its own where that is one, else the shown board. */
function toEntry({ boards, capital }: SeasonFile, shown: string, of: Candidate): EntryOf {
  const own = boards.find((each) =>
    boardMarket(each)?.id === of.marketId && parseBoard(each).timeframe === timeframeOf(of)
  );
  const board = own ?? shown;
  const { timeframe } = parseBoard(board);
  const marketId = boardMarket(board)?.id ?? of.marketId;
  const isSame = own !== undefined && Number(of.capital ?? capital) === Number(capital);
  return { candidate: { ...of, marketId, timeframe, capital }, board, isMoved: !isSame };
}
