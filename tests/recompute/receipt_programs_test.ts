import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { canonicalJson, type JsonValue } from "../../server/base/canonical_json.ts";
import { verifyReceipt } from "../../server/http/docs/programs/receipt.ts";
import { type BoardEntry, boardOf, boardText } from "../../server/season/rules/board.ts";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import type { Receipt } from "../../server/season/rules/receipt.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialParts } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { SEASON_ID } from "../../server/testing/played_season.ts";
import { run } from "../../server/testing/programs.ts";
import { smallArena } from "../../server/testing/small_arena.ts";
import { testWith } from "../../server/testing/tools.ts";

const PROGRAMS = `${ROOT}server/http/docs/programs/`;

const { datasets, engine } = await officialParts();
const arena = await smallArena(engine, datasets);
const RECEIPTS = [...arena.entries, ...arena.boards, arena.evaluation];

type Ran = { readonly code: number; readonly printed: string };

async function python(program: string, ...words: readonly string[]): Promise<Ran> {
  const { code, stdout, stderr } = await run("python3", [PROGRAMS + program, ...words]);
  return { code, printed: (stdout + stderr).trim() };
}

async function withFiles(
  files: ReadonlyMap<string, Uint8Array>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/${SEASON_ID}`);
    await inTurn([...files], ([path, bytes]) => Deno.writeFile(`${folder}/${path}`, bytes));
    await work(folder);
  });
}

/** Returns receipts that are wrong, each with what must be named. */
async function wrongReceipts(): Promise<readonly (readonly [Receipt, RegExp])[]> {
  const [entry] = arena.entries;
  if (entry === undefined) throw new Error("there is no entry");
  const stranger = signingKeyOf(new Uint8Array(32).fill(9));
  const payload = JSON.parse(entry.payload);
  const signed = (changes: object): Receipt => arena.key.sign({ ...payload, ...changes });
  const late = { ...JSON.parse(arena.evaluation.payload), issuedAt: "2026-12-01T00:00:00Z" };
  return [
    [stranger.sign(payload), /the arena has no key \w{16}/],
    [{ ...entry, payload: entry.payload.replace("10:00:00", "10:00:01") }, /has not signed this/],
    [await signed({ record: { ...payload.record, number: 2 } }), /the leaf of record 3 is/],
    [await signed({ log: { ...payload.log, head: "0".repeat(64) } }), /the head after record 3 is/],
    [arena.key.sign(late), /did not sign at 2026-12-01T00:00:00Z/],
  ];
}

async function readFile(name: string): Promise<JsonValue> {
  return await Promise.resolve(JSON.parse(new TextDecoder().decode(arena.files.get(name))));
}

Deno.test("TypeScript verifies receipts, and names what is wrong", async () => {
  await inTurn(RECEIPTS, (receipt) => verifyReceipt(receipt, readFile));
  await inTurn(await wrongReceipts(), async ([receipt, named]) => {
    const { message } = await assertRejects(() => verifyReceipt(receipt, readFile), Error);
    assertMatch(message, named);
  });
});

testWith(
  ["cryptography"],
  "Python verifies receipts, and names what is wrong",
  () =>
    withFiles(arena.files, async (folder) => {
      const verified = async (receipt: unknown): Promise<Ran> => {
        await Deno.writeTextFile(`${folder}/receipt.json`, JSON.stringify(receipt));
        return await python("receipt.py", `${folder}/receipt.json`, folder);
      };
      await inTurn(RECEIPTS, async (receipt) => {
        const { code, printed } = await verified({ requestId: "r", data: { receipt } });
        assertEquals(code, 0, printed);
      });
      await inTurn(await wrongReceipts(), async ([receipt, named]) => {
        const { code, printed } = await verified(receipt);
        assertEquals(code, 1, printed);
        assertMatch(printed, named);
      });
    }),
);

interface Vector {
  readonly name: string;
  readonly paths: number;
  readonly hold: readonly number[];
  readonly idle: readonly number[];
  readonly entries: readonly { readonly number: number; readonly utility: readonly number[] }[];
}
const HASH = "0".repeat(64);

/** Returns the files of a board that has the utilities of a vector. */
async function boardFiles(
  { paths, hold, idle, entries }: Vector,
): Promise<Map<string, Uint8Array>> {
  const own = entries.toSorted((one, other) => one.number - other.number);
  const versions = {
    generatorVersion: 1,
    policyVersion: 1,
    formulaVersion: 1,
    catalogueHash: HASH,
    engineVersion: "1.0.0",
  };
  const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const { head, rows, matrix } = await boardOf({
    season: { seasonId: SEASON_ID, paths, versions },
    board: "susde-daily",
    datasetHash: HASH,
    entries: own.map(({ number }): BoardEntry => {
      return { number, keyTag: "0".repeat(16), candidate, candidateHash: HASH };
    }),
    failures: new Map(),
    matrix: Float64Array.from([...own.map(({ utility }) => utility), hold, idle].flat()),
  }, (utilities, count) => engine.seasonRanks(utilities, count));
  const place = `${SEASON_ID}/susde-daily`;
  const text = (value: unknown): Uint8Array =>
    new TextEncoder().encode(canonicalJson(value as JsonValue));
  return new Map([
    [`${place}.json`, new TextEncoder().encode(boardText(canonicalJson(head as never), rows))],
    [`${place}.f64`, matrix],
    [`${place}-rows-1.json`, text({ rows })],
  ]);
}

testWith(
  ["python3"],
  "Python ranks every board of the vectors alike, and names what differs",
  async () => {
    const { boards }: { readonly boards: readonly Vector[] } = JSON.parse(
      await Deno.readTextFile(`${ROOT}tests/golden/season.json`),
    );
    await inTurn(boards, async (vector) => {
      const files = await boardFiles(vector);
      await withFiles(files, async (folder) => {
        const { code, printed } = await python("ranks.py", `${folder}/${SEASON_ID}`, "susde-daily");
        assertMatch(printed, / 0 figures differ$/, vector.name);
        assertEquals(code, 0);
        const path = `${folder}/${SEASON_ID}/susde-daily-rows-1.json`;
        const text = await Deno.readTextFile(path);
        await Deno.writeTextFile(path, text.replace(/"rank":1,/, '"rank":2,'));
        const wrong = await python("ranks.py", `${folder}/${SEASON_ID}`, "susde-daily");
        assertEquals(wrong.code, 1);
        assertMatch(wrong.printed, /^wrong: rank of \w+ is 2, recomputed 1\n/);
      });
    });
  },
);
