// deno-lint-ignore no-external-import -- part of the runtime
import { Buffer } from "node:buffer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import {
  addressed,
  axeFaults,
  browserTest,
  linkTo,
  pageUntil,
} from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { judgedCount, keptHashes } from "../../server/testing/kept_hashes.ts";
import { until } from "../../server/testing/until.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const BOLLINGER = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Opens a candidate on the workbench and waits until the history has it. */
async function rest(page: Page, candidate: unknown, count: number): Promise<void> {
  await page.goto(linkTo("workbench", candidate));
  await until(async () => (await keptHashes(page)).length === count);
}

/** A frame of a page with a clock by hand, milliseconds. */
const FRAME_MS = 16;

/**
 * Drags a knob over many values, each for one frame by the page's clock, however slow the machine: a
 * value that rests is more than a step of a drag. The clock stops so many hours ahead.
 */
async function drag(page: Page, hours: number): Promise<void> {
  const box = await page.getByRole("slider", { name: "window" }).boundingBox();
  assert(box !== null);
  const moveTo = async (share: number): Promise<void> => {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await page.clock.runFor(FRAME_MS);
  };
  await page.clock.pauseAt(Date.now() + 3_600_000 * hours);
  await moveTo(0.3);
  await page.mouse.down();
  await inTurn(Array(30).keys(), (step) => moveTo(0.3 + step / 60));
  await page.mouse.up();
  await page.clock.resume();
}

/** Keeps what the answer says to those who do not see it. */
const WATCH_SAID = `
  self.said = [];
  const status = document.querySelector(".answer [role=status]");
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
`;

browserTest("work is found, annotated, pinned and deleted, and survives the tab", async (stage) => {
  const page = await stage.blank();
  await rest(page, RSI, 1);
  await rest(page, BOLLINGER, 2);
  const long = [{ strategyId: "yield-bollinger" }, { strategyId: "yield-macd" }];
  await rest(page, { marketId: 1, timeframe: "daily", capital: "1000000", components: long }, 3);
  await page.goto(linkTo("work", RSI));
  const rows = page.getByRole("table", { name: "" }).locator("tbody tr");
  await until(async () => await rows.count() === 3);
  await page.getByRole("button", { name: "Score" }).click();
  assertMatch(await rows.first().textContent() ?? "", /^Yield RSI/);
  const note = page.getByLabel("Note to Yield Bollinger bands on sUSDe, hourly");
  await note.fill("loses to doing nothing");
  await note.press("Tab");
  await page.getByRole("button", { name: /^Pin Yield RSI/ }).click();
  await page.getByRole("button", { name: /^Unpin Yield RSI/ }).waitFor();
  await inTurn([1440, 1280, 1220, 1024, 768, 650, 390], async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const [needed = Infinity, room = 0] = await page.getByRole("region", { name: "My work" })
      .evaluate((one: { scrollWidth: number; clientWidth: number }) => [
        one.scrollWidth,
        one.clientWidth,
      ]);
    assert(needed <= room, `${width} px: ${needed} in ${room}`);
    await stage.picture(page, `work-${width}`);
  });
  assertEquals(await axeFaults(page), []);
  const again = await page.context().newPage();
  await page.close();
  await again.goto(linkTo("work", RSI));
  await again.getByRole("searchbox", { name: "Search my work" }).fill("NOTHING bollinger");
  const found = again.locator("tbody tr");
  await until(async () => await found.count() === 1);
  await again.getByRole("searchbox").fill("");
  await again.getByRole("button", { name: /^Unpin Yield RSI/ }).waitFor();
  await again.getByRole("button", { name: /^Delete Yield RSI/ }).click();
  await until(async () => await found.count() === 2);
  await again.getByRole("link", { name: /^Yield Bollinger bands$/ }).click();
  await addressed(again, /#\/workbench\?.*yield-bollinger/);
});

