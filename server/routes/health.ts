import type { Operation } from "./operation.ts";

const NO_STORE = { "Cache-Control": "no-store" };

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
      return c.json({ status: "ok", engineVersion, rulesVersion, uptimeSeconds }, 200, NO_STORE);
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
      return c.json({ status: "ready" }, 200, NO_STORE);
    },
    codes: ["AUTH_UNAVAILABLE", "OVERLOADED", "SHUTTING_DOWN"],
  },
];
