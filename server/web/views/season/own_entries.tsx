import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Entered } from "../../../contracts/season.ts";
import { counted, perYear } from "../../../wording/numbers.ts";
import { entryName, placeText } from "../../../wording/season.ts";
import { rulesText } from "../../components/candidate_text.ts";
import { type DataColumn, DataTable } from "../../components/data_table.tsx";
import { Notice } from "../../components/notice.tsx";
import { time } from "../../model/format.ts";
import { hideName, ownEntries, readOwnEntries } from "./my_entries.ts";
import type { SeasonFile } from "./season_files.ts";
import { KeyField, NO_KEY } from "../../components/fields.tsx";
import { boardText } from "./place.ts";
import { downloadJson } from "../../components/download.ts";
import { useAction } from "../../hooks.ts";
import { apiKey } from "../../state/preferences.ts";
import { Form } from "../../components/choice.tsx";

interface OwnEntriesProps {
  readonly season: SeasonFile;
  /** Whether it has a field for the key of its own. */
  readonly asks: boolean;
}

/** The entries of the key in this tab, with names and receipts. Before the result they have no figures. */
export function OwnEntries({ season: { seasonId }, asks }: OwnEntriesProps): VNode {
  const { isPending, reason, start } = useAction(() => readOwnEntries(seasonId));
  useEffect(() => {
    if (apiKey.peek() !== "") start();
  }, [seasonId]);
  const own = ownEntries.value?.seasonId === seasonId ? ownEntries.value : null;
  const isSigned = own?.entries.some(({ receipt }) => receipt !== null) ?? false;
  return (
    <section class="own-entries" aria-labelledby="own-entries-title">
      <h2 id="own-entries-title">Your entries</h2>
      <Form class="row" submit={start}>
        {asks && <KeyField />}
        <button type="submit" disabled={isPending || apiKey.value === ""}>
          Show the entries of the key
        </button>
      </Form>
      <p class="hint">With your key you see what you entered. {asks && NO_KEY}</p>
      {reason !== null && <Notice title={reason} retry={start} />}
      {own !== null && own.entries.length === 0 && <p class="aside">This key has no entry here.</p>}
      {own !== null && own.entries.length > 0 && (
        <>
          <p class="aside">
            {counted(own.entries.length, "entry", "entries")}
            {own.limit > 0 && ` of ${own.limit} that the key may have`}. {isSigned
              ? "Keep the receipts: each proves what you entered, when, and its number in the list."
              : "Should one be missing after the close, tell the operator its number and fingerprint."}
            {" "}
            A name can be hidden at any time; rule and figures stay.
          </p>
          <DataTable
            label="Entries of the key"
            head={{ title: "Entry", cell: ({ entry }) => entryName(entry.name, entry.number) }}
            columns={entryColumns(seasonId, isSigned)}
            rows={own.entries}
          />
        </>
      )}
    </section>
  );
}

function entryColumns(seasonId: string, isSigned: boolean): readonly DataColumn<Entered>[] {
  return [
    { title: "Number", cell: ({ entry }) => entry.number },
    words("Name", ({ entry }) => <HideName seasonId={seasonId} entry={entry} />),
    { ...words("Rule", ({ entry }) => rulesText(entry.candidate)), isLong: true },
    words("Board", ({ entry }) => boardText(entry.board)),
    words("Accepted", ({ entry }) => time(Date.parse(entry.acceptedAt))),
    words("Fingerprint", ({ entry }) => <code>{entry.candidateHash.slice(0, 12)}…</code>),
    words("Result", ({ entry }) => resultText(entry)),
    ...isSigned
      ? [words("Receipt", (entered) => <SaveReceipt seasonId={seasonId} entered={entered} />)]
      : [],
  ];
}

function words(title: string, cell: DataColumn<Entered>["cell"]): DataColumn<Entered> {
  return { title, kind: "words", cell };
}

/** Writes the result of an entry: nothing before the end of the season. */
function resultText({ state, result }: Entered["entry"]): string {
  if (state === "failed") return "could not be run";
  if (result === null || result.edge === null) return "after the end";
  return `place ${placeText(result.rankInterval)}, ${perYear(result.edge)}`;
}

interface HideNameProps {
  readonly seasonId: string;
  readonly entry: Entered["entry"];
}

const [CLOSED, ASKING] = [false, true];

/** The name of an own entry, which its owner may hide at any time; a hidden name does not come back. */
function HideName({ seasonId, entry: { name, number } }: HideNameProps): VNode {
  const [isAsking, setAsking] = useState(CLOSED);
  const { isPending, reason, start } = useAction(() => hideName(seasonId, number));
  if (name === "") return <span class="hint">none</span>;
  if (!isAsking) {
    return (
      <>
        <bdi>{name}</bdi>{" "}
        <button
          type="button"
          aria-label={`Hide the name of entry ${number}`}
          onClick={() => setAsking(ASKING)}
        >
          Hide
        </button>
      </>
    );
  }
  return (
    <>
      Hide <bdi>{name}</bdi> for good?{" "}
      <button type="button" disabled={isPending} onClick={start}>Hide the name</button>{" "}
      <button type="button" disabled={isPending} onClick={() => setAsking(CLOSED)}>Keep it</button>
      {reason !== null && <strong class="field-error" role="status">{reason}</strong>}
    </>
  );
}

interface SaveReceiptProps {
  readonly seasonId: string;
  readonly entered: Entered;
}

/** Saves the receipt of an entry, which proves that it was accepted and where; nothing without one. */
export function SaveReceipt(
  { seasonId, entered: { entry, receipt } }: SaveReceiptProps,
): VNode | null {
  if (receipt === null) return null;
  const save = (): void => downloadJson(`${seasonId}-entry-${entry.number}-receipt.json`, receipt);
  return (
    <button type="button" aria-label={`Save receipt of entry ${entry.number}`} onClick={save}>
      Save receipt
    </button>
  );
}
