import { Connection, lazyRemote } from "../../base/remote.ts";
import { EngineFailure, FAILURES } from "../engine/failure.ts";
import { programUrl } from "../programs.ts";
import { program } from "../engines.ts";
import type { VerifyNews, VerifyOrder, VerifyService } from "./verify_service.ts";

const worker = lazyRemote<VerifyService>(() =>
  new Connection<VerifyService>(new Worker(programUrl("verify"), { type: "module" }), {
    revivers: FAILURES,
    toLoss: (reason) => {
      const detail = `Cannot verify in this browser: ${reason}`;
      return new EngineFailure({ kind: "blocked", detail });
    },
  })
);

/** Verifies a file in a worker of this page; resolves after the last finding. */
export async function verifyFile(
  { file, head, entry }: Pick<VerifyOrder, "file" | "head" | "entry">,
  hear: (news: VerifyNews) => void,
): Promise<void> {
  await worker.remote.verify({ ...await program(), file, head, entry }, hear);
}
