import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo, pickStrategy } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest(
  "a knob moves the curve, the address follows, and the back button returns",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    const answer = page.getByRole("region", { name: "Answer" });
    const score = answer.locator(".answer-part", { hasText: "83.5" });
    await score.waitFor();
    const field = page.getByRole("textbox", { name: "window" });
    assertEquals(await field.inputValue(), "20");
    await field.fill("90");
    await field.press("Tab");
    await score.waitFor({ state: "detached" });
    assertMatch(decodeURIComponent(page.url()), /"window":90/);

    const other = await stage.open(page.url().slice(stage.server.origin.length));
    const there = other.getByRole("textbox", { name: "window" });
    await there.waitFor();
    assertEquals(await there.inputValue(), "90");

    await page.goBack();
    await score.waitFor();
    assertEquals(await field.inputValue(), "20");
  },
);

browserTest("an error is shown at its field, in the wording of the server", async (stage) => {
  const page = await stage.open(linkTo("workbench", {
    marketId: 1,
    components: [{ strategyId: "yield-bollinger", strategyParams: { k: 0.5, exitK: 1.5 } }],
  }));
  await page.getByText("exitK must be at most k").first().waitFor();
  await page.getByRole("textbox", { name: /\bk$/ }).fill("99");
  await page.getByText(/is 99, must be/).first().waitFor();
});

browserTest(
  "a sweep fills its maps, a cell loads by keyboard, and the best has a verdict",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
    await page.getByRole("button", { name: "Run 1,024 candidates" }).click();
    await page.getByRole("heading", { name: /^Best of 1,024/ }).waitFor();
    await page.getByText(/On fresh half-years, which the sweep has not seen: .* by luck /)
      .waitFor();
    const map = page.getByRole("grid").first();
    await map.focus();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const cell = page.getByRole("gridcell").first();
    assertMatch(
      await cell.getAttribute("aria-label") ?? "",
      /^Window .* days, Entry 0.5 .*: score /,
    );
    await page.keyboard.press("Enter");
    assertMatch(decodeURIComponent(page.url()), /"window":\d+,"k":0.5/);
    await page.getByRole("link", { name: "see its curve" }).click();
    assertEquals(await page.getByRole("textbox", { name: /\bk$/ }).inputValue(), "0.5");
  },
);

browserTest(
  "weights come from the engine until one is set, then they keep their sum",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    await pickStrategy(page, "Add a component", "Yield RSI");
    const [first, second] = [1, 2].map((number) =>
      page.getByRole("region", { name: `Component ${number}` })
        .getByRole("textbox", { name: "Weight" })
    );
    assert(first !== undefined && second !== undefined);
    await until(async () =>
      await first.inputValue() === "50" && await second.inputValue() === "50"
    );
    await first.fill("70");
    await first.press("Enter");
    await until(async () => await second.inputValue() === "30");
  },
);

browserTest("a verdict is read path by path, by keyboard", async (stage) => {
  const page = await stage.open(linkTo("workbench/scenarios", CANDIDATE));
  await page.getByRole("heading", { name: /^Verdict on new data: (not )?passed$/ }).waitFor();
  await page.getByText(/^[+−][\d.]+ %\/y .* of 64 fresh half-years; by luck .*, counting 1 try/)
    .first().waitFor();
  const paths = page.getByRole("slider", { name: /^Edge over holding PT/ });
  await paths.focus();
  const read = async (key: string): Promise<string> => {
    await page.keyboard.press(key);
    return await paths.getAttribute("aria-valuetext") ?? "";
  };
  const [worst, next, best] = [await read("Home"), await read("ArrowRight"), await read("End")];
  for (const text of [worst, next, best]) {
    assertMatch(text, /^Path \d+: [\d.−]+ %\/y after penalties, .* against /);
  }
  assertEquals(new Set([worst, next, best]).size, 3);
  assertEquals(await paths.getAttribute("aria-valuenow"), "64");
  await page.getByText(best).waitFor();
});

browserTest("a candidate that equals Hold is reported as such", async (stage) => {
  const always = { strategyId: "pull-to-par-hold", strategyParams: { minYield: 0 } };
  const hold = { marketId: 1, components: [always] };
  const page = await stage.open(linkTo("workbench/scenarios", hold));
  await page.getByText("it is holding PT under another name").waitFor();
  await page.getByText(/^It does the same as its blind twin on every path/).first().waitFor();
});

browserTest("a sweep skips cells that break a relation, and says why", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
  await page.getByLabel("Parameter").nth(0).selectOption({ label: "Entry (k)" });
  await page.getByLabel("Parameter").nth(1).selectOption({ label: "Exit (exitK)" });
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByText(/\d+ candidates skipped: Exit must be at most Entry/).waitFor();
});

browserTest("a cancelled sweep keeps its points", async (stage) => {
  // Enough slow components for a sweep of seconds on any machine.
  const others = Array.from({ length: 15 }, () => ({ strategyId: "par-path-residual" }));
  const slow = { ...CANDIDATE, components: [...CANDIDATE.components, ...others] };
  const page = await stage.open(linkTo("workbench/sweep", slow));
  await page.getByText(/^Every combination, best by score/).click();
  await page.getByLabel("Method").selectOption("sobol");
  await page.getByLabel(/^How many/).fill("65536");
  await page.getByLabel(/^How many/).press("Tab");
  await page.getByRole("button", { name: "Run 65,536 candidates" }).click();
  await page.getByText(/^[1-9][\d,]* of 65,536/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/^Cancelled after \d[\d,]* of 65,536/).waitFor();
  await page.getByRole("heading", { name: /^Best of/ }).waitFor();
});

browserTest(
  "the server verifies the page's run, and no address contains the key",
  async (stage) => {
    const key = stage.server.key;
    const page = await stage.blank();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await page.goto(linkTo("workbench/verify", CANDIDATE));
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText("✓ Same bytes").waitFor();
    assertEquals(await page.getByRole("row").count(), 0, "the hashes are folded");
    await page.getByText(/^\d+ versions and hashes, all the same$/).click();
    assertEquals(await page.getByRole("row", { name: /resultHash.*yes/ }).count(), 1);
    assertEquals(await page.getByRole("row", { name: /score.*yes/ }).count(), 1);
    urls.push(page.url());
    assert(urls.length > 5 && urls.every((url) => !url.includes(key.slice(-20))));
    const kept = await page.evaluate<string[]>(
      "Object.values(localStorage).concat(document.cookie)",
    );
    assert(kept.every((text) => !text.includes(key)));
  },
);

browserTest("a server with a different result is reported", async (stage) => {
  const page = await stage.blank();
  await page.route("**/simulations/summary", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.evidence.resultHash = "0".repeat(64);
    await route.fulfill({ response, json: answer });
  });
  await page.goto(linkTo("workbench/verify", CANDIDATE));
  await page.getByLabel("API key").fill(stage.server.key);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("Not the same: page and server differ in resultHash.").waitFor();
  await page.getByRole("row", { name: /resultHash.*000000.*no/ }).waitFor();
});
