// This module is browser compatible.

import type { Component } from "../../model/candidate.ts";

/**
 * Returns what `writtenAsTexts` does, once its code is loaded. Without that code there are no texts: the
 * editor of texts, which is loaded as well, then says so.
 */
export async function loadTexts(
  ...component: Parameters<typeof import("../../model/written_as_texts.ts").writtenAsTexts>
): Promise<NonNullable<Component["strategyParams"]>> {
  try {
    const { writtenAsTexts } = await import("../../model/written_as_texts.ts");
    return writtenAsTexts(...component) ?? {};
  } catch {
    return {};
  }
}
