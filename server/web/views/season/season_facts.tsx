import type { VNode } from "preact";
import type { Season } from "../../../contracts/season.ts";
import { fixed } from "../../../wording/numbers.ts";
import { trustText } from "../../../wording/season.ts";
import { money, time } from "../../model/format.ts";
import type { SeasonFile } from "./season_files.ts";
import { boardText } from "./place.ts";

interface SeasonFactsProps {
  readonly season: SeasonFile;
  readonly state: Season["state"];
}

/** Shows the commitments made before a season, the reveal, and the files to check both with. */
export function SeasonFacts({ season, state }: SeasonFactsProps): VNode {
  const { seasonId, beacon, reveal, entriesRoot, results } = season;
  const isPublic = state === "scored" || state === "revealed";
  return (
    <section class="season-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Can the operator cheat?</h2>
      <p class="aside">{trustText(season)}</p>
      <details open={!isPublic}>
        <summary>Dates, fingerprints and files</summary>
        <dl class="facts">
          <Fact name="Opens" value={time(Date.parse(season.opensAt))} />
          <Fact name="Closes" value={time(Date.parse(season.closesAt))} />
          <Fact name="Boards" value={season.boards.map(boardText).join("; ")} />
          <Fact
            name="An entry"
            value={`capital ${
              money(Number(season.capital))
            }; at most ${season.entriesPerKey} of a key`}
          />
          <Fact name="Fingerprint of the secret" value={season.secretHash} isCode />
          <Fact
            name="Public randomness"
            value={beacon === null
              ? "none: secret and entries decide"
              : `${beacon.network}, round ${fixed(beacon.round, 0)}`}
          />
          {reveal !== null && <Fact name="Secret" value={reveal.secret} isCode />}
          {reveal?.beaconValue && (
            <Fact name="Value of the round" value={reveal.beaconValue} isCode />
          )}
          {entriesRoot !== null && (
            <Fact name="Fingerprint of the entries" value={entriesRoot} isCode />
          )}
        </dl>
        <p class="files">
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

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isCode?: boolean;
}

function Fact({ name, value, isCode = false }: FactProps): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{value}</code> : value}</dd>
    </div>
  );
}
