import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import { FAMILY_ID } from "../../../contracts/family_id.ts";
import { nameFault } from "../../../season/rules/names.ts";
import { perYear } from "../../../wording/numbers.ts";
import { score, type Scored } from "../../background.ts";
import { placeText, ruleNames, rulesText } from "../../components/candidate_text.ts";
import { Failed, Notice } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { judgedOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { OUTCOME_TONES, toStanding } from "../../model/standing.ts";
import { enterSeason } from "./my_entries.ts";
import type { SeasonFile } from "./season_files.ts";
import { candidate } from "../../state/state.ts";
import { KeyField, NameField, NO_KEY } from "../../components/fields.tsx";
import { boardMarket, boardText, parseBoard } from "./place.ts";
import { SaveReceipt } from "./own_entries.tsx";
import { useAction, useResource } from "../../hooks.ts";
import { apiKey } from "../../state/preferences.ts";
import { Form } from "../../components/choice.tsx";

interface EnterFormProps {
  readonly season: SeasonFile;
  readonly board: string;
}

const [FILLING, ASKING] = [false, true];

/** Enters the candidate of the workbench in two steps, or says how to enter another one from a terminal. */
export function EnterForm({ season, board }: EnterFormProps): VNode {
  const [name, setName] = useState("");
  const [isAsking, setAsking] = useState(FILLING);
  const entered = toEntry(season, board, candidate.value);
  const fault = name === "" ? null : nameFault(name);
  const { isPending, reason, result, start } = useAction(async () => {
    const one = await enterSeason(season.seasonId, entered.candidate, name);
    setAsking(FILLING);
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
      <Form class="row" submit={() => setAsking(ASKING)}>
        <NameField
          label="Name on the board, if you like"
          note="name-fault"
          name={name}
          setName={setName}
          fault={fault}
        />
        <KeyField />
        {!isAsking && (
          <button
            type="submit"
            class="primary"
            disabled={isPending || fault !== null || apiKey.value === ""}
          >
            Enter …
          </button>
        )}
      </Form>
      <p id="name-fault" class="hint">
        {fault !== null && <strong class="field-error">The name {fault}.</strong>} {NO_KEY}
      </p>
      {isAsking && (
        <Confirm
          of={entered.candidate}
          isPending={isPending || fault !== null || apiKey.value === ""}
          enter={start}
          leave={() => setAsking(FILLING)}
        />
      )}
      <div role="status">
        {isPending && <p class="aside">Entering</p>}
        {result !== null && !isAsking && (
          <p class="aside strong row">
            Entered as number {result.entry.number}.{" "}
            <SaveReceipt entered={result} seasonId={season.seasonId} />
          </p>
        )}
      </div>
      {reason !== null && <Notice title={reason} retry={start} />}
      <Terminal command={curlCommand(season.seasonId, entered.candidate, name)} />
    </section>
  );
}

interface ConfirmProps {
  readonly of: Candidate;
  readonly isPending: boolean;
  enter(): void;
  leave(): void;
}

/** The second step: what is entered, its verdict on new data, and that it is for good. */
function Confirm({ of, isPending, enter, leave }: ConfirmProps): VNode {
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
      <p class="row">
        <button
          type="button"
          class="primary"
          disabled={isPending || isJudging}
          onClick={enter}
        >
          Enter {ruleNames(of)} for good
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
  const { edge, outcome } = toStanding(evaluation, Math.max(1, judgedOn(evidence.datasetHash)));
  return (
    <>
      <b class={OUTCOME_TONES[outcome]}>{perYear(edge)}</b> edge on new data: <b>{outcome}</b>.
    </>
  );
}

/** The command that enters the candidate, folded. */
function Terminal({ command }: { readonly command: string }): VNode {
  return (
    <details>
      <summary>From a terminal</summary>
      <pre
        class="snippet"
        tabIndex={0}
        role="region"
        aria-label="Command that enters the candidate"
      >
        {command}
      </pre>
    </details>
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

function curlCommand(seasonId: string, of: Candidate, name: string): string {
  const body = JSON.stringify({ candidate: of, ...name !== "" && { name } }).replaceAll(
    "'",
    "'\\''",
  );
  return `curl -s ${location.origin}/v1/families/${FAMILY_ID}/seasons/${seasonId}/entries \\
  -H "x-api-key: $ARENA_KEY" -H 'content-type: application/json' \\
  -d '${body}'`;
}
