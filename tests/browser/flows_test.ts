import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";

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

    await page.reload();
    assertEquals(await field.inputValue(), "90");

    await page.goBack();
    await score.waitFor();
    assertEquals(await field.inputValue(), "20");
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
    assertMatch(text, /^Half-year \d+: [\d.−]+ %\/y after penalties, .* against /);
  }
  assertEquals(new Set([worst, next, best]).size, 3);
  assertEquals(await paths.getAttribute("aria-valuenow"), "64");
  await page.getByText(best).waitFor();
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
    const { key } = stage.server;
    const page = await stage.blank();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.getByRole("button", { name: /^Verify, export/ }).click();
    await page.getByRole("link", { name: "Verify on the server, or as code" }).click();
    const verify = page.getByRole("button", { name: "Verify", exact: true });
    await verify.waitFor();
    assert(await verify.isDisabled());
    assertEquals(await page.evaluate(CONTRAST), [true, "1"], "a disabled button is legible");
    await page.getByLabel("API key").fill(key);
    await verify.click();
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
    await page.getByRole("button", { name: /^Verified ✓/ }).waitFor();

    // Another candidate is not verified, and a server with another result is reported.
    await page.route("**/simulations/summary", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.evidence.resultHash = "0".repeat(64);
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole("slider", { name: "window" }).press("End");
    await page.getByRole("button", { name: /^Verify, export/ }).waitFor();
    await verify.click();
    await page.getByText("Not the same: page and server differ in resultHash.").waitFor();
    await page.getByRole("row", { name: /resultHash.*000000.*no/ }).waitFor();
  },
);

/** Whether a disabled button is told from its ground, and its opacity. */
const CONTRAST = `(() => {
  const button = [...document.querySelectorAll("button:disabled")]
    .find((one) => one.textContent === "Verify");
  const { color, backgroundColor, opacity } = getComputedStyle(button);
  const [text, ground] = [color, backgroundColor].map((colour) =>
    colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
  return [Math.abs(text - ground) > 255, opacity];
})()`;
