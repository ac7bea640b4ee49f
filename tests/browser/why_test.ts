import { assert, assertEquals, assertMatch } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

browserTest(
  "a run is explained in words, and its months sum to the money over Hold",
  async (stage) => {
    await inTurn([[1440, "light"], [390, "dark"]] as const, async ([width, colorScheme]) => {
      const page = await stage.open(linkTo("workbench/why", RSI), {
        viewport: { width, height: 900 },
        colorScheme,
      });
      const words = page.getByRole("region", { name: "This run in words" });
      await words.getByText("It has not passed.").waitFor();
      const earned =
        await page.locator(".answer-part").filter({ hasText: "over Hold" }).locator("b")
          .textContent() ?? "";
      assertMatch(
        await words.innerText(),
        /^This run in words\s+Yield RSI \(.*\) on sUSDe, hourly was run/,
      );
      assert(
        (await words.innerText()).includes(`It earned ${earned.replace("+", "")} more than Hold`),
      );
      const numberOf = (text: string): number => Number(text.replace("−", "-"));
      const months = page.getByRole("region", { name: "By month, %" }).last();
      const totals = await months.locator("tr.overHold td:last-child").allTextContents();
      const sum = totals.map(numberOf).reduce((all, one) => all + one, 0);
      assert(Math.abs(sum - Number.parseFloat(earned)) < 0.011, `${totals} and ${earned}`);
      assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
      const beyond = await months.evaluate((box: unknown) => {
        const { scrollWidth, clientWidth } = box as Record<"scrollWidth" | "clientWidth", number>;
        return scrollWidth - clientWidth;
      });
      assertEquals(beyond, 0, `${width} px: the months scroll sideways`);
      assertEquals(await axeFaults(page), []);
      await stage.picture(page, `why-${width}`);
    });
  },
);

browserTest("a report is one file, with the verdict on its first page", async (stage) => {
  const page = await stage.open(linkTo("workbench/why", RSI));
  await page.getByText("It has not passed.").waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save a report as one file" }).click(),
  ]);
  assertMatch(saved.suggestedFilename(), /^yield-rsi.*\.html$/);
  const text = await Deno.readTextFile(await saved.path());
  const report = await stage.blank();
  const asked: string[] = [];
  report.on("request", (request) => asked.push(request.url()));
  await report.setContent(text);
  const verdict = await report.getByText("Not passed", { exact: true }).boundingBox();
  assert(verdict !== null && verdict.y < 300, `the verdict is at ${verdict?.y}`);
  await report.getByText(/^.0\.44 %\/y against holding PT, after penalties\.$/).waitFor();
  assertEquals(await report.getByRole("link").count(), 1);
  assertEquals(asked, []);
  await stage.picture(report, "report");
});
