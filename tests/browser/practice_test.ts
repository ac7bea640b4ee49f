import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Leaderboard, PracticeRow } from "../../server/contracts/leaderboard.ts";
import { serveArena } from "../../server/testing/arena_route.ts";
import { browserTest, linkTo, type Stage } from "../../server/testing/browser.ts";

const CANDIDATE = {
  marketId: 1,
  timeframe: "hourly" as const,
  capital: "100000",
  components: [{ strategyId: "yield-rsi", strategyParams: {}, weightBps: 10_000 }],
};

function row(change: Partial<PracticeRow>): PracticeRow {
  return {
    rank: null,
    line: null,
    name: "",
    keyTag: null,
    candidate: null,
    candidateHash: null,
    score: 100,
    edge: 0,
    edgeInterval: null,
    pAdjusted: null,
    trials: null,
    eligible: false,
    capitalScore: null,
    evaluatedAt: null,
    publishedAt: null,
    others: 0,
    receipt: null,
    ...change,
  };
}

/** A published candidate by its place on the board. */
function published(rank: number, edge: number): PracticeRow {
  return row({
    rank,
    name: `Carry ${rank}`,
    keyTag: "0".repeat(16),
    candidate: CANDIDATE,
    candidateHash: String(rank).repeat(64),
    score: 150 - rank,
    edge,
    edgeInterval: [edge - 0.002, edge + 0.002],
    pAdjusted: 0.2,
    trials: 3,
    eligible: rank === 2,
    others: rank === 1 ? 3 : 0,
  });
}

const BOARD: Leaderboard = {
  board: "susde-hourly",
  sort: "score",
  from: 0,
  rows: [
    published(1, -0.001),
    published(2, 0.004),
    row({ line: "hold" }),
    row({ line: "idle", score: 90, edge: -0.01 }),
  ],
  total: 2,
  repeats: { score: 0.113, edge: 0.874 },
};

async function open(stage: Stage, board: unknown, path: string): Promise<Page> {
  const page = await stage.blank();
  const json = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));
  await serveArena(
    page,
    new Map([
      ["seasons.json", json({ seasons: [] })],
      ["practice/susde-hourly.json", json(board)],
    ]),
  );
  await page.goto(path);
  return page;
}

browserTest(
  "a practice board with rows has a tab, orders by edge, and says not to trust it",
  async (stage) => {
    const page = await open(stage, BOARD, "/");
    await page.getByRole("link", { name: "Practice" }).click();
    await page.getByText(/the order shows who tuned to it, not who is good/).waitFor();
    await page.getByText("0.11", { exact: true }).waitFor();
    const names = page.getByRole("table").getByRole("rowheader").locator("a, > b:first-child");
    assertEquals(await names.allInnerTexts(), ["Carry 2", "Hold", "Carry 1", "idle"]);
    await page.getByText("and 3 others published the same").waitFor();
    await stage.assertLooks(page, "practice");
    await page.emulateMedia({ forcedColors: "active" });
    const lines = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll("tbody tr")].map((row) => getComputedStyle(row).outlineStyle)`,
    );
    assertEquals(lines, ["none", "dashed", "none", "dashed"]);
  },
);

browserTest("a market on which nobody has published has no tab for it", async (stage) => {
  const page = await open(stage, { ...BOARD, rows: BOARD.rows.slice(2), total: 0 }, "/");
  await page.getByRole("heading", { name: "Beat doing nothing" }).waitFor();
  await page.getByRole("link", { name: "Yield RSI" }).waitFor();
  assertEquals(await page.getByRole("link", { name: "Practice" }).count(), 0);
});

browserTest("an evaluation is published by its receipt, and withdrawn", async (stage) => {
  const page = await open(stage, BOARD, linkTo("board/practice", CANDIDATE));
  const receipt = { payload: "{}", keyId: "0".repeat(16), signature: "" };
  await page.route("**/evaluations", (route) => route.fulfill({ json: { data: { receipt } } }));
  const sent: unknown[] = [];
  await page.route("**/leaderboard", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 201, json: { data: { replaced: false } } });
  });
  const withdrawn: string[] = [];
  await page.route("**/leaderboard/susde-hourly/*", (route) => {
    withdrawn.push(new URL(route.request().url()).pathname.split("/").at(-1) ?? "");
    return route.fulfill({ json: { data: { removed: true } } });
  });
  await page.getByLabel("Name on the board").fill("Mine");
  await page.getByLabel("API key, kept in this tab only").fill("sk_test");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Published.", { exact: true }).waitFor();
  assertEquals(sent, [{ receipt, name: "Mine" }]);
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await page.getByText("Withdrawn: the row is deleted.").waitFor();
  assertEquals(withdrawn.map((hash) => hash.length), [64]);
});
