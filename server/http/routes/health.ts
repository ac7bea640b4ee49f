import type { EngineVersions } from "../../engine/wire_schemas.ts";
import { respondUncached } from "../respond.ts";
import type { Operation } from "./operation.ts";

/** What the state of the process is told from. */
export interface HealthParts {
  readonly versions: EngineVersions;
  /** Folders of imported markets that are unusable. */
  readonly skippedFolders: readonly string[];
}

const common = {
  method: "get",
  scope: null,
  tag: "health",
  hasBody: false,
  isConditional: false,
} as const;

/** Liveness and readiness. */
export const HEALTH_OPERATIONS: readonly Operation<HealthParts>[] = [
  {
    ...common,
    id: "getHealth",
    path: "/healthz",
    summary: "Reports that the process is alive",
    handle: (c, { versions: { engineVersion, rulesVersion }, clock, lifecycle }) => {
      const uptimeSeconds = Math.round((clock.nowMs() - lifecycle.startedAtMs) / 1000);
      return respondUncached(c, { status: "ok", engineVersion, rulesVersion, uptimeSeconds });
    },
    codes: [],
  },
  {
    ...common,
    id: "getReadiness",
    path: "/readyz",
    summary: "Reports whether engines and key store work",
    handle: async (c, { lifecycle, skippedFolders }) => {
      await lifecycle.checkReady();
      return respondUncached(c, { status: "ready", skippedFolders });
    },
    codes: ["AUTH_UNAVAILABLE", "OVERLOADED", "SHUTTING_DOWN"],
  },
];
