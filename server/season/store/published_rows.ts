// This module is browser compatible.

import type { Queries, Row, Value } from "../../store/sql.ts";
import { ownBytes } from "./arena_sql.ts";
import type { BoardPart, PlacedRow, PlacedRows } from "./published_store.ts";

type Query = Queries["query"];

/** Statements that read a board in one of its orders. */
interface BoardSql {
  /** A page by its length and the rows before it. */
  readonly fromFirst: string;
  /** A page by its length and the rows after it. */
  readonly fromLast: string;
  /** The rows of a figure that were published before an instant. */
  readonly ties: string;
}

const OF_CANDIDATE = "WHERE board = ? AND candidate_hash = ?";

/** The row that stands for a candidate on a board: `others` of all later ones is NULL. */
const STANDING = `${OF_CANDIDATE} AND others IS NOT NULL`;

/** The row that stands for a candidate, and how many keys published it later. */
export const FIND_STANDING = `SELECT others, eligible FROM published ${STANDING}`;

/** When a candidate was first published. */
export const FIRST = `SELECT min(published_at) AS first FROM published ${OF_CANDIDATE}`;

/** Returns the number of a board, which its first row makes. */
export async function boardOf(query: Query, evidence: string): Promise<number> {
  const find = (): Promise<readonly Row[]> =>
    query("SELECT number FROM practice_boards WHERE evidence = ?", [evidence]);
  const [known] = await find();
  if (known !== undefined) return Number(known["number"]);
  await query("INSERT INTO practice_boards (evidence) VALUES (?)", [evidence]);
  return Number((await find())[0]?.["number"]);
}

/** Removes rows, in a change of the arena; returns them. */
export async function removeRows(
  query: Query,
  where: string,
  values: readonly Value[],
): Promise<readonly Row[]> {
  const rows = await query(
    `DELETE FROM published WHERE ${where}
      RETURNING board, candidate_hash, eligible, others, published_at`,
    values,
  );
  const groups = Map.groupBy(
    rows,
    (row) => `${row["board"]} ${ownBytes(row["candidate_hash"]).toHex()}`,
  );
  for (const [row, ...more] of groups.values()) {
    if (row !== undefined) await placeFirst(query, row, { removed: [row, ...more] });
  }
  return rows;
}

/** The rows of one candidate that a change has added and removed. */
interface CandidateChange {
  readonly added?: number;
  readonly removed?: readonly Row[];
}

/** Lets the row of the key that published a candidate first stand for it, and counts the board again. */
export async function placeFirst(
  query: Query,
  { board, candidate_hash: hash }: Row,
  { added = 0, removed = [] }: CandidateChange,
): Promise<void> {
  const group = [Number(board), ownBytes(hash)];
  const kept = await query(FIND_STANDING, group);
  const former = [...kept, ...removed.filter(({ others }) => others !== null)];
  const keys = former.reduce((sum, { others }) => sum + Number(others) + 1, added - removed.length);
  await query(`UPDATE published SET others = NULL ${STANDING}`, group);
  const first = await query(
    `UPDATE published SET others = ? WHERE published_at = (${FIRST}) RETURNING eligible`,
    [keys - 1, ...group],
  );
  const eligible = (rows: readonly Row[]): number =>
    rows.filter((row) => Number(row["eligible"]) === 1).length;
  await query(
    "UPDATE practice_boards SET total = total + ?, eligible = eligible + ? WHERE number = ?",
    [first.length - former.length, eligible(first) - eligible(former), Number(board)],
  );
}

/** Returns statements that read a board in one of its orders, each from the index of that order. */
export function boardSql({ sort, isEligible }: Pick<BoardPart, "sort" | "isEligible">): BoardSql {
  const rows = `FROM published WHERE board = ? AND others IS NOT NULL${
    isEligible ? " AND eligible = 1" : ""
  }`;
  const order = `texts, by_${sort} DESC, published_at`;
  // Rows before a page are skipped in the index, and those of the page joined then.
  const page = (by: string): string =>
    `SELECT key_id, candidate_hash, name, texts, others, published_at, receipt, by_${sort} AS figure
      FROM (SELECT published_at AS place ${rows} ORDER BY ${by} LIMIT ? OFFSET ?) AS page
      JOIN published ON published_at = place ORDER BY ${order}`;
  return {
    fromFirst: page(order),
    fromLast: page(`texts DESC, by_${sort}, published_at DESC`),
    ties: `SELECT count(*) AS ties ${rows} AND texts = 0 AND by_${sort} = ? AND published_at < ?`,
  };
}

/** Reads a part of a board, from the nearer of its ends. */
export async function readBoard(
  query: Query,
  { evidence, from, most, ...order }: BoardPart,
): Promise<PlacedRows> {
  const [board] = await query(
    "SELECT number, total, eligible FROM practice_boards WHERE evidence = ?",
    [evidence],
  );
  const total = Number(board?.[order.isEligible ? "eligible" : "total"] ?? 0);
  if (from >= total) return { total, rows: [] };
  const number = Number(board?.["number"]);
  const after = Math.max(0, total - from - most);
  const { fromFirst, fromLast, ties } = boardSql(order);
  const rows = from <= after
    ? await query(fromFirst, [number, most, from])
    : await query(fromLast, [number, total - after - from, after]);
  const { figure, published_at: at } = rows[0] ?? {};
  const before = from > 0 && rows.length > 0
    ? await query(ties, [number, Number(figure), Number(at)])
    : [];
  let rank = from + 1 - Number(before[0]?.["ties"] ?? 0);
  return {
    total,
    rows: rows.map((row, at) => {
      if (at > 0 && row["figure"] !== rows[at - 1]?.["figure"]) rank = from + at + 1;
      return toPlaced(row, rank);
    }),
  };
}

function toPlaced(row: Row, rank: number): PlacedRow {
  return {
    keyId: String(row["key_id"]),
    candidateHash: ownBytes(row["candidate_hash"]).toHex(),
    name: String(row["name"]),
    rank: Number(row["texts"]) === 1 ? null : rank,
    others: Number(row["others"]),
    publishedAt: Number(row["published_at"]),
    receipt: String(row["receipt"]),
  };
}
