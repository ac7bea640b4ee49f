import { assert, assertEquals, assertMatch } from "@std/assert";
import { addressed, axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { COUNT_SHIFTS } from "../../server/testing/season_page.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest(
  "a sweep moves nothing, is read by keyboard, and a reload runs its plan again",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
    const steps = page.getByRole("group", { name: "Across" }).getByLabel("Steps");
    await steps.fill("16");
    const run = page.getByRole("button", { name: "Run 512 candidates" });
    await run.waitFor();
    await page.evaluate(COUNT_SHIFTS);
    await run.click();
    const best = page.getByRole("heading", { name: /^Best of 512/ });
    const luck = page.locator(".trust h2");
    await luck.waitFor();
    const top = (): Promise<number> =>
      page.locator(".maps").evaluate(
        (maps: { getBoundingClientRect(): { top: number } }) => maps.getBoundingClientRect().top,
      );
    const before = await top();
    const ended = (): Promise<number> =>
      page.evaluate("performance.getEntriesByName('sweep').length");
    for (let count = 2; count <= 3; count++) {
      await run.click();
      await until(async () => await ended() === count, `sweep ${count} to end`);
      await luck.waitFor();
    }
    assertEquals(await top(), before, "the maps stay");
    const shifts = await page.evaluate<readonly string[]>("shifts");
    const sum = shifts.reduce((all, shift) => all + parseFloat(shift), 0);
    assert(sum <= 0.004, `${shifts} in 3 sweeps`);
    await page.getByText(/On fresh half-years, which the sweep has not seen: .* by luck /)
      .waitFor();
    await page.getByText(/On 64 others: .*counting \d+ tr/).waitFor();
    const counts = await page.locator(".sweep").getByText(/counting [\d,]+ tr/).allTextContents();
    assert(counts.length > 2, "of the best, its figures, and the best by edge");
    const tries = counts.flatMap((text) => /counting [\d,]+/.exec(text) ?? []);
    assertEquals(new Set(tries).size, 1, `each verdict says one number of tries: ${tries}`);
    // A cell is read and loaded by keyboard.
    await page.getByRole("grid").first().focus();
    for (const key of ["PageDown", "Home", "ArrowRight"]) await page.keyboard.press(key);
    const cell = page.getByRole("gridcell").first();
    assertMatch(
      await cell.getAttribute("aria-label") ?? "",
      /^Window .* days, Entry 0.5 .*: score /,
    );
    await page.keyboard.press("Enter");
    await addressed(page, /"window":\d+,"k":0.5/);
    await page.getByRole("link", { name: "see its curve" }).click();
    assertEquals(await page.getByRole("textbox", { name: /\bk$/ }).inputValue(), "0.5");
    await page.goBack();
    await page.goBack();
    await page.reload();
    await best.waitFor();
    await luck.waitFor();
    await run.waitFor();
    assertEquals(await steps.inputValue(), "16");
    const note = page.getByText(/^Swept: Yield Bollinger bands on sUSDe, hourly/);
    assertEquals(await note.count(), 0, "it is the candidate on the bench");
    await page.getByRole("combobox", { name: "Market" }).selectOption("ghoUSD");
    await note.waitFor();
    assertEquals(await axeFaults(page), []);
    await page.getByRole("combobox", { name: "Market" }).selectOption("sUSDe");
    await note.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Load the best" }).click();
    await page.getByText("Loaded:").waitFor();
    assertEquals(await note.count(), 0, "a cell of the map is of the same sweep");
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.reload();
    await page.goto(linkTo("workbench/sweep", CANDIDATE));
    await page.getByRole("button", { name: "Run 1,024 candidates" }).waitFor();
    assertEquals(await best.count(), 0, "a plan that is not in the address is not shown");
  },
);

