import type { Component } from "../../model/candidate.ts";

/**
 * Loads `writtenAsTexts` and calls it. When the code cannot be loaded, the texts stay empty, and the
 * editor of texts, whose code is loaded too, reports the failure.
 */
export async function loadTexts(
  ...component: Parameters<typeof import("../../model/written_as_texts.ts").writtenAsTexts>
): Promise<NonNullable<Component["strategyParams"]>> {
  try {
    const { writtenAsTexts } = await import("../later.ts");
    return writtenAsTexts(...component) ?? {};
  } catch {
    return {};
  }
}
