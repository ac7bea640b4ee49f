import type { VNode } from "preact";
import type { Season } from "../../../contracts/season.ts";
import { counted, fixed } from "../../../wording/numbers.ts";
import { timeLeft } from "../../../wording/season.ts";
import { downloadJson } from "../../components/download.ts";
import { DAY_MS, time } from "../../model/format.ts";
import { myEntries, ownEntries } from "./my_entries.ts";
import { saveHead } from "./saved_log_heads.ts";
import type { SeasonFile } from "./season_files.ts";
import { EnterForm } from "./enter_form.tsx";
import { OwnEntries } from "./own_entries.tsx";
import { boardText } from "./place.ts";
import { Figure } from "../../components/figure.tsx";

interface UnscoredSeasonProps {
  readonly season: SeasonFile;
  readonly state: Season["state"];
  readonly board: string;
  readonly nowMs: number;
}

/** After this time without a reveal the page says that the operator owes it, milliseconds. */
const OVERDUE_MS = 7 * DAY_MS;
/** After this time without a result the page says that scoring has trouble, milliseconds. */
const SLOW_MS = 10 * 60_000;

const DRAWN: Readonly<Partial<Record<Season["state"], string>>> = {
  revealed: "drawn",
  void: "never drawn",
};

/** A season before its result: what it waits for, and what a reader can do. */
export function UnscoredSeason({ season, state, board, nowMs }: UnscoredSeasonProps): VNode {
  const [title, sentence] = stateText(season, state, nowMs);
  const [total, onBoard] = countEntries(season, board);
  const isOpen = state === "open";
  return (
    <>
      <section class="lead" aria-label="State of the season">
        <div>
          <h1>{title}</h1>
          <p>{sentence}</p>
          {state === "closed" && <SaveHead season={season} />}
        </div>
        <dl class="board-figures">
          <Figure
            look="best"
            name="entries"
            value={state === "void" ? "–" : fixed(total, 0)}
            note={season.boards.length > 1
              ? `${fixed(onBoard, 0)} on ${boardText(board)}`
              : boardText(board)}
          />
          <Figure
            name="hidden half-years"
            value={fixed(season.paths, 0)}
            note={DRAWN[state] ?? "not drawn yet"}
          />
        </dl>
      </section>
      {isOpen && <EnterForm season={season} board={board} />}
      {state !== "void" && state !== "announced" && (
        <OwnEntries key={state} season={season} asks={!isOpen} />
      )}
    </>
  );
}

/** Returns the entries of a season and of one board; those of the key count before its file says so. */
function countEntries({ seasonId, boards, counts }: SeasonFile, board: string): [number, number] {
  const mine = ownEntries.value?.seasonId === seasonId ? myEntries.value : [];
  const total = boards.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  return [
    Math.max(total, ...mine.map(({ number }) => number)),
    Math.max(counts[board] ?? 0, mine.filter((one) => one.board === board).length),
  ];
}

/** Returns the heading of a season without a result, and what it waits for. */
function stateText(
  { opensAt, closesAt, beacon, voided, reveal, failure = null }: SeasonFile,
  state: Season["state"],
  nowMs: number,
): readonly [string, string] {
  const [opens, closes] = [Date.parse(opensAt), Date.parse(closesAt)];
  switch (state) {
    case "announced":
      return [
        `Opens in ${timeLeft(opens - nowMs)}`,
        `Entries are taken from ${time(opens)} to ${time(closes)}. Then a secret that is already ` +
        "fixed decides the half-years on which every entry runs.",
      ];
    case "open":
      return [
        `${timeLeft(closes - nowMs)} left`,
        `Entries are taken until ${
          time(closes)
        }. Nobody sees another's entry before the end, and ` +
        "nobody a number of the hidden half-years: there is nothing to climb.",
      ];
    case "closed":
      return [
        "Closed",
        (beacon === null
          ? "The operator now reveals the secret; it decides the hidden half-years, and every entry " +
            "runs on them."
          : `The operator reveals the secret after round ${fixed(beacon.round, 0)} of the public ` +
            `randomness ${beacon.network}; both decide the hidden half-years.`) +
        (nowMs - closes > OVERDUE_MS
          ? ` It has been ${timeLeft(nowMs - closes)}: the operator has not revealed it.`
          : " This page looks every 10 seconds."),
      ];
    case "revealed": {
      const isSlow = reveal !== null && nowMs - Date.parse(reveal.at) > SLOW_MS;
      const trouble = failure === null ? "see the operator's log" : failure;
      return [
        isSlow ? "Not scored yet" : "The half-years are drawn",
        isSlow
          ? `Scoring is tried again by itself: ${trouble}.`
          : "Every entry is running on all of them. This page looks every 10 seconds.",
      ];
    }
    default:
      return [
        "Void",
        voided === null
          ? "The operator has withdrawn this season."
          : `The operator withdrew this season on ${time(Date.parse(voided.at))}: ${voided.reason}`,
      ];
  }
}

/** Saves the head of the closed list, with which `verify --head` finds a list that grew later. */
function SaveHead({ season: { seasonId, closedHead } }: { readonly season: Season }): VNode | null {
  if (closedHead === null) return null;
  const { entries, head } = closedHead;
  const save = (): void => {
    saveHead({ seasonId, ...closedHead });
    downloadJson(`${seasonId}-head.json`, { seasonId, ...closedHead });
  };
  return (
    <div class="save-head row">
      <button type="button" class="primary" onClick={save}>Save the list's fingerprint</button>
      <p class="hint">
        {counted(entries, "entry", "entries")},{" "}
        <code>{head.slice(0, 16)}…</code>: whoever has it can prove later that no entry was added or
        dropped. This browser remembers it, and compares it when you verify the result.
      </p>
    </div>
  );
}
