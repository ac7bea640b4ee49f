import { useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import { messageOf } from "../../../base/errors.ts";
import type { Finding } from "../../../season/verify/finding.ts";
import type { VerifyNews, VerifyOrder, VerifyService } from "./verify_worker.ts";
import { lazyRemote } from "../../../base/remote.ts";
import { program } from "../../engines.ts";
import { percent } from "../../../wording/numbers.ts";
import { sentence } from "../../model/format.ts";
import { startProgram } from "../../engine/program.ts";
import { savedHead } from "./saved_log_heads.ts";
import { readBytes } from "./arena_files.ts";

/** A verification as far as it has come. */
interface Verification {
  /** The file or the entry that is verified. */
  readonly title: string;
  readonly isRunning: boolean;
  readonly findings: readonly Finding[];
  /** Share of the half-years that have been run; null outside of that step. */
  readonly share: number | null;
  /** Why it could not be carried out; null if it could. */
  readonly failure: string | null;
}

/** Returns the file of a season, and the head of its list that this browser has saved. */
export function seasonFile(seasonId: string, entry: File["entry"] = null): File {
  const read = async (): Promise<Uint8Array<ArrayBuffer>> =>
    await readBytes(`${seasonId}/season.json`) ?? new Uint8Array();
  return { entry, head: savedHead(seasonId), read };
}

type File = Pick<VerifyOrder, "entry" | "head"> & { read(): Promise<Uint8Array<ArrayBuffer>> };

/** Returns the verification shown, and starts another one. */
export function useVerification(): readonly [
  Verification | null,
  (title: string, file: File) => void,
] {
  const [shown, setShown] = useState<Verification | null>(null);
  const newest = useRef(0);
  const start = async (title: string, { entry, head, read }: File): Promise<void> => {
    const run = ++newest.current;
    const set = (change: Partial<Verification>): void => {
      if (run === newest.current) setShown((before) => before && { ...before, ...change });
    };
    setShown({ title, isRunning: true, findings: [], share: null, failure: null });
    const findings: Finding[] = [];
    const hear = (news: VerifyNews): void => {
      if (news.kind === "progress") return set({ share: news.done / news.of });
      findings.push(news.finding);
      set({ findings: [...findings], share: null });
    };
    try {
      await verifyFile({ entry, head, file: await read() }, hear);
      set({ isRunning: false });
    } catch (thrown) {
      set({ isRunning: false, failure: messageOf(thrown) });
    }
  };
  return [shown, (title, file) => void start(title, file)];
}

const worker = lazyRemote<VerifyService>(() => startProgram("verify", "verify"));

/** Verifies a file in a worker of this page; resolves after the last finding. */
async function verifyFile(
  { file, head, entry }: Pick<VerifyOrder, "file" | "head" | "entry">,
  hear: (news: VerifyNews) => void,
): Promise<void> {
  await worker.remote.verify({ ...await program(), file, head, entry }, hear);
}

const MARKS = { holds: "✓", skipped: "–", wrong: "✗" } as const;
const NAMES = { holds: "Holds", skipped: "Not checked", wrong: "Wrong" } as const;

/** Shows the findings of a verification so far, and its outcome. */
export function Findings({ of }: { readonly of: Verification }): VNode {
  const { title, isRunning, findings, share, failure } = of;
  const isWrong = findings.some(({ outcome }) => outcome === "wrong");
  const skipped = findings.filter(({ outcome }) => outcome === "skipped").length;
  const outcome = isWrong
    ? "Wrong: something is not what it was said to be."
    : skipped === findings.length
    ? "Nothing could be checked here."
    : skipped === 0
    ? "Everything holds."
    : "What could be checked here holds.";
  return (
    <div class="findings" role="status">
      <p>
        <b>{title}</b>
        {isRunning && (
          <span class="aside">
            {share === null ? ": checking" : `: running again, ${percent(share, 0)}`}
          </span>
        )}
      </p>
      <ul>
        {findings.map(({ outcome, text }, at) => (
          <li key={at} class={outcome}>
            <i aria-hidden="true">{MARKS[outcome]}</i>
            <span class="unseen">{NAMES[outcome]}:</span> {sentence(text)}
          </li>
        ))}
      </ul>
      {failure !== null && <p class="verdict bad">{failure}</p>}
      {!isRunning && failure === null && (
        <p class={`verdict ${isWrong ? "bad" : "good"}`}>{outcome}</p>
      )}
    </div>
  );
}
