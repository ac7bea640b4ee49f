import { PENDLE_API } from "../../datasets/fetch/pendle.ts";
import type { PendleMarket } from "../../datasets/fetch/pendle_answers.ts";
import { IMPORTS_FOLDER } from "../../datasets/dataset_folders.ts";
import { StartError } from "../../base/errors.ts";
import { oneOf, readOptions } from "../../datasets/import/options.ts";
import { PRESETS } from "../../datasets/import/sources/presets.ts";
import type { SpecInput } from "../../datasets/import/spec.ts";
import { readCommand, usageLine } from "../command_line.ts";
import { DATASET_COMMANDS } from "./commands.ts";

/** A file and the form to read it as. */
export interface NamedFile {
  readonly path: string;
  readonly presetId: string | undefined;
  readonly isFar: boolean;
}

/** The parsed options of an import. */
export interface ImportOrder {
  readonly files: readonly NamedFile[];
  /** Facts of the market; fetched facts are added. */
  readonly spec: Partial<SpecInput>;
  readonly isFromPendle: boolean;
  /** Folder of an earlier import to rebuild from its raw files. */
  readonly again: string | undefined;
  /** Hourly by default; daily for an expired one of all maturities. */
  readonly timeframe: "hourly" | "daily" | undefined;
  /** The market, if the service has listed it. */
  readonly known?: PendleMarket;
  readonly hasVolume: boolean;
  /** Address of a service with Pendle's API. */
  readonly api: string;
  readonly into: string;
  readonly isReplacing: boolean;
  readonly isJson: boolean;
}

/** @throws {StartError} that names the wrong option; an unknown option shows the usage */
export function readImportOrder(words: readonly string[]): ImportOrder {
  const { values, operands } = readCommand(DATASET_COMMANDS.import, words);
  const { from, again } = values;
  const isFromPendle = oneOf("from", from, ["pendle"]) === "pendle";
  if (!isFromPendle && again === undefined && operands.length === 0) {
    const usage = usageLine(DATASET_COMMANDS.import);
    throw new StartError(`Cannot import: give files, --from pendle or --again FOLDER\n${usage}`);
  }
  return {
    files: operands.map(toFile),
    spec: readOptions(values),
    isFromPendle,
    again,
    timeframe: oneOf("timeframe", values.timeframe, ["hourly", "daily"]),
    hasVolume: values["no-volume"] !== true,
    api: values.api ?? PENDLE_API,
    into: values.into ?? IMPORTS_FOLDER,
    isReplacing: values.replace === true,
    isJson: values.json === true,
  };
}

/** Only a known form counts as a prefix, so `C:\rates.csv` is a file. */
export function toFile(word: string): NamedFile {
  const [, form = "", path = ""] = /^([a-z-]+):(.+)$/.exec(word) ?? [];
  if (form === "far") return { path, presetId: undefined, isFar: true };
  if (PRESETS.some(({ id }) => id === form)) return { path, presetId: form, isFar: false };
  return { path: word, presetId: undefined, isFar: false };
}
