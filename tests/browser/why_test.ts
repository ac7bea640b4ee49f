import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

browserTest("a run is explained in words", async (stage) => {
  const page = await stage.open(linkTo("workbench/why", RSI));
  const words = page.getByRole("region", { name: "This run in words" });
  await words.getByText("It has not passed.").waitFor();
  const earned = await page.locator(".answer-part").filter({ hasText: "over Hold" }).locator("b")
    .textContent() ?? "";
  assertMatch(
    await words.innerText(),
    /^This run in words\s+Yield RSI \(.*\) on sUSDe, hourly was run/,
  );
  assert(
    (await words.innerText()).includes(`It earned ${earned.replace("+", "")} more than Hold`),
  );
  const conditions = page.getByRole("region", { name: "What if" });
  assertMatch(
    await conditions.innerText(),
    /At twice the costs it scores [\d.]+, a bar late [\d.]+\. It keeps an edge on this path/,
  );
  assertEquals(await conditions.getByRole("rowheader").allTextContents(), [
    "Without costs",
    "As it ran",
    "Costs × 2",
    "Costs × 4",
    "A bar late",
  ]);
  assertEquals(await conditions.locator("circle").count(), 11);
  await stage.assertLooks(page, "why");
});
