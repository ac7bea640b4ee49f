import { assert, assertEquals } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../support/browser.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest("a sweep of another candidate says whose it is", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
  await page.getByRole("button", { name: "Run 1,024 candidates" }).click();
  await page.getByRole("heading", { name: /^Best of 1,024/ }).waitFor();
  const note = page.getByText(/^Swept: Yield Bollinger bands on sUSDe, hourly/);
  assertEquals(await note.count(), 0, "it is the candidate on the bench");
  await page.getByRole("group", { name: "Market" }).getByText("ghoUSD").click();
  await note.waitFor();
  assertEquals(await axeFaults(page), []);
  await page.getByRole("group", { name: "Market" }).getByText("sUSDe").click();
  await note.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Load the best" }).click();
  await page.getByText("Loaded:").waitFor({ state: "attached" }).catch(() => {});
  assertEquals(await note.count(), 0, "a cell of the map is of the same sweep");
});

browserTest("a range that cannot be swept says so beside its field", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
  const across = page.getByRole("group", { name: "Across" });
  const fill = async (label: string, text: string): Promise<void> => {
    await across.getByLabel(label).fill(text);
    await across.getByLabel(label).press("Tab");
  };
  const run = page.getByRole("button", { name: /^Run/ });
  await fill("From", "90");
  await fill("To", "10");
  await across.getByText("From is 90, must be below To, which is 10").waitFor();
  assert(await run.isDisabled());
  await fill("To", "500");
  await across.getByText("To is 500, must be from 0.208 to 120").waitFor();
  await fill("To", "");
  await across.getByText("To is empty, must be a number from 0.208 to 120").waitFor();
  await fill("To", "100");
  await fill("Steps", "128");
  await across.getByText("Steps is 128, must be a whole number from 2 to 64").waitFor();
  await fill("Steps", "8");
  await page.getByRole("button", { name: "Run 256 candidates" }).waitFor();
});
