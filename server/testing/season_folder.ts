import { ApiError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { okJson } from "../engine/wire.ts";
import type { ResolvedCandidate } from "../season/verify/ports.ts";
import { officialDatasets, officialEngine } from "./official.ts";
import { type Folder, playSeason, resolved } from "./played_season.ts";
import { random } from "./random.ts";

const NAMES = ["Carry 7", "northwind", "basis_desk", "Ставка", "late entry"];
const NAMED = 40;

/**
 * Plays a season of one board with the engine and returns its public folder. Entries are strategies of
 * the catalogue with parameters that a seed decides.
 */
export async function seasonFolder(
  { entries: count, paths }: { readonly entries: number; readonly paths: number },
): Promise<Folder> {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const { files } = await playSeason(engine, datasets, {
    season: {
      title: "Autumn 1",
      boards: ["susde-daily"],
      paths,
      opensAt: "2026-11-02T12:00:00Z",
      closesAt: "2026-11-09T12:00:00Z",
    },
    candidates: candidatesOf(engine, count),
    keyCount: Math.ceil(count / 4),
    acceptedAt: () => "2026-11-05T09:30:00Z",
    revealedAt: "2026-11-09T14:00:00Z",
    names: namesOf(Math.min(count, NAMED)),
    issuer: "",
  });
  return files;
}

interface Strategies {
  readonly strategies: readonly {
    readonly strategyId: string;
    readonly language?: string;
    readonly parameters: readonly { readonly name: string; readonly defaultValue: unknown }[];
  }[];
}

/** Returns valid candidates: strategies in turn, their parameters around the defaults. */
function candidatesOf(engine: Engine, count: number): readonly ResolvedCandidate[] {
  const { strategies } = okJson(engine.strategyCatalogue()) as Strategies;
  const ours = strategies.filter(({ language }) => language === undefined);
  const next = random(count);
  const found: ResolvedCandidate[] = [];
  for (let at = 0; found.length < count; at++) {
    const { strategyId = "", parameters = [] } = ours[at % ours.length] ?? {};
    const strategyParams = Object.fromEntries(
      parameters.filter(() => next() < 0.7).map(({ name, defaultValue }) => [
        name,
        typeof defaultValue === "number"
          ? Number((defaultValue * (0.4 + 1.4 * next())).toPrecision(3))
          : defaultValue,
      ]),
    );
    const components = [{ strategyId, strategyParams }];
    try {
      found.push(resolved(engine, { marketId: 1, timeframe: "daily", components }));
    } catch (error) {
      // The values do not go together, or the market lacks a feature.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return found;
}

function namesOf(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => {
    const name = NAMES[at % NAMES.length] ?? "";
    return [String(at + 1), at < NAMES.length ? name : `${name} ${at}`];
  });
  return Object.fromEntries(names);
}
