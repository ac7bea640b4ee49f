import { useRef, useState } from "preact/hooks";
import { messageOf } from "../../../base/errors.ts";
import type { Finding } from "../../../season/verify/finding.ts";
import { verifyFile } from "../../seasons/verification.ts";
import type { VerifyNews, VerifyOrder } from "../../seasons/verify_service.ts";

/** A verification as far as it has come. */
export interface Verification {
  /** The file or the entry that is verified. */
  readonly title: string;
  readonly isRunning: boolean;
  readonly findings: readonly Finding[];
  /** Share of the half-years that have been run; null outside of that step. */
  readonly share: number | null;
  /** Why it could not be carried out; null if it could. */
  readonly failure: string | null;
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
