// This module is browser compatible.

import { leafOf } from "../rules/log.ts";
import type { PublishedKey } from "../rules/published_keys.ts";
import type { JsonValue } from "../../base/canonical_json.ts";
import type { Receipt } from "../rules/receipt.ts";
import type { LogPlace } from "../rules/statements.ts";
import { checkEvaluation } from "./evaluation.ts";
import { expectSame, type Finding, onOneLine, Skipped, type Step, Wrong } from "./finding.ts";
import { checkHead, checkKeys, checkPlace, type LogRow, readLog, recordOf } from "./log.ts";
import { Members } from "./read.ts";
import { checkBoard, type SeasonParts } from "./season.ts";
import { checkSeasonFile } from "./season_file.ts";
import { checkSeasonLog, claimOf } from "./season_log.ts";
import { checkSignature, keysOf, readPayload, type Signed } from "./signature.ts";
import { readReceipt, readSubject } from "./subject.ts";

/** Everything that a verification needs. */
export interface VerifyParts extends SeasonParts {
  /** Keys that the reader trusts; null takes those of the folder. */
  readonly keys: TrustedKeys | null;
  /** A head of the log that the reader noted; null without one. */
  readonly head: LogPlace | null;
}

/**
 * Verifies a receipt, an answer with one, or a season with all its boards. Yields one finding per step
 * and stops at the first failure.
 */
export async function* verify(
  file: Uint8Array,
  parts: VerifyParts,
): AsyncGenerator<Finding, void> {
  let step: Step = "signature";
  try {
    for await (
      const finding of findings(file, { ...parts, enter: (entered) => step = entered })
    ) yield onOneLine(finding);
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    if (!isSkipped && !(error instanceof Wrong)) throw error;
    yield onOneLine({ step, outcome: isSkipped ? "skipped" : "wrong", text: error.message });
  }
}

/** Keys, and where they were read. */
export interface TrustedKeys {
  readonly list: readonly PublishedKey[];
  readonly place: string;
}

interface Parts extends VerifyParts {
  /** Receives the step that begins, to which whatever is thrown belongs. */
  enter(step: Step): void;
}
type Findings = AsyncGenerator<Finding>;

async function* findings(file: Uint8Array, parts: Parts): Findings {
  const subject = readSubject(file);
  if (subject.kind === "receipt") return yield* ofReceipt(subject.receipt, parts);
  yield* ofSeason(subject.season, parts);
}

async function* ofSeason(season: Members, parts: Parts): Findings {
  const results = season.list("results");
  if (results.length === 0) throw new Wrong("the season has no scored board yet");
  for (const [at, value] of results.entries()) {
    const scored = new Members(`season.json/results/${at}`, value);
    if (scored.any("receipt") === null) {
      const text = `${scored.text("board")} has no receipt: the arena signs nothing`;
      yield { step: "signature", outcome: "skipped", text };
      yield* ofBoard(claimOf(season, scored), null, parts);
    } else yield* ofReceipt(readReceipt(scored.object("receipt")), parts);
  }
  yield* checkSeasonFile(season, await readLog(parts.files), parts);
}

async function* ofReceipt(receipt: Receipt, parts: Parts): Findings {
  parts.enter("signature");
  const { files } = parts;
  const list = parts.keys?.list ?? await keysOf(files);
  const place = parts.keys?.place ?? files.place;
  const signed = list === null ? null : await checkSignature(receipt, list);
  const payload = readPayload(receipt);
  const kind = payload.text("kind");
  if (signed === null) {
    const text = `the signature: keys.json is not in ${place}`;
    yield { step: "signature", outcome: "skipped", text };
  } else {
    if (!signed.isInTime && kind === "arena-evaluation-1") throw new Wrong(signed.text);
    yield { step: "signature", outcome: "holds", text: `${signed.text} (keys of ${place})` };
  }
  if (kind === "arena-season-1") yield* ofBoard(payload, signed, parts);
  else if (kind === "arena-entry-1") yield* ofEntry(payload, signed, parts);
  else if (kind === "arena-evaluation-1") {
    yield { step: "log", outcome: "skipped", text: "an evaluation is in no log" };
    parts.enter("evaluation");
    const text = await checkEvaluation(payload, parts.engine);
    yield { step: "evaluation", outcome: "holds", text };
  } else throw new Wrong(`the receipt is of kind ${kind}, which this program does not know`);
}

async function* ofEntry(payload: Members, signed: Signed | null, parts: Parts): Findings {
  parts.enter("log");
  const [record, leaf] = [payload.object("record"), payload.text("leaf")];
  expectSame("leaf", leaf, (await leafOf(record.raw as JsonValue)).toHex());
  yield { step: "log", outcome: "holds", text: `the record of the entry has leaf ${leaf}` };
  const rows = await logOf(signed, parts);
  const place = placeOf(payload);
  checkPlace(rows, place, leaf);
  const text = `the entry is record ${place.index} of ${rows.length}, the chain has its head`;
  yield { step: "log", outcome: "holds", text };
}

async function* ofBoard(payload: Members, signed: Signed | null, parts: Parts): Findings {
  parts.enter("log");
  const rows = await logOf(signed, parts);
  const place = placeOf(payload);
  const [seasonId, board] = [payload.text("seasonId"), payload.text("board")];
  checkPlace(rows, place, recordOf(rows, "result", seasonId, board).leaf.toHex());
  const text = `the result of ${board} is record ${place.index} of ${rows.length}`;
  yield { step: "log", outcome: "holds", text };
  parts.enter("season");
  const ofLog = await checkSeasonLog(payload, rows, parts.head);
  if (parts.head !== null) {
    const text = `the head that you noted after record ${parts.head.index} is in the log, and no ` +
      "entry came after it";
    yield { step: "log", outcome: "holds", text };
  }
  const { unchecked } = ofLog;
  if (unchecked !== null) yield { step: "season", outcome: "skipped", text: unchecked };
  const value = unchecked === null ? "the value that drand signed" : "the value of the beacon";
  const beacon = payload.any("beacon") === null ? "" : `, ${value}`;
  yield {
    step: "season",
    outcome: "holds",
    text:
      `the secret is the one announced, and with ${ofLog.entries.length} entries${beacon} gives ` +
      `the seeds of ${ofLog.seeds.length} paths`,
  };
  yield* checkBoard(payload, ofLog, parts);
}

/** Reads the log, with the key of a receipt and the reader's head in it. */
async function logOf(signed: Signed | null, parts: VerifyParts): Promise<readonly LogRow[]> {
  const rows = await orInTime(signed, () => readLog(parts.files));
  if (signed !== null) await checkKeys(rows, signed.key);
  if (parts.head !== null) checkHead(rows, parts.head, "the noted file");
  return rows;
}

/** For a key that was withdrawn the log decides, so that it must be there. */
async function orInTime<T>(signed: Signed | null, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Skipped && signed?.isInTime === false) {
      throw new Wrong(`${signed.text}, and ${error.message}`);
    }
    throw error;
  }
}

function placeOf(payload: Members): LogPlace {
  const log = payload.object("log");
  return { index: log.whole("index"), head: log.text("head") };
}
