import { sha256Hex } from "../base/hash.ts";
import type { Beacon } from "../contracts/season.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { LocalVerifyEngine } from "../season/verify/verify_engine.ts";
import { keyTagOf } from "../season/rules/key_tag.ts";
import type { Receipt } from "../season/rules/receipt.ts";
import { evaluationStatement, seriesText } from "../season/rules/statements.ts";
import { withFolder } from "./folder.ts";
import { inTurn } from "./in_turn.ts";
import { type PlayedSeason, playSeason, SEASON_ID, type SeasonScript } from "./played_season.ts";

/** A season with a receipt of an evaluation. */
export interface SmallArena extends PlayedSeason {
  readonly evaluation: Receipt;
}

export const ISSUER = "https://arena.example";
const CANDIDATES: readonly (readonly [marketId: number, strategyId: string])[] = [
  [1, "yield-rsi"],
  [3, "yield-macd"],
  [1, "pull-to-par-hold"],
  [1, "yield-rsi"],
  [1, "yield-bollinger"],
];

/** How an arena differs from an honest one without a beacon. */
export interface SmallArenaOptions extends Pick<SeasonScript, "scoring"> {
  /** A round, the bytes that are published as its signature, and the instant of the reveal. */
  readonly beacon?: Beacon & { readonly signature: string; readonly at: string };
}

/** Plays a season of five entries on two boards with 64 paths, and publishes its files. */
export async function smallArena(
  engine: Engine,
  datasets: readonly Dataset[],
  { beacon, ...changes }: SmallArenaOptions = {},
): Promise<SmallArena> {
  const month = beacon === undefined ? "2026-11" : "2023-08";
  const candidates = CANDIDATES.map(([marketId, strategyId]) => (
    { marketId, timeframe: "daily", components: [{ strategyId }] }
  ));
  const played = await playSeason(engine, datasets, {
    season: {
      boards: ["susde-daily", "ghousd-daily"],
      opensAt: `${month}-01T00:00:00Z`,
      closesAt: `${month}-15T00:00:00Z`,
      beacon: beacon === undefined ? null : { network: beacon.network, round: beacon.round },
    },
    candidates,
    keyCount: 2,
    acceptedAt: (at) => `${month}-02T10:00:0${at}Z`,
    revealedAt: beacon?.at ?? "2026-11-15T00:02:00Z",
    beaconSignature: beacon?.signature ?? null,
    names: { 1: "Carry 7", 4: "northwind" },
    issuer: ISSUER,
    ...changes,
  });
  const runs = new LocalVerifyEngine(engine, datasets);
  const trials = { count: 12, counted: true, evaluated: 12, searched: 30 };
  const evaluation = await runs.evaluate(candidates[0] ?? {}, trials);
  if ("refused" in evaluation) throw new Error(evaluation.refused);
  const statement = evaluationStatement(evaluation, {
    issuer: ISSUER,
    issuedAt: "2026-11-03T00:00:00Z",
    keyTag: await keyTagOf("", "a"),
    seriesHash: await sha256Hex(seriesText(evaluation)),
  });
  return { ...played, evaluation: played.key.sign(statement) };
}

/** Writes the public folder of an arena and a receipt of it; removes them at the end. */
export async function withArenaFolder(
  { files, entries: [entry], evaluation }: SmallArena,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/arena/${SEASON_ID}`, { recursive: true });
    await inTurn(
      [...files],
      ([path, bytes]) => Deno.writeFile(`${folder}/arena/${path}`, bytes),
    );
    await Deno.writeTextFile(`${folder}/receipt.json`, JSON.stringify(entry));
    await Deno.writeTextFile(`${folder}/evaluation.json`, JSON.stringify(evaluation));
    await work(folder);
  });
}
