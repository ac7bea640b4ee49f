import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { readHeadFile, savedHead, saveHead } from "./saved_log_heads.ts";
import { Findings, readSeasonFile, useVerification } from "./verification.tsx";

interface VerifyBoxProps {
  /** A scored season, whose result can be verified without a file. */
  readonly scored?: { readonly seasonId: string; readonly title: string } | undefined;
}

const [AWAY, OVER]: readonly boolean[] = [false, true];

/** Verifies a receipt or a result that is dropped on the page, in this browser. */
export function VerifyBox({ scored }: VerifyBoxProps): VNode {
  const [shown, start] = useVerification();
  const [isOver, setOver] = useState(AWAY);
  const verifySeason = (seasonId: string, title: string): void =>
    start(title, {
      entry: null,
      head: savedHead(seasonId),
      read: () => readSeasonFile(seasonId),
    });
  const take = async (files: FileList | null | undefined): Promise<void> => {
    const [file] = files ?? [];
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const head = readHeadFile(bytes);
    if (head === null) {
      start(file.name, { entry: null, head: null, read: () => Promise.resolve(bytes) });
    } else {
      saveHead(head);
      start(file.name, {
        entry: null,
        head: { index: head.index, head: head.head },
        read: () => readSeasonFile(head.seasonId),
      });
    }
  };
  return (
    <section class="verify-box" aria-labelledby="verify-box-title">
      <h2 id="verify-box-title">Do not trust it: check it</h2>
      <p class="aside">
        This browser has the same engine. It checks a receipt's signature and its place in the log,
        runs an evaluation again, and of a season's result every fingerprint, all ranks and 20
        entries on all half-years. A fingerprint that you saved after the close must be in the log,
        with no entry after it.
      </p>
      <div
        class={`drop row ${isOver ? "over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(OVER);
        }}
        onDragLeave={() => setOver(AWAY)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(AWAY);
          void take(event.dataTransfer?.files);
        }}
      >
        <label class="file-choice">
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              void take(currentTarget.files).then(() => currentTarget.value = "");
            }}
          />
          <span>Choose a receipt, a season.json or a saved fingerprint</span>
        </label>
        <span class="hint">or drop it here</span>
        {scored !== undefined && (
          <button
            type="button"
            disabled={shown?.isRunning ?? false}
            onClick={() => verifySeason(scored.seasonId, scored.title)}
          >
            Verify the result of {scored.title}
          </button>
        )}
      </div>
      {shown !== null && <Findings of={shown} />}
    </section>
  );
}
