import { assert, assertEquals } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { poll } from "../../server/testing/until.ts";

const BOLLINGER = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest("a run is replayed bar by bar, with target, veto and fill", async (stage) => {
  const page = await stage.open(linkTo("workbench/trades", BOLLINGER));
  await page.getByText("Replay bar by bar").click();
  const replay = page.getByRole("region", { name: "Replay" });
  const bar = replay.getByRole("slider", { name: "Bar" });
  const first = Number(await bar.inputValue());
  const said: string[] = [];
  // By keyboard, from event to event.
  for (let event = 0; event < 6; event++) {
    said.push(await replay.getByRole("listitem").innerText());
    await replay.getByRole("button", { name: "Event »" }).press("Enter");
  }
  assert(Number(await bar.inputValue()) > first);
  assert(
    said.some((text) => /wants 100 % in PT, has 100 %\. Bought [\d,]+ PT at 0\.\d+/.test(text)),
  );
  assert(said.some((text) => /skipped for \d+ bars: \d+ bars after the last fill/.test(text)));
  await bar.press("Home");
  assertEquals(Number(await bar.inputValue()), first);
  await replay.getByRole("button", { name: "Play" }).click();
  await poll(
    "the replay to move on",
    async () => Number(await bar.inputValue()),
    (at) => at > first,
  );
  await replay.getByRole("button", { name: "Pause" }).click();
  await stage.assertLooks(page, "replay");
});