browserTest(
  "the board and My work have one list, by edge, and judge what is asked",
  async (stage) => {
    const page = await stage.blank({ viewport: { width: 1440, height: 900 } });
    const rule = (strategyParams: object): object => ({
      marketId: 1,
      components: [{ strategyId: "expression", strategyParams }],
    });
    const answer = page.getByRole("region", { name: "Answer" });
    await rest(page, RSI, 1);
    await answer.getByRole("link", { name: /passed/ }).waitFor();
    await rest(page, rule({ enter: "zscore(logYield, 20d) >= 1.5", exit: "impliedApy < 0.05" }), 2);
    // An opened candidate is judged, an edited one when the reader asks.
    await answer.getByRole("button", { name: "Judge on new data" }).click();
    await answer.getByRole("link", { name: /passed/ }).waitFor();
    const fast = [{ strategyId: "yield-macd", strategyParams: { fast: 20 } }];
    await rest(page, { marketId: 1, components: fast }, 3);
    await page.getByRole("link", { name: "Board", exact: true }).click();
    // 34 defaults, of which one is in the history, and the rule.
    await page.getByText(/: 35 tries here so far/).waitFor();
    const rows = page.getByRole("region", { name: "My work" }).locator("tbody tr");
    await until(async () => (await rows.allInnerTexts()).length === 1);
    assertMatch(await rows.first().innerText(), /^My rule 1\s.*(not )?passed/s);
    await page.getByRole("button", { name: "1 not judged" }).click();
    await page.getByRole("button", { name: /^Judge Yield MACD/ }).click();
    await until(async () => await rows.getByText(/passed/).count() === 2);
    await page.getByText(/: 36 tries here so far/).waitFor();
    await stage.picture(page, "own-work");
    await page.getByRole("link", { name: "My work", exact: true }).first().click();
    await until(async () => await rows.getByText(/passed/).count() === 3);
    const edges = await rows.locator("td:nth-of-type(1)").allInnerTexts();
    const numbers = edges.map((text) => parseFloat(text.replace("−", "-")));
    assertEquals(numbers, numbers.toSorted((a, b) => b - a));
    assertEquals(await axeFaults(page), []);
  },
);

browserTest("undo and redo step through runs, by key and by button", async (stage) => {
  const page = await stage.open(linkTo("workbench", BOLLINGER));
  await until(async () => (await keptHashes(page)).length === 1);
  const field = page.getByRole("textbox", { name: "window" });
  await field.fill("40");
  await field.press("Tab");
  await until(async () => (await keptHashes(page)).length === 2);
  await page.locator("main").focus();
  await page.keyboard.press("Control+z");
  await until(async () => await field.inputValue() === "20");
  await page.getByRole("button", { name: "Redo" }).click();
  await until(async () => await field.inputValue() === "40");
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => await field.inputValue() === "20");
  assert(await page.getByRole("button", { name: "Undo" }).isDisabled());
  await page.reload();
  await page.getByRole("button", { name: "Redo" }).click();
  await until(async () => await field.inputValue() === "40");
});

browserTest("an edit that is made before the history is loaded can be undone", async (stage) => {
  const page = await stage.blank();
  const { promise: isEdited, resolve: edited } = Promise.withResolvers<void>();
  await page.route("**/later-*.js", async (route) => {
    await isEdited;
    await route.continue();
  });
  await page.goto(linkTo("workbench", BOLLINGER));
  const field = page.getByRole("textbox", { name: "window" });
  await field.fill("40");
  await field.press("Tab");
  edited();
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => await field.inputValue() === "20");
});

browserTest("work follows other tabs, and moves to another browser in a file", async (stage) => {
  const page = await stage.open(linkTo("work", RSI));
  await page.getByText("Nothing yet").waitFor();
  const tab = await page.context().newPage();
  await rest(tab, RSI, 1);
  const note = page.getByLabel(/^Note to Yield RSI/);
  // A note that is being written outlives a change of the table.
  await note.fill("the good one");
  await rest(tab, BOLLINGER, 2);
  await page.getByText("2 candidates kept in this browser").waitFor();
  assertEquals(await note.inputValue(), "the good one");
  await note.press("Tab");
  await tab.getByRole("link", { name: "My work" }).click();
  await tab.getByRole("button", { name: /^Delete Yield Bollinger/ }).click();
  await page.getByText("1 candidate kept in this browser").waitFor();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  assertEquals(file.suggestedFilename(), "strategy-arena-work.json");
  const other = await stage.open(linkTo("work", RSI));
  await other.getByText("Nothing yet.").waitFor();
  const input = other.getByLabel("File to import");
  await input.setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") });
  await other.getByText(/^Cannot import a\.csv: it is not JSON; give a file that "Export"/)
    .waitFor();
  await input.setInputFiles(await file.path());
  await other.getByText("1 candidates, 1 of them new here").waitFor();
  assertEquals(await other.getByLabel(/^Note to Yield RSI/).inputValue(), "the good one");
});

