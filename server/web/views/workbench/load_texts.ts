import { later } from "../../components/lazily.tsx";
import type { Component } from "../../model/candidate.ts";
import type { writtenAsTexts } from "./written_as_texts.ts";

/**
 * Loads `writtenAsTexts` and calls it. When the code cannot be loaded, the texts stay empty, and the
 * editor of texts, whose code is loaded too, reports the failure.
 */
export async function loadTexts(
  ...component: Parameters<typeof writtenAsTexts>
): Promise<NonNullable<Component["strategyParams"]>> {
  const written = await later<typeof writtenAsTexts>("writtenAsTexts").catch(() => null);
  return written?.(...component) ?? {};
}
