import { assert, assertEquals } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";

const NAME = "sUSDe, Sep 2025, real, daily";
const RAMP = {
  marketId: 20_250_925,
  timeframe: "daily",
  components: [{ strategyId: "maturity-ramp" }],
};

browserTest(
  "a real maturity is one click away, and says what its 81 days do not allow",
  async (stage) => {
    const page = await stage.open("/");
    await page.getByRole("combobox", { name: "Market" }).selectOption(NAME);
    await page.getByText("(needs the feature volume)").first().waitFor();
    await page.getByText("one history, no verdict", { exact: true }).waitFor();
    assertEquals(await page.getByText(/not passed/i).count(), 0);
    assertEquals(await page.getByText("on new data").count(), 0);
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, "real-board");

    await page.getByRole("link", { name: "Maturity ramp" }).click();
    await page.getByRole("figure", { name: /^Position/ }).waitFor();
    await page.getByRole("link", { name: "no verdict" }).waitFor();
    assertEquals(await page.getByRole("link", { name: "New data" }).count(), 0);
    await page.getByRole("link", { name: "One history", exact: true }).click();
    await page.getByRole("heading", { name: "On its one history: no verdict" }).waitFor();
    assertEquals(await page.getByText(/fresh half-years|not passed/i).count(), 0);
    await stage.picture(page, "real-verdict");
    await page.goto(linkTo("workbench/scenarios", { ...RAMP, marketId: 1 }));
    await page.getByRole("region", { name: "Answer" }).getByRole("link", { name: "real" }).click();
    await page.getByRole("heading", { name: "On real history" }).waitFor();
    await page.getByText(/^On 4 real maturities, 208 days: /).waitFor();
    const maturities = page.getByRole("link", { name: /^sUSDe, \w+ \d+ .* over idle$/ });
    await maturities.nth(3).waitFor();
    assertEquals(await maturities.count(), 4);
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, "real-maturities");
    await maturities.first().click();
    await page.getByRole("link", { name: "no verdict" }).waitFor();
    await page.goto(linkTo("workbench/verify", RAMP));
    await page.getByLabel("API key").fill("sa_key");
    await page.getByText("datasets enable").waitFor();
    assert(await page.getByRole("button", { name: "Verify", exact: true }).isDisabled());
    await page.getByRole("button", { name: "Add a component" }).click();
    await page.getByRole("option", { name: /needs the feature \w+\..*cannot run here$/ }).first()
      .waitFor();
    await page.keyboard.press("Escape");

    // On a phone the markets are a list by origin.
    await page.setViewportSize({ width: 390, height: 844 });
    const select = page.getByRole("combobox", { name: "Market" });
    assertEquals(await select.locator("optgroup").count(), 2);
    assertEquals(await select.inputValue(), "20250925");
    await stage.picture(page, "real-phone");
    await select.selectOption("ghoUSD");
    await page.getByRole("radio", { name: "Hourly" }).waitFor();
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 390);
  },
);
