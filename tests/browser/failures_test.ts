import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  addressed,
  axeFaults,
  browserTest,
  linkTo,
  pickStrategy,
  type Stage,
} from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Asserts that the page reported exactly these faults, and clears them. */
function expectFaults(stage: Stage, pattern: RegExp): void {
  for (const fault of stage.faults) assertMatch(fault, pattern);
  stage.faults.length = 0;
}

browserTest(
  "a candidate that cannot be run gets a message, and shows no figures of another",
  async (stage) => {
    const page = await stage.open("/#/workbench?candidate=%7Bnot");
    await page.getByText("The candidate in the address is not JSON").waitFor();
    await page.getByRole("button", { name: "Use the candidate below" }).click();
    await addressed(page, /"marketId":1/);
    assertEquals(await page.getByRole("alert").count(), 0);
    const wrong = { marketId: 1, components: [{ strategyId: "nope" }] };
    await inTurn(["workbench", "workbench/scenarios"], async (view) => {
      await page.goto(linkTo(view, wrong));
      await page.getByText(/"nope" is not in the catalogue/).first().waitFor();
    });
    await page.goto(linkTo("board", { marketId: 77, components: [{ strategyId: "a" }] }));
    await page.getByText(/Cannot show market 77/).waitFor();

    // With an unknown timeframe the editor stays.
    const weekly = { marketId: 1, components: [{ strategyId: "yield-rsi" }], timeframe: "weekly" };
    await page.goto(linkTo("workbench", weekly));
    await page.getByRole("form", { name: "Candidate" }).getByText(/timeframe is/).waitFor();
    assertEquals(await page.getByText(/needs the feature/).count(), 0);
    await page.getByRole("textbox", { name: "overbought" }).waitFor();
    await pickStrategy(page, "Strategy of component 1", "Yield MACD");
    await page.getByRole("button", { name: "Strategy of component 1: Yield MACD" }).waitFor();
    await page.getByText("Daily", { exact: true }).click();
    await page.locator("figure.chart canvas").first().waitFor();

    // Figures of an earlier candidate are marked or hidden.
    await page.goto(linkTo("workbench/scenarios", CANDIDATE));
    const tests = page.getByText(/of 11 tests pass$/);
    await tests.waitFor();
    const k = page.getByRole("textbox", { name: /\bk$/ });
    await k.fill("99");
    await tests.waitFor({ state: "hidden" });
    await page.getByText(/is 99, must be/).first().waitFor();
    await page.getByText(/^The last candidate that could run: Yield Bollinger .* on sUSDe/)
      .waitFor();
    const faint = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main *")].filter((one) =>
      getComputedStyle(one).opacity < 0.9 && getComputedStyle(one).opacity > 0 &&
      !one.disabled && one.innerText?.trim()).map((one) => one.className)`,
    );
    assertEquals(faint, []);
    assertEquals(await axeFaults(page), []);
    await k.fill("2");
    await tests.waitFor();
  },
);

browserTest("a blocked worker gets a message, and a retry works", async (stage) => {
  const page = await stage.blank();
  await page.route("**/assets/worker-*.js", (route) => route.abort());
  await page.goto(linkTo("workbench", CANDIDATE));
  await page.getByText("Cannot start the engine in this browser").first().waitFor();
  await page.unroute("**/assets/worker-*.js");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("over Hold").first().waitFor();
  expectFaults(stage, /worker-|ERR_FAILED/);
});

browserTest(
  "a dataset that fails to load gets a message, and a retry works",
  async (stage) => {
    const page = await stage.blank();
    // With another seed the engine generates another file, so the page loads the one of the server.
    await page.route("**/sources.json", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"seed":2', '"seed":3');
      await route.fulfill({ response, body });
    });
    await page.route("**/*.f64*", (route) => route.abort());
    await page.goto(linkTo("workbench/scenarios", CANDIDATE));
    await page.getByText(/Cannot load .*f64/).first().waitFor();
    // The run and its verdict failed, each with a button; either one tries both again.
    const again = page.getByRole("main").getByRole("button", { name: "Try again" });
    await again.nth(1).waitFor();
    await page.unroute("**/*.f64*");
    await again.last().click();
    await page.getByText(/of 11 tests pass$/).waitFor();
    expectFaults(stage, /f64|ERR_FAILED/);
  },
);

browserTest("a refused key, or what cannot be reached, gets a message", async (stage) => {
  const page = await stage.open(linkTo("workbench/verify", CANDIDATE));
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  assert(await verify.isDisabled());
  await page.getByLabel("API key").fill("sa_wrong");
  await verify.click();
  await page.getByRole("alert").getByText(/key/i).waitFor();
  await page.route("**/v1/**", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Cannot reach the server").waitFor();
  expectFaults(stage, /401|ERR_FAILED|simulations/);

  // The policy of the page allows no inline script and no other origin.
  const ran = await page.evaluate<boolean>(`(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.head.append(script);
    return globalThis.ran === true;
  })()`);
  assert(!ran);
  const fetched = await page.evaluate<string>(
    `fetch("http://127.0.0.1:9/").then(() => "fetched", (error) => error.name)`,
  );
  assertEquals(fetched, "TypeError");
  expectFaults(stage, /Content Security Policy|127\.0\.0\.1:9/);
});
