import { assertEquals } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest("the menu has look, keys, undo and the reference, also on a phone", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE), { colorScheme: "light" });
  const background = (): Promise<string> =>
    page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  assertEquals(await background(), "rgb(255, 255, 255)");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("Dark", { exact: true }).click();
  assertEquals(await background(), "rgb(14, 18, 23)");
  await page.reload();
  await page.getByRole("button", { name: "More" }).waitFor();
  assertEquals(await background(), "rgb(14, 18, 23)");

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  assertEquals(await axeFaults(page), []);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).getByText("undo: the previous").waitFor();
  assertEquals(await axeFaults(page), []);
  await page.getByRole("button", { name: "Close" }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  const slider = page.getByRole("slider").first();
  const before = await slider.inputValue();
  await slider.press("End");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "API" }).waitFor();
  assertEquals(await axeFaults(page), []);
  await page.getByRole("button", { name: "Undo" }).click();
  assertEquals(await slider.inputValue(), before);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  assertEquals(await axeFaults(page), []);
});
