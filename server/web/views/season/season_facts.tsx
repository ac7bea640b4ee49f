import type { VNode } from "preact";
import type { Season } from "../../../contracts/season.ts";
import { fixed } from "../../../wording/numbers.ts";
import { trustText } from "../../../wording/season.ts";
import { type Fact, Facts } from "../../components/facts.tsx";
import { money, time } from "../../model/format.ts";
import type { SeasonFile } from "./season_files.ts";
import { boardText } from "./place.ts";

interface SeasonFactsProps {
  readonly season: SeasonFile;
  readonly state: Season["state"];
}

/** Shows the commitments made before a season, the reveal, and the files to check both with. */
export function SeasonFacts({ season, state }: SeasonFactsProps): VNode {
  const { seasonId, results } = season;
  const isPublic = state === "scored" || state === "revealed";
  return (
    <section class="season-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Can the operator cheat?</h2>
      <p class="aside">{trustText(season)}</p>
      <details open={!isPublic}>
        <summary>Dates, fingerprints and files</summary>
        <Facts of={factsOf(season)} />
        <p>
          Files: <a href={`arena/${seasonId}/season.json`}>season</a>,{" "}
          <a href="arena/log.json">log</a>, <a href="arena/keys.json">signing keys</a>
          {results.map(({ board }) => (
            <span key={board}>
              ; {boardText(board)}: <a href={`arena/${seasonId}/${board}.json`}>board</a>,{" "}
              <a href={`arena/${seasonId}/${board}.f64`} download>all utilities</a>
            </span>
          ))}
          {isPublic && ". With them anyone can compute the result again."}
        </p>
      </details>
    </section>
  );
}

function factsOf(
  { opensAt, closesAt, boards, capital, entriesPerKey, secretHash, ...later }: SeasonFile,
): readonly Fact[] {
  const { beacon, reveal, entriesRoot } = later;
  const code = (name: string, value: string | null | undefined): readonly Fact[] =>
    value ? [[name, <code key={name}>{value}</code>]] : [];
  return [
    ["Opens", time(Date.parse(opensAt))],
    ["Closes", time(Date.parse(closesAt))],
    ["Boards", boards.map(boardText).join("; ")],
    ["An entry", `capital ${money(Number(capital))}; at most ${entriesPerKey} of a key`],
    ...code("Fingerprint of the secret", secretHash),
    [
      "Public randomness",
      beacon === null
        ? "none: secret and entries decide"
        : `${beacon.network}, round ${fixed(beacon.round, 0)}`,
    ],
    ...code("Secret", reveal?.secret),
    ...code("Value of the round", reveal?.beaconValue),
    ...code("Fingerprint of the entries", entriesRoot),
  ];
}