browserTest(
  "more parameters, evenly spread, with a hold-out",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
    await page.getByRole("button", { name: "Add a parameter" }).click();
    await page.getByRole("group", { name: "Parameter 3" }).getByLabel("Parameter")
      .selectOption({ label: "Exit (exitK)" });
    await page.getByText(/^Every combination, best by score/).click();
    await page.getByLabel("Method").selectOption("sobol");
    await page.getByLabel(/^How many/).fill("500");
    await page.getByLabel(/^How many/).press("Tab");
    await page.getByLabel("Best by").selectOption("annualizedMeanReturn");
    await page.getByLabel("Bars kept to test").selectOption("0.3");
    await page.getByRole("button", { name: "Add a bound" }).click();
    await page.getByRole("button", { name: "Run 500 candidates" }).click();
    await page.getByRole("heading", { name: /^Best of .*Window .*, Entry .*, Exit / }).waitFor();
    await page.locator(".term", { hasText: "Score tested" }).first().waitFor();
    await page.getByText("The figures behind it").click();
    await page.locator(".term", { hasText: "Neighbours above" }).waitFor();
    await page.getByText(/\d+ candidates? skipped: Exit must be at most Entry/).waitFor();
    await page.getByText("A cell shows the best of its candidates.").waitFor({ state: "attached" });
    await page.getByLabel("and up").selectOption({ label: "Exit (exitK)" });
    await page.getByRole("grid", { name: /^Mean return by Window .* and Exit/ }).waitFor();
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, "sweep-three");

    const best = await page.getByRole("heading", { name: /^Best of/ }).textContent();
    const again = await stage.open(page.url().slice(stage.server.origin.length));
    const heading = again.getByRole("heading", { name: /^Best of/ });
    await heading.waitFor();
    assertEquals(
      await heading.textContent(),
      best,
      "the address has the plan, which gives the same",
    );
  },
);

browserTest("several markets, own candidates, an early end, and the last sweep", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", { ...CANDIDATE, timeframe: "daily" }));
  await page.getByText(/^Every combination, best by score/).click();
  await page.getByLabel("Method").selectOption("sobol");
  await page.getByLabel("Stop early").selectOption("1024");
  const also = page.getByRole("group", { name: "Also run on" });
  await also.getByLabel("sUSDf").check();
  await also.getByLabel("ghoUSD").check();
  await also.getByLabel("A figure counts by").selectOption("worst");
  await page.getByRole("button", { name: "Add a candidate to try first" }).click();
  const own = page.getByRole("group", { name: "Try first: candidate 1" });
  const window = own.getByLabel("window");
  await window.fill("500");
  await window.press("Tab");
  await page.getByText("Candidate 1 to try first: window is 500, must be a number from").waitFor();
  const run = (text: string) => page.getByRole("button", { name: text });
  assert(await page.getByRole("button", { name: /^Run/ }).isDisabled());
  await window.fill("30");
  await window.press("Tab");
  assertEquals(await page.getByLabel("Try the best of the last sweep first").count(), 0);
  await run("Run 2,049 candidates on 3 markets").click();
  await page.locator(".term", { hasText: "Score, worst of 3 markets" }).waitFor();
  await page.locator(".term", { hasText: "Score on this market" }).waitFor();
  assertEquals(await axeFaults(page), []);
  await stage.picture(page, "sweep-markets");

  await page.getByLabel("Try the best of the last sweep first").check();
  await run("Run 2,069 candidates on 3 markets").click();
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  await page.locator(".term", { hasText: "Score, worst of 3 markets" }).waitFor();
});

browserTest(
  "a range shows its fault, stays while it is typed, and may have none that passes",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
    const across = page.getByRole("group", { name: "Across" });
    const to = across.getByLabel("To");
    await to.fill("500");
    await to.press("Tab");
    await across.getByText("To is 500, must be from 0.208 to 120").waitFor();
    assert(await page.getByRole("button", { name: /^Run/ }).isDisabled());
    await to.fill("100");
    const steps = across.getByLabel("Steps");
    await steps.fill("12");
    const hash = linkTo("workbench/sweep", { ...CANDIDATE, capital: "123456" });
    await page.evaluate(`history.replaceState(null, "", ${JSON.stringify(hash)})`);
    await page.evaluate('dispatchEvent(new PopStateEvent("popstate"))');
    const capital = page.getByRole("textbox", { name: "Capital" });
    await until(async () => await capital.inputValue() === "123,456", "the form drawn again");
    assertEquals(await steps.inputValue(), "12");
    await steps.press("Tab");
    const run = page.getByRole("button", { name: /^Run 384 / });
    await run.waitFor();
    // A sweep for candidates that pass says so when none of the best passes.
    await page.getByText(/^Every combination, best by score/).click();
    await page.getByLabel("Only those that pass on new data").check();
    await run.click();
    await page.getByText(/None of the best \d+ passes on new data/).waitFor();
    assertEquals(await page.getByRole("heading", { name: /^Best of/ }).count(), 0);
  },
);
