import { assert, assertEquals } from "@std/assert";
import { BOARD_SORTS } from "../../server/contracts/leaderboard.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import type { BoardPart, PublishedRow } from "../../server/season/store/published_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { hashOf, keyOf } from "./published_rows.ts";

const STEPS = 150;
/** Steps between two comparisons of all boards: a wrong row stays wrong for more. */
const STRIDE = 3;
const ROWS_PER_KEY = 6;
/** Time from the beginning of a signing key to that of the next one. */
const KEY_MS = 10_000;
const BOARDS = ["today", "earlier"];

/** Returns a number from 0, below another. */
type Draw = (end: number) => number;

/** A published row, numbered in the order of first publications. */
type Numbered = PublishedRow & { readonly number: number };

/** Publishes, withdraws, removes and rotates at random; compares every board with a plain sort. */
export async function assertPlainSort(
  { published, signingKeys }: Pick<ArenaStore, "published" | "signingKeys">,
  draw: Draw,
): Promise<void> {
  /** The instants from and until which each signing key signs. */
  const spans = [[0, Infinity]];
  let rows: readonly Numbered[] = [];
  assert(await signingKeys.add(keyOf("0", 0, null), null));
  const isSigned = ({ signedBy, issuedAt }: PublishedRow): boolean =>
    issuedAt < Math.floor((spans[Number(signedBy)]?.[1] ?? 0) / 1_000) * 1_000;

  const publish = async (number: number): Promise<void> => {
    const row = drawRow(draw, spans.length - 1, number);
    const own = rows.filter(({ keyId }) => keyId === row.keyId);
    const former = own.find(({ candidateHash }) => candidateHash === row.candidateHash);
    const isFull = former === undefined && own.length >= ROWS_PER_KEY;
    const { kind } = await published.publish(row, ROWS_PER_KEY);
    const done = former === undefined ? "added" : "replaced";
    assertEquals(kind, isSigned(row) ? isFull ? "full" : done : "ended");
    if (kind !== done) return;
    const added = { ...row, number: former?.number ?? number };
    rows = [...rows.filter((each) => each !== former), added];
  };
  const remove = async (): Promise<void> => {
    const [key, hash] = [`key ${draw(4)}`, hashOf(draw(8))];
    const isOne = draw(3) > 0;
    const stays = ({ keyId, candidateHash }: PublishedRow): boolean =>
      candidateHash !== hash || isOne && keyId !== key;
    const left = rows.filter(stays);
    if (isOne) assertEquals(await published.unpublish(key, hash), left.length < rows.length);
    else assertEquals(await published.remove(hash), rows.length - left.length);
    rows = left;
  };
  const rotate = async (): Promise<void> => {
    const last = spans.length - 1;
    const [from = 0] = spans[last] ?? [];
    const until = from + 1_000 + draw(KEY_MS);
    spans.splice(last, 1, [from, until], [from + KEY_MS, Infinity]);
    const record = keyOf(`${last + 1}`, from + KEY_MS, `${last}`);
    assert(await signingKeys.add(record, until));
    rows = rows.filter(isSigned);
  };

  await inTurn(Array.from({ length: STEPS }).keys(), async (number) => {
    const kind = draw(20);
    await (kind === 0 ? rotate() : kind < 6 ? remove() : publish(number));
    if (number % STRIDE > 0) return;
    const orders = BOARDS.flatMap((evidence) =>
      BOARD_SORTS.flatMap((sort) =>
        [false, true].map((isEligible) => ({ evidence, sort, isEligible }))
      )
    );
    await inTurn(orders, async (order) => {
      const expected = plainSort(rows, order);
      await inTurn([[0, 200], [draw(9), 1 + draw(3)]], async ([from = 0, most = 0]) => {
        const { total, rows: found } = await published.read({ ...order, from, most });
        assertEquals(
          [total, found.map(({ receipt, rank, others }) => [receipt, rank, others])],
          [expected.length, expected.slice(from, from + most)],
          `after step ${number}`,
        );
      });
    });
  });
}

/** Returns a row of one of few keys, candidates and figures, so that there are many of each. */
function drawRow(draw: Draw, lastKey: number, number: number): PublishedRow {
  const signedBy = Math.max(0, lastKey - Math.floor(draw(4) / 3));
  const hasTexts = draw(4) === 0;
  const [score, edge] = [draw(3) - 1, draw(3) - 1];
  return {
    keyId: `key ${draw(4)}`,
    datasetHash: "d".repeat(64),
    candidateHash: hashOf(draw(8)),
    evidence: BOARDS[Math.floor(draw(4) / 3)] ?? "",
    name: "Carry",
    hasTexts,
    isEligible: draw(2) === 0,
    figures: { score: hasTexts ? edge : score, edge },
    signedBy: String(signedBy),
    issuedAt: signedBy * KEY_MS + 1_000 * draw(10),
    receipt: `receipt ${number}`,
  };
}

/** Returns receipts, ranks and others of a board. */
function plainSort(
  all: readonly Numbered[],
  { evidence, sort, isEligible }: Pick<BoardPart, "evidence" | "sort" | "isEligible">,
): readonly unknown[] {
  const rows = all.filter((row) => row.evidence === evidence)
    .toSorted((one, other) => one.number - other.number);
  const firsts = [...Map.groupBy(rows, ({ candidateHash }) => candidateHash).values()]
    .flatMap(([first, ...others]) => first ? [{ ...first, others: others.length }] : [])
    .filter((row) => row.isEligible || !isEligible);
  const ordered = firsts.toSorted((one, other) =>
    Number(one.hasTexts) - Number(other.hasTexts) || other.figures[sort] - one.figures[sort] ||
    one.number - other.number
  );
  return ordered.map(({ receipt, hasTexts, figures, others }) => {
    const isAbove = (row: PublishedRow): boolean =>
      !row.hasTexts && row.figures[sort] > figures[sort];
    return [receipt, hasTexts ? null : 1 + ordered.filter(isAbove).length, others];
  });
}
