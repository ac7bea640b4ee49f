import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type { Season } from "../../../contracts/season.ts";
import { FileChoice } from "../../components/file_choice.tsx";
import { readHeadFile, saveHead } from "./saved_log_heads.ts";
import { Findings, seasonFile, useVerification } from "./verification.tsx";

interface VerifyBoxProps {
  /** A scored season, whose result can be verified without a file. */
  readonly scored?: Pick<Season, "seasonId" | "title"> | undefined;
}

/** Verifies a receipt or a result that is dropped on the page, in this browser. */
export function VerifyBox({ scored }: VerifyBoxProps): VNode {
  const [shown, start] = useVerification();
  const take = async (file: File): Promise<void> => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const head = readHeadFile(bytes);
    if (head === null) {
      start(file.name, { entry: null, head: null, read: () => Promise.resolve(bytes) });
    } else {
      saveHead(head);
      start(file.name, {
        ...seasonFile(head.seasonId),
        head: { index: head.index, head: head.head },
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
      <FileDrop take={(file) => void take(file)}>
        {scored !== undefined && (
          <button
            type="button"
            disabled={shown?.isRunning ?? false}
            onClick={() => start(scored.title, seasonFile(scored.seasonId))}
          >
            Verify the result of {scored.title}
          </button>
        )}
      </FileDrop>
      {shown !== null && <Findings of={shown} />}
    </section>
  );
}

const [AWAY, OVER]: readonly boolean[] = [false, true];

interface FileDropProps {
  /** The text and controls beside the file button. */
  readonly children: ComponentChildren;
  take(file: File): void;
}

/** The place for a file, which is chosen or dropped. */
function FileDrop({ children, take }: FileDropProps): VNode {
  const [isOver, setOver] = useState(AWAY);
  const takeFirst = ([file]: Iterable<File>): void => {
    if (file !== undefined) take(file);
  };
  return (
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
        takeFirst(event.dataTransfer?.files ?? []);
      }}
    >
      <FileChoice accept=".json,application/json" take={takeFirst}>
        Choose a receipt, a season.json or a saved fingerprint
      </FileChoice>
      <span class="hint">or drop it here</span>
      {children}
    </div>
  );
}
