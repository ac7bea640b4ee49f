import { assert, assertEquals, assertMatch } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

/** The strategy that passes; on the history of its market it does nothing but Hold. */
const PASSES = { marketId: 1, components: [{ strategyId: "discount-threshold" }] };

browserTest("why a rule passes is seen on the half-years of its verdict", async (stage) => {
  const page = await stage.open(linkTo("workbench/scenarios", PASSES));
  await page.getByRole("heading", { name: "Verdict on new data: passed" }).waitFor();
  const tries = await page.getByText(/counting \d+ tr/).first().innerText();
  await stage.picture(page, "half-year-dots");
  await page.getByRole("link", { name: "the best", exact: true }).click();
  const bar = page.getByRole("navigation", { name: "Half-year" });
  const heading = bar.getByRole("heading", { name: /^Half-year \d+ of 64$/ });
  await heading.waitFor();
  const best = await heading.innerText();
  const number = /\d+/.exec(best)?.[0] ?? "";
  assert(page.url().endsWith(`&path=${number}`), page.url());
  // Its edge, as the verdict's dot says it and as the line earns it.
  assertMatch(
    await bar.getByRole("status").innerText(),
    /^[\d.−]+ %\/y after penalties, \+\d+\.\d+ against holding PT/,
  );
  const money = page.locator(".answer-part").filter({ hasText: "over Hold" })
    .filter({ hasText: `, half-year ${number}` });
  await money.waitFor();
  assertMatch(await money.innerText(), /^\+/);
  await page.getByRole("figure", { name: /^Position/ }).waitFor();
  assertEquals(await axeFaults(page), []);
  await stage.picture(page, "half-year-chart");
  await page.getByRole("link", { name: "Why", exact: true }).click();
  const score = page.getByRole("region", { name: "Score" });
  await score.waitFor();
  assert(page.url().endsWith(`&path=${number}`), page.url());
  assert(Number(await score.locator(".score-figure").innerText()) > 100, "more than Hold");
  await page.getByRole("link", { name: "Trades", exact: true }).click();
  await page.getByRole("region", { name: "Round trips" }).waitFor();
  await page.getByText("Replay bar by bar").click();
  await page.getByRole("heading", { name: "Replay" }).waitFor();

  await bar.getByRole("link", { name: "the best" }).press("ArrowLeft");
  await until(async () => await heading.innerText() !== best);
  await page.goBack();
  await until(async () => await heading.innerText() === best);
  await bar.getByRole("link", { name: "Back to the history" }).click();
  await bar.waitFor({ state: "detached" });
  await page.locator(".answer-part").filter({ hasText: ", this path" }).first().waitFor();

  // A dot is a door, too; a turned knob closes it: the verdict was of another rule.
  await page.getByRole("link", { name: "New data", exact: true }).click();
  assertEquals(await page.getByText(/counting \d+ tr/).first().innerText(), tries);
  const dot = page.locator("circle[data-path].strategy").last();
  const opened = { name: `Half-year ${Number(await dot.getAttribute("data-path")) + 1} of 64` };
  await dot.click();
  await page.getByRole("heading", opened).waitFor();
  await page.reload();
  await page.getByRole("heading", opened).waitFor();
  await page.getByRole("slider").first().press("ArrowRight");
  await bar.waitFor({ state: "detached" });
});
