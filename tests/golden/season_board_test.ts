import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import type { BoardRow } from "../../server/contracts/season.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { type BoardEntry, boardOf, boardText, type Failure } from "../../server/season/rules/board.ts";
import { canonicalJson } from "../../server/base/canonical_json.ts";
import { ROOT } from "../../server/testing/root.ts";

interface Vector {
  readonly name: string;
  readonly paths: number;
  readonly hold: readonly number[];
  readonly idle: readonly number[];
  readonly entries: readonly { readonly number: number; readonly utility: readonly number[] }[];
  readonly want: {
    readonly kept: number;
    readonly level: number | null;
    readonly bar: number | null;
    readonly line: string;
    readonly order: readonly (number | string)[];
    readonly leaders: number;
    readonly rows: readonly (Record<string, unknown> & { readonly row: number | string })[];
  };
}

/** Boards of an independent implementation of the rules of seasons. */
const { boards }: { readonly boards: readonly Vector[] } = JSON.parse(
  await Deno.readTextFile(`${ROOT}tests/golden/season.json`),
);
const engine = loadEngine(await compileEngine());
const HASH = "0".repeat(64);
const versions = {
  generatorVersion: 1,
  policyVersion: 1,
  formulaVersion: 1,
  catalogueHash: HASH,
  engineVersion: "1.0.0",
};

function entryOf(number: number): BoardEntry {
  const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  return { number, keyTag: "0".repeat(16), candidate, candidateHash: HASH };
}

async function boardOfVector(
  { paths, hold, idle, entries }: Vector,
  failed: readonly number[] = [],
): Promise<Awaited<ReturnType<typeof boardOf>>> {
  const scored = entries.toSorted((one, other) => one.number - other.number);
  const failures = new Map<number, Failure>(
    failed.map((number) => [number, { path: 3, message: "no utility" }]),
  );
  const all = [...scored.map(({ number }) => number), ...failed].toSorted((one, other) =>
    one - other
  );
  return await boardOf({
    season: { seasonId: "autumn-1", paths, versions },
    board: "susde-daily",
    datasetHash: HASH,
    entries: all.map(entryOf),
    failures,
    matrix: Float64Array.from([...scored.map(({ utility }) => utility), hold, idle].flat()),
  }, (matrix, count) => engine.seasonRanks(matrix, count));
}

const nameOf = ({ number, line }: BoardRow): number | string => number ?? line ?? "";
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-12 * Math.max(1e-3, Math.abs(other));

for (const vector of boards) {
  Deno.test(`a board has the rows of an independent implementation: ${vector.name}`, async () => {
    const { head, rows } = await boardOfVector(vector);
    const { want } = vector;
    assertEquals([head.kept, head.line], [want.kept, want.line]);
    assertEquals(head.leaders + head.leadersAlike, want.leaders);
    for (const [found, wanted] of [[head.bar, want.bar], [head.level, want.level]]) {
      assert(found === wanted || isNear(found ?? NaN, wanted ?? NaN), `${found} for ${wanted}`);
    }
    assertEquals(rows.map(nameOf), [...want.order]);
    for (const row of rows) {
      const wanted = want.rows.find((each) => each.row === nameOf(row));
      assert(wanted !== undefined);
      for (const name of ["edge", "edgeStandardError", "score"] as const) {
        assert(isNear(row[name] ?? NaN, Number(wanted[name])), `${name} of ${wanted.row}`);
      }
      assert(isNear(row.meanUtility ?? NaN, Number(wanted["mean"])));
      const { rank, rankInterval, beatsLines, leader, sameAs, like } = row;
      const { row: _, mean: _m, edge: _e, edgeStandardError: _s, score: _c, ...exact } = wanted;
      assertEquals({ rank, rankInterval, beatsLines, leader, sameAs, like }, exact as never);
    }
  });
}

Deno.test("failed entries stand at the end without figures, and change no other row", async () => {
  const [page] = boards;
  assert(page !== undefined);
  const { head, rows } = await boardOfVector(page);
  const other = await boardOfVector(page, [7, 9]);
  assertEquals([other.head.entries, other.head.failed], [head.entries + 2, 2]);
  assertEquals(other.head.numbers, head.numbers);
  assertEquals(other.rows.slice(0, rows.length), rows);
  const failed = other.rows.slice(rows.length);
  assertEquals(failed.map(({ number, state, rank }) => [number, state, rank]), [
    [7, "failed", null],
    [9, "failed", null],
  ]);
  assertEquals(failed[0]?.failure, { path: 3, message: "no utility" });
});

Deno.test("the fingerprints of a board are those of its files", async () => {
  const [page] = boards;
  assert(page !== undefined);
  const { head, rows, matrix, boardHash } = await boardOfVector(page);
  assertEquals(matrix.length, 8 * 8 * page.paths);
  // The machines of the tests are little endian.
  assertEquals(new Float64Array(matrix.buffer)[1], 0.0932);
  assertEquals(head.matrixHash, await sha256Hex(matrix));
  const text = boardText(canonicalJson(head), rows);
  assertEquals(boardHash, await sha256Hex(text));
  assertEquals(canonicalJson(JSON.parse(text)), text);
});
