import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import { FAMILY_ID } from "../../../contracts/family_id.ts";
import { nameFault } from "../../../season/rules/names.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { Notice } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { timeframeOf } from "../../model/candidate.ts";
import { enterSeason } from "./my_entries.ts";
import type { SeasonFile } from "./season_files.ts";
import { candidate } from "../../state/state.ts";
import { KeyField, NameField } from "../../components/fields.tsx";
import { boardMarket, boardText, parseBoard } from "./place.ts";
import { SaveReceipt } from "./own_entries.tsx";
import { useAction } from "../../hooks.ts";
import { apiKey } from "../../state/preferences.ts";
import { Form } from "../../components/choice.tsx";

interface EnterFormProps {
  readonly season: SeasonFile;
  readonly board: string;
}

/** Enters the candidate of the workbench, or says how to enter another one from a terminal. */
export function EnterForm({ season, board }: EnterFormProps): VNode {
  const [name, setName] = useState("");
  const entered = toEntry(season, board, candidate.value);
  const fault = name === "" ? null : nameFault(name);
  const { isPending, reason, result, start } = useAction(() =>
    enterSeason(season.seasonId, entered.candidate, name)
  );
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
      <Form class="row" submit={start}>
        <NameField
          label="Name on the board, if you like"
          note="name-fault"
          name={name}
          setName={setName}
          fault={fault}
        />
        <KeyField />
        <button
          type="submit"
          class="primary"
          disabled={isPending || fault !== null || apiKey.value === ""}
        >
          Enter
        </button>
      </Form>
      <p id="name-fault" class="hint">
        {fault !== null && <strong class="field-error">The name {fault}.</strong>}
        An entry cannot be taken back. When the season is scored, its rule and its result are public
        for good; the name can be hidden at any time. The operator gives out keys.
      </p>
      <div role="status">
        {isPending && <p class="aside">Entering</p>}
        {result !== null && (
          <p class="aside strong row">
            Entered as number {result.entry.number}.{" "}
            <SaveReceipt entered={result} seasonId={season.seasonId} />
          </p>
        )}
      </div>
      {reason !== null && <Notice title={reason} retry={start} />}
      <details>
        <summary>From a terminal</summary>
        <pre
          class="snippet"
          tabIndex={0}
          role="region"
          aria-label="Command that enters the candidate"
        >
          {curlCommand(season.seasonId, entered.candidate, name)}
        </pre>
      </details>
    </section>
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
