import { assert, assertEquals, assertMatch } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

browserTest(
  "a run is explained in words",
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
      const conditions = page.getByRole("region", { name: "What if" });
      assertMatch(
        await conditions.innerText(),
        /At twice the costs it scores [\d.]+, a bar late [\d.]+\. It keeps an edge on this path/,
      );
      const rows = conditions.getByRole("rowheader");
      assertEquals(await rows.allTextContents(), [
        "Without costs",
        "As it ran",
        "Costs × 2",
        "Costs × 4",
        "A bar late",
      ]);
      assertEquals(await conditions.locator("circle").count(), 11);
      assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
      assertEquals(await axeFaults(page), []);
      await stage.picture(page, `why-${width}`);
    });
  },
);
