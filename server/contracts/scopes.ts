// This module is browser compatible.

/** Every scope that a key can have. */
export const SCOPES = [
  "strategy:read",
  "strategy:simulate",
  "strategy:search",
  "evaluation:run",
  "arena:enter",
] as const;

/** A permission of a key. */
export type Scope = typeof SCOPES[number];

/** Returns whether a text is a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
