import { assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

const BOLLINGER = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const RSI_ELSEWHERE = { marketId: 2, components: [{ strategyId: "yield-rsi" }] };

/** Returns the names of the lines, in order. */
async function names(page: Page): Promise<readonly string[]> {
  return await page.getByRole("region", { name: "Comparison" }).locator("tbody th")
    .allTextContents();
}

browserTest(
  "Hold and idle are compared with the workbench, and pins join and survive the tab",
  async (stage) => {
    const page = await stage.open(linkTo("compare", BOLLINGER));
    await page.getByRole("table").waitFor();
    assertEquals(await names(page), ["Yield Bollinger bands", "Hold", "Idle SY"]);
    await page.getByRole("button", { name: "Pin to compare" }).click();
    await page.goto(linkTo("compare", RSI_ELSEWHERE));
    await until(async () => (await names(page)).length === 6);
    assertEquals(await names(page), [
      "Yield RSI",
      "Yield Bollinger bands",
      "Hold, sUSDf",
      "Idle SY, sUSDf",
      "Hold, sUSDe",
      "Idle SY, sUSDe",
    ]);
    await page.getByRole("radio", { name: "Days since start" }).waitFor();
    await page.getByRole("button", { name: "Score", exact: true }).click();
    const scores = await page.evaluate<number[]>(
      "[...document.querySelectorAll('td[data-title=Score]')].map((cell) => +cell.dataset.value)",
    );
    assertEquals(scores, scores.toSorted((a, b) => b - a));
    await page.getByText("best", { exact: true }).first().waitFor();
    assertEquals(await axeFaults(page), []);

    const context = page.context();
    await page.close();
    const again = await context.newPage();
    await again.goto(linkTo("compare", RSI_ELSEWHERE));
    await again.getByRole("button", { name: "Unpin Yield Bollinger bands" }).click();
    await until(async () => (await names(again)).length === 3);
  },
);

browserTest("the comparison fits a screen of 1024 px", async (stage) => {
  const page = await stage.open(linkTo("compare", RSI_ELSEWHERE), {
    viewport: { width: 1024, height: 768 },
  });
  await page.getByRole("button", { name: "Pin to compare" }).click();
  await page.goto(linkTo("compare", BOLLINGER));
  await page.getByRole("button", { name: "Pin to compare" }).click();
  const table = page.getByRole("region", { name: "Comparison" });
  await table.getByText("Hold, sUSDf").waitFor();
  const beyond = await table.evaluate((box: unknown) => {
    const { scrollWidth, clientWidth } = box as Record<"scrollWidth" | "clientWidth", number>;
    return scrollWidth - clientWidth;
  });
  assertEquals(beyond, 0, "the table scrolls sideways");
});

browserTest("a candidate is pinned once, in whatever spelling", async (stage) => {
  const page = await stage.open(linkTo("compare", BOLLINGER));
  await page.getByRole("button", { name: "Pin to compare" }).click();
  const spelled = {
    ...BOLLINGER,
    timeframe: "hourly",
    capital: "100000.0",
    components: [{ strategyId: "yield-bollinger", strategyParams: { window: 20 } }],
  };
  await page.goto(linkTo("compare", spelled));
  await page.getByText("Pinned", { exact: true }).waitFor();
  await page.getByRole("table").waitFor();
  assertEquals(await names(page), ["Yield Bollinger bands", "Hold", "Idle SY"]);
});

browserTest("a difference from any line is paired and has an interval", async (stage) => {
  const page = await stage.open(linkTo("compare", BOLLINGER));
  const cells = page.locator("td[data-title^='Return over Hold']");
  await cells.first().waitFor();
  assertMatch(
    await cells.first().textContent() ?? "",
    /^[+−]\d+\.\d\d \([+−]\d+\.\d\d to [+−]\d+\.\d\d\)/,
  );
  assertEquals(await cells.nth(1).textContent(), "–");
  await page.getByLabel("Difference from").selectOption("Yield Bollinger bands");
  const others = page.locator("td[data-title^='Return over Yield Bollinger bands']");
  await others.first().waitFor();
  assertEquals(await others.first().textContent(), "–");
  assertMatch(await others.nth(1).textContent() ?? "", /^[+−]\d/);
});

browserTest(
  "a link holds several candidates and does not change the reader's pins",
  async (stage) => {
    const others = encodeURIComponent(JSON.stringify([BOLLINGER, RSI_ELSEWHERE]));
    const page = await stage.open(`${linkTo("compare", BOLLINGER)}&with=${others}`);
    await page.getByText("2 candidates from a link.").waitFor();
    await until(async () => (await names(page)).length === 6);
    await page.getByRole("button", { name: "Show my own" }).click();
    await page.getByText("On the workbench: Yield Bollinger").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Pin them" }).click();
    await page.getByRole("button", { name: "Unpin Yield RSI" }).waitFor();
  },
);

browserTest("all candidates are judged with the same number of trials", async (stage) => {
  const rsi = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const others = encodeURIComponent(JSON.stringify([BOLLINGER, rsi]));
  const page = await stage.open(`${linkTo("compare", BOLLINGER)}&with=${others}`);
  const tries = page.locator("td[data-title='By luck']:not([data-none])");
  await until(async () => await tries.count() === 2);
  for (const text of await tries.allTextContents()) assertMatch(text, /\(2 tries\)$/);
});

browserTest("the verdict comes second, and the table is whole on 1280 pixels", async (stage) => {
  const others = encodeURIComponent(JSON.stringify([BOLLINGER, RSI_ELSEWHERE]));
  const page = await stage.open(`${linkTo("compare", BOLLINGER)}&with=${others}`);
  await until(async () => (await names(page)).length === 6);
  const verdict = page.getByRole("row", { name: /^Yield Bollinger/ }).locator("td").first();
  assertMatch(await verdict.innerText(), /^−3\.34, not passed$/);
  // A negative edge is no best of anything.
  assertEquals(
    await page.locator("td[data-title='Edge on new data, %/y']").getByText("best").count(),
    0,
  );
  const [table, room] = await page.evaluate<[number, number]>(`(() => {
    const table = document.querySelector("table.figures");
    return [table.scrollWidth, table.parentElement.clientWidth];
  })()`);
  assertEquals([table <= room, `${table} in ${room}`], [true, `${table} in ${room}`]);
});
