import { respondNow } from "../respond.ts";
import type { Operation } from "./operation.ts";

const facts = {
  method: "get",
  scope: null,
  tag: "health",
  hasBody: false,
  isConditional: false,
} as const;

/** Liveness and readiness. */
export const HEALTH_OPERATIONS: readonly Operation[] = [
  {
    ...facts,
    id: "getHealth",
    path: "/healthz",
    summary: "Says that the process is alive",
    answer: (c, { versions: { engineVersion, rulesVersion }, clock, lifecycle }) => {
      const uptimeSeconds = Math.round((clock.nowMs() - lifecycle.startedAtMs) / 1000);
      return respondNow(c, { status: "ok", engineVersion, rulesVersion, uptimeSeconds });
    },
    codes: [],
  },
  {
    ...facts,
    id: "getReadiness",
    path: "/readyz",
    summary: "Says whether datasets, engine and key store answer",
    answer: async (c, { lifecycle }) => {
      await lifecycle.checkReady();
      return respondNow(c, { status: "ready" });
    },
    codes: ["AUTH_UNAVAILABLE", "OVERLOADED", "SHUTTING_DOWN"],
  },
];
