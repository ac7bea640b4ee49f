// This module is browser compatible.

import type { ImportReport } from "./transform.ts";

const SHOWN_MAX = 5;

/** Formats the report of an import for one screen. */
export function reportText(report: ImportReport): readonly string[] {
  const { dropped, duplicates, rounded, fillings, warnings, compared, notes, remarks } = report;
  const filled = fillings.map(({ quantity, from, bars }) => `${quantity}, ${bars} from ${from} on`);
  return [
    ...notes,
    ...remarks,
    ...counted("rows dropped", dropped),
    ...counted("rows given twice, of which the last is taken", duplicates),
    ...counted("stamps rounded to the hour", rounded),
    ...counted("gaps carried over", filled),
    ...counted("jumps to look at", warnings),
    ...compared.map(({ column, bars, median, largest, at }) =>
      `the source's own ${column} deviates by ${shown(median)} in the middle of ${bars} bars, ` +
      `by ${shown(largest)} at most (${at})`
    ),
  ];
}

/** Formats a count with its first examples. */
function counted(what: string, places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  const more = places.length > SHOWN_MAX ? [`  and ${places.length - SHOWN_MAX} more`] : [];
  return [
    `${what}: ${places.length}`,
    ...places.slice(0, SHOWN_MAX).map((place) => `  ${place}`),
    ...more,
  ];
}

function shown(deviation: number): string {
  return deviation.toPrecision(2);
}
