import type { VNode } from "preact";
import type { BoardHead, BoardRow } from "../../../contracts/season.ts";
import { readBytes } from "../../seasons/arena_files.ts";
import { notedHead } from "../../seasons/noted_heads.ts";
import { Findings } from "./findings.tsx";
import { useVerification } from "./use_verification.ts";

interface VerifyRowProps {
  readonly head: BoardHead;
  readonly row: BoardRow;
  readonly name: string;
}

/** Verifies the result of a board, and runs one entry again on all half-years, in this browser. */
export function VerifyRow({ head, row, name }: VerifyRowProps): VNode {
  const [shown, start] = useVerification();
  const verify = (): void => {
    const { board, numbers } = head;
    const entry = { board, at: numbers.indexOf(row.number ?? 0), of: numbers.length };
    const file = `${head.seasonId}/season.json`;
    start(`${name} on ${head.paths} half-years`, {
      entry,
      head: notedHead(head.seasonId),
      read: async () => await readBytes(file) ?? new Uint8Array(),
    });
  };
  return (
    <>
      <button type="button" disabled={shown?.isRunning ?? false} onClick={verify}>
        Verify in this browser
      </button>
      {shown !== null && <Findings of={shown} />}
    </>
  );
}
