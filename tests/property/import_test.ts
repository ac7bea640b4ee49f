import { assert } from "@std/assert";
import fc from "fast-check";
import { StartError } from "../../server/base/errors.ts";
import {
  csvOf,
  EXPIRY,
  filesOf,
  goodRows,
  importOf,
  sourceOf,
} from "../../server/testing/import_sources.ts";
import { sampleOf } from "../../server/testing/nightly.ts";

/** Short, so that many imports take seconds: 31 days. */
const ROWS = goodRows(24 * 31);
const GOOD = csvOf(ROWS);
const LINES = GOOD.trimEnd().split("\n");
const encoder = new TextEncoder();
const latin1 = new TextDecoder("latin1");
const NAMES = Object.keys(ROWS[0] ?? {});
/** The history that the user expects; a missing part of it is a gap. */
const SPAN = { start: String(ROWS[0]?.["timestamp"]), end: EXPIRY };
const wanted = await contentOf(GOOD);

/**
 * Returns names and bytes of the files that a source comes to, a character each, without the list of
 * corrections: it tells of rows that were given twice.
 */
async function contentOf(text: Parameters<typeof sourceOf>[0]): Promise<string> {
  const files = await filesOf([sourceOf(text)], SPAN);
  return files.map(({ name, content }) => `${name}\n${latin1.decode(content)}`).join("\n")
    .replaceAll(/ *"corrections": \[[^\]]*\],\n/g, "");
}

/** A changed file. */
interface Mutation {
  readonly text: string;
  /** Whether rows are missing: up to six hours are carried over, and the report counts them. */
  readonly hasGaps?: boolean;
}

const lineAt = fc.nat(LINES.length - 1);
const rowAt = fc.integer({ min: 1, max: LINES.length - 1 });
const columnAt = fc.nat(NAMES.length - 1);

/** Changes the cells of a column, from a row on. */
function mapColumn(
  column: number,
  change: (cell: string) => string,
  isAt: (line: number) => boolean,
): string {
  const lines = LINES.map((line, at) => {
    const cells = line.split(",");
    return at > 0 && isAt(at) ? cells.with(column, change(cells[column] ?? "")).join(",") : line;
  });
  return `${lines.join("\n")}\n`;
}

/** Returns whether a cut leaves whole lines. */
function isLineEnd(end: number): boolean {
  return GOOD[end] === "\n" || GOOD[end - 1] === "\n";
}