/** Holds what is read of the browser's store back until `releaseStore()`. */
const LATE_STORE = `{
  const { transaction } = IDBDatabase.prototype;
  const released = new Promise((resolve) => globalThis.releaseStore = resolve);
  IDBDatabase.prototype.transaction = function (names, mode) {
    const made = transaction.call(this, names, mode);
    if (mode === "readonly") Object.defineProperty(made, "oncomplete", {
      set: (heard) => made.addEventListener("complete", async () => {
        globalThis.isHeld = true;
        await released;
        heard();
      }),
    });
    return made;
  };
}`;

browserTest("a row that is deleted while the store is read stays deleted", async (stage) => {
  const page = await stage.blank();
  await rest(page, RSI, 1);
  await page.evaluate(LATE_STORE);
  await page.getByRole("link", { name: "My work" }).click();
  await pageUntil(page, "globalThis.isHeld");
  await page.getByRole("button", { name: /^Delete Yield RSI/ }).click();
  await until(async () => (await keptHashes(page)).length === 0, "the row to leave the store");
  await page.getByText("Nothing yet").waitFor();
  await page.evaluate("releaseStore()");
  assertEquals(await page.getByRole("button", { name: /^Delete Yield RSI/ }).count(), 0);
});

browserTest(
  "a drag is one candidate and one verdict, which count after a reload",
  async (stage) => {
    const page = await stage.blank();
    await page.clock.install();
    await page.goto(linkTo("workbench", BOLLINGER));
    await until(async () => (await keptHashes(page)).length === 1);
    const said = page.getByRole("region", { name: "Answer" }).getByRole("status");
    await said.filter({ hasText: /over Hold, edge/ }).waitFor();
    await page.evaluate(WATCH_SAID);
    await drag(page, 1);
    await until(async () => (await keptHashes(page)).length === 2);
    await said.filter({ hasText: /not judged$/ }).waitFor();
    assertEquals(await page.evaluate("said.length"), 1, "only the knob at rest is said");
    await page.goto(linkTo("work", BOLLINGER));
    await page.getByText("2 candidates kept in this browser").waitFor();
    await page.getByText(/On sUSDe 1 verdict shown so far/).waitFor();

    await page.goto(linkTo("workbench/scenarios", BOLLINGER));
    const counting = (count: string): Promise<void> =>
      page.locator(".headline", { hasText: `counting ${count}` }).waitFor();
    await counting("1 try");
    await drag(page, 2);
    await counting("2 tries");
    await page.goto(linkTo("workbench/scenarios", RSI));
    await counting("3 tries");
    await until(async () => await judgedCount(page) === 3, "three stored trials");
    await page.addInitScript(LATE_STORE);
    await page.reload();
    // The engine computes this curve after the verdict, which waits for the store to be counted.
    await page.getByRole("img", { name: /^Score along .*oversold: from/ }).waitFor();
    assertEquals(await page.locator(".headline", { hasText: "counting" }).count(), 0);
    await page.evaluate("releaseStore()");
    await counting("3 tries");
  },
);

browserTest("a browser without storage says so, and everything else works", async (stage) => {
  const page = await stage.blank();
  await page.addInitScript("IDBFactory.prototype.open = () => { throw new Error('denied here'); }");
  await page.goto(linkTo("work", RSI));
  await page.getByText("Cannot keep candidates in this browser: denied here").waitFor();
  await page.goto(linkTo("workbench/scenarios", RSI));
  await page.locator(".headline", { hasText: "counting 1 try" }).waitFor();
});
