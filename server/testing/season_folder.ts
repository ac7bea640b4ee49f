import { boardDatasets } from "../season/jobs/season_boards.ts";
import { catalogueCandidates } from "./catalogue_candidates.ts";
import { officialParts } from "./official.ts";
import { type Folder, playSeason } from "./played_season.ts";

const NAMES = ["Carry 7", "northwind", "basis_desk", "Ставка", "late entry"];
const NAMED = 40;

/** Plays a season of one board, whose entries a seed draws, and returns its public folder. */
export async function seasonFolder(count: number): Promise<Folder> {
  const { datasets, engine } = await officialParts();
  const dataset = boardDatasets(datasets).get("susde-daily");
  if (dataset === undefined) throw new Error("there is no dataset of susde-daily");
  const candidates = catalogueCandidates(engine, dataset, count, count);
  const { files } = await playSeason(engine, datasets, {
    season: {
      title: "Autumn 1",
      opensAt: "2026-11-02T12:00:00Z",
      closesAt: "2026-11-09T12:00:00Z",
    },
    candidates: candidates.map((text) => JSON.parse(text)),
    keyCount: Math.ceil(count / 4),
    acceptedAt: () => "2026-11-05T09:30:00Z",
    revealedAt: "2026-11-09T14:00:00Z",
    names: namesOf(Math.min(count, NAMED)),
    issuer: "",
  });
  return files;
}

function namesOf(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => {
    const name = NAMES[at % NAMES.length] ?? "";
    return [String(at + 1), at < NAMES.length ? name : `${name} ${at}`];
  });
  return Object.fromEntries(names);
}