/** Returns the beginning of a line's last cell, with its comma, when a cut falls into it. */
function lastCell(end: number): string {
  const line = GOOD.slice(GOOD.lastIndexOf("\n", end - 1) + 1, end);
  return line.split(",").length === NAMES.length ? line.slice(line.lastIndexOf(",")) : "";
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  // Cut at any byte, and at the end of any of its last lines. A last cell that is cut is a number too.
  fc.nat(GOOD.length - 1).filter((end) => !/,[\d.]+$/.test(lastCell(end)) || isLineEnd(end)).map((
    end,
  ) => ({
    text: GOOD.slice(0, end),
    hasGaps: isLineEnd(end) && end < GOOD.length - 1,
  })),
  fc.integer({ min: 1, max: 20 }).map((count) => ({
    text: `${LINES.slice(0, -count).join("\n")}\n`,
    hasGaps: true,
  })),
  // Rows in any order, which says nothing: times do.
  fc.shuffledSubarray(LINES.slice(1), { minLength: LINES.length - 1 }).map((rows) => ({
    text: `${[LINES[0], ...rows].join("\n")}\n`,
  })),
  // Two columns with each other's name.
  fc.tuple(columnAt, columnAt).map(([one, other]) => {
    const head = NAMES.with(one, NAMES[other] ?? "").with(other, NAMES[one] ?? "");
    return { text: `${[head.join(","), ...LINES.slice(1)].join("\n")}\n` };
  }),
  // A column in other units, as a whole or in one row.
  fc.tuple(
    fc.integer({ min: 1, max: NAMES.length - 1 }),
    fc.constantFrom(100, 1_000, 3_800, 1e18),
    rowAt,
    fc.boolean(),
  )
    .filter(([column]) => !["volume", "scalarRoot"].includes(NAMES[column] ?? ""))
    .map(([column, factor, row, isWhole]) => ({
      text: mapColumn(
        column,
        (cell) => String(Number(cell) * factor),
        (at) => isWhole || at === row,
      ),
    })),
  // Times without a zone, or in words.
  fc.tuple(fc.constantFrom("", "+99:99", " local"), rowAt, fc.boolean()).map((
    [zone, row, isWhole],
  ) => ({
    text: mapColumn(0, (cell) => cell.replace("Z", zone), (at) => isWhole || at === row),
  })),
  // The same time, said in another way.
  fc.constantFrom("+00:00", " UTC", "+0000").map((zone) => ({
    text: mapColumn(0, (cell) => cell.replace("T", " ").replace("Z", zone), () => true),
  })),
  // BOM, line ends, quotes, spaces and empty lines mean nothing.
  fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), lineAt).map(([bom, crlf, isQuoted, empty]) => {
    const lines = LINES.map((line) =>
      isQuoted ? line.split(",").map((cell) => `"${cell}"`).join(",") : line
    ).toSpliced(empty, 0, "");
    return {
      text: (bom ? "\uFEFF" : "") + lines.map((line) => line + (crlf ? "\r\n" : "\n")).join(""),
    };
  }),
  // A cell that is no number.
  fc.tuple(
    columnAt,
    rowAt,
    fc.constantFrom("NaN", "-", "1,5", "1.2.3", "0x10", "true", '"', "1 000", "∞"),
  )
    .map(([column, row, cell]) => ({ text: mapColumn(column, () => cell, (at) => at === row) })),
  // A row twice, or a column more.
  rowAt.map((row) => ({ text: `${GOOD}${LINES[row]}\n` })),
  fc.string({ maxLength: 5 }).filter((text) => /^[\w ]*$/.test(text)).map((text) => ({
    text: `${LINES.map((line, at) => `${line},${at === 0 ? "note" : text}`).join("\n")}\n`,
  })),
  // Rows that are gone.
  fc.tuple(rowAt, fc.integer({ min: 1, max: 40 })).map(([row, count]) => ({
    text: `${LINES.toSpliced(row, count).join("\n")}\n`,
    hasGaps: true,
  })),
  // A byte that is another one.
  fc.tuple(
    fc.integer({ min: GOOD.indexOf("\n"), max: GOOD.length - 1 }),
    fc.constantFrom("\0", "\n", ",", '"', "x", "\u00E4"),
  ).map((
    [at, letter],
  ) => ({
    text: GOOD.slice(0, at) + letter + GOOD.slice(at + 1),
  })),
);

Deno.test("a changed file is refused or gives the same dataset", async () => {
  const outcomes = { same: 0, refused: 0, counted: 0 };
  await fc.assert(
    fc.asyncProperty(mutation, async ({ text, hasGaps = false }) => {
      try {
        const content = await contentOf(encoder.encode(text));
        // assertEquals() would print a difference of megabytes.
        if (!hasGaps) assert(content === wanted, "another dataset");
        else await assertCounted(text);
        outcomes[hasGaps ? "counted" : "same"]++;
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        outcomes.refused++;
        assert(error.message.startsWith("Cannot import"), error.message);
      }
    }),
    sampleOf(150, 1),
  );
  assert(Object.values(outcomes).every((count) => count > 0), JSON.stringify(outcomes));
});

/** Rows that are missing are carried over, and the report and the provenance say how many. */
async function assertCounted(text: string): Promise<void> {
  const { report } = await importOf([sourceOf(text)], SPAN);
  assert(report.fillings.length > 0);
}
