import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { IMPORTED_ID_MIN, OFFICIAL_KEYS } from "../../contracts/market_ids.ts";
import { MarketKeySchema } from "../../contracts/scalar.ts";
import type { ReadableSource } from "../../datasets/import/collect.ts";
import { isoTime } from "../../datasets/import/fault.ts";
import { checkSpec, surveyMarket } from "../../datasets/import/import_market.ts";
import {
  makeMarketFiles,
  type MarketFile,
  sourceSha256,
} from "../../datasets/import/market_files.ts";
import { readOptions } from "../../datasets/import/options.ts";
import { reportText } from "../../datasets/import/report_text.ts";
import { baseName } from "../../datasets/import/sources/table.ts";
import type { SpecInput } from "../../datasets/import/spec.ts";
import type { Survey } from "../../datasets/import/survey.ts";
import type { AskedFacts, TypedFacts } from "./reader_messages.ts";

/** What a field of the form for an instant has. */
const TYPED_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const NAME_LENGTH_MAX = 64;

/** The files that an import makes, or the facts that the reader is asked for first. */
type Made =
  | { readonly asked: AskedFacts }
  | { readonly files: readonly MarketFile[]; readonly report: readonly string[] };

/**
 * Imports sources as `datasets import` does, with its modules: equal sources and facts give equal bytes.
 *
 * @param facts null: not asked for yet
 * @throws {StartError} that names the wrong fact
 */
export async function importFiles(
  files: readonly File[],
  facts: TypedFacts | null,
): Promise<Made> {
  const typed = facts ?? firstFacts(files);
  const { found, known } = facts === null
    ? await surveyFirst(files, typed)
    : { found: await surveyMarket(openAll(files, typed), toInput(files, typed)), known: typed };
  if (facts !== null && found.imported !== null) {
    const kept = await hashAll(files);
    const spec = checkSpec(toInput(files, facts));
    return {
      files: await makeMarketFiles(found.imported, spec, await sourceSha256(kept)),
      report: reportText(found.imported.report),
    };
  }
  const { tables, faults, hints, imported } = found;
  const report = imported === null ? [] : reportText(imported.report);
  return { asked: { tables, questions: [...faults, ...hints], report, facts: known } };
}

/** Reads the files twice where they tell their expiry, which decides what else is asked. */
async function surveyFirst(
  files: readonly File[],
  typed: TypedFacts,
): Promise<{ readonly found: Survey; readonly known: TypedFacts }> {
  const found = await surveyMarket(openAll(files, typed), toInput(files, typed));
  if (found.expiry === null) return { found, known: typed };
  const expiry = isoTime(found.expiry.instant);
  const known = { ...typed, texts: { ...typed.texts, expiry: expiry.slice(0, 16) } };
  return { found: await surveyMarket(openAll(files, known), toInput(files, known)), known };
}

/** The facts that the names of files tell. */
function firstFacts(files: readonly File[]): TypedFacts {
  const name = files[0]?.name.replace(/\.\w+$/, "").slice(0, NAME_LENGTH_MAX) ?? "";
  const asset = OFFICIAL_KEYS.find((key) => RegExp(`^(?:pt-)?${key}\\b`, "i").test(name));
  return { texts: { name, ...asset !== undefined && { asset } }, forms: {}, map: {} };
}

/** Opens each file when the one before it was read. */
function* openAll(files: readonly File[], { forms }: TypedFacts): Generator<ReadableSource> {
  for (const file of files) {
    const form = forms[file.name];
    const isFar = form === "far";
    const presetId = isFar || form === "" ? undefined : form;
    yield { file: file.name, bytes: file.stream(), presetId, isFar };
  }
}

function toInput(files: readonly File[], { texts, map }: TypedFacts): Partial<SpecInput> {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== "")
    .map(([option, text]) => [option, TYPED_INSTANT.test(text) ? `${text}:00Z` : text.trim()]);
  const { name = "", complete, ...options } = Object.fromEntries(given);
  return {
    source: files.map((file) => baseName(file.name)).join(", ").slice(0, 200),
    ...readOptions({ ...options, name, key: toKey(name), complete: complete !== undefined }),
    map: { ...map },
    marketId: IMPORTED_ID_MIN,
  };
}

/** Returns a name in kebab-case. */
function toKey(name: string): string {
  const key = name.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g)?.join("-") ?? "";
  if (MarketKeySchema.safeParse(key).success && name.length <= NAME_LENGTH_MAX) return key;
  throw new StartError(
    `Cannot use the name "${name}": it must have 1 to ${NAME_LENGTH_MAX} letters, one of them ` +
      "from a to z, or a digit",
  );
}

/** @throws {StartError} when a file is given twice, because its flows would count twice */
async function hashAll(
  files: readonly File[],
): Promise<readonly { readonly name: string; readonly sha256: string }[]> {
  const kept: { readonly name: string; readonly sha256: string }[] = [];
  for (const file of files) {
    // deno-lint-ignore no-await-in-loop -- one file at a time is in memory
    const sha256 = await sha256Hex(await file.arrayBuffer());
    const first = kept.find((one) => one.sha256 === sha256);
    if (first !== undefined) {
      throw new StartError(`Cannot import ${file.name}: it is the same file as ${first.name}`);
    }
    kept.push({ name: baseName(file.name), sha256 });
  }
  return kept;
}
