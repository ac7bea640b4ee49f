// This module is browser compatible.

/** Every scope that a key can have. */
export const SCOPES = ["strategy:read", "strategy:simulate", "evaluation:run"] as const;

/** What a key may do. */
export type Scope = typeof SCOPES[number];

/** Says whether a text is a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
