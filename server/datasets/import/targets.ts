// This module is browser compatible.

import { FLOWS, isQuantity, OF_ASSET, type Quantity, YIELDS } from "./quantity.ts";
import type { Readings, Series } from "./readings.ts";
import { findColumn } from "./sources/find_column.ts";
import type { ColumnRule, Preset, Scale } from "./sources/preset.ts";
import { detectPreset, PRESETS } from "./sources/presets.ts";
import type { Table } from "./sources/table.ts";
import { type ImportSpec, parseMapKey } from "./spec.ts";

/** A column that is read into a series. */
export interface Target {
  readonly series: Series;
  readonly column: number;
  readonly scale: Scale;
}

interface ChosenPreset {
  readonly preset: Preset;
  /** Quantities that `--map` takes from the table. */
  readonly mapped: readonly Quantity[];
}

/** Returns the form of a table, which reads the mapped columns in place of its own. */
export function choosePreset(
  { names, envelope }: Table,
  { map }: ImportSpec,
  { presetId, name }: { readonly presetId?: string | undefined; readonly name: string },
): ChosenPreset {
  const known = PRESETS.find(({ id }) => id === presetId) ?? detectPreset(names, envelope);
  const columns = { ...known.columns };
  const mapped: Quantity[] = [];
  let { time } = known;
  for (const [key, column] of Object.entries(map)) {
    const to = parseMapKey(key);
    if (to === null || (to.file ?? name) !== name || !names.includes(column)) continue;
    if (to.name === "timestamp") time = [column];
    else {
      columns[to.name] = { ...columns[to.name], names: [column] };
      mapped.push(to.name);
    }
  }
  return { preset: { ...known, columns, time }, mapped };
}

interface TargetOrder {
  readonly readings: Readings;
  readonly spec: ImportSpec;
  readonly mapped: readonly Quantity[];
  readonly name: string;
  readonly isFar: boolean;
}

export function findTargets(table: Table, preset: Preset, order: TargetOrder): readonly Target[] {
  const { readings, spec, mapped, name, isFar } = order;
  const found = Object.entries(preset.columns).flatMap(([word, rule]) => {
    const column = findColumn(table.names, rule.names);
    return column < 0 || !isQuantity(word) || isFar && word !== "impliedApy"
      ? []
      : [{ word, rule, column }];
  });
  const isForeign = preset.signature.length === 0 &&
    found.some(({ word }) => OF_ASSET.includes(word)) &&
    found.every(({ word }) => OF_ASSET.includes(word) || FLOWS.includes(word));
  return found.flatMap(({ word, rule, column }): Target[] => {
    if (isForeign && FLOWS.includes(word) && !mapped.includes(word)) {
      readings.counts.unused.add(
        `${word} of ${name}: it is that of a price and not of PT; --map ${name}:${word}=COLUMN takes it`,
      );
      return [];
    }
    const quantity = isFar ? "farImpliedApy" : word;
    const kind = quantity === "publishedApy" ? "rate" : preset.kind;
    const series = readings.open(quantity, kind, preset);
    return series === null ? [] : [{ series, column, scale: chooseScale(word, rule, spec) }];
  });
}

function chooseScale(quantity: Quantity, { scale }: ColumnRule, { percent }: ImportSpec): Scale {
  if (scale !== undefined) return scale;
  return YIELDS.includes(quantity) && percent.includes(quantity) ? "percent" : "decimal";
}
