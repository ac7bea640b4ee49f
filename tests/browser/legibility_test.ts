import { assert, assertEquals } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { keptHashes } from "../../server/testing/kept_hashes.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest("My work has all its columns in sight, at every width", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await until(async () => (await keptHashes(page)).length > 0);
  await page.getByRole("link", { name: "My work" }).click();
  const table = page.getByRole("region", { name: "My work" });
  await inTurn([1440, 1220, 1024, 768, 650, 390], async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await table.getByRole("button", { name: /^Delete/ }).waitFor();
    const [needed, room] = await table.evaluate(
      (one: { scrollWidth: number; clientWidth: number }) => [one.scrollWidth, one.clientWidth],
    );
    assert(needed !== undefined && room !== undefined && needed <= room, `${width}: ${needed}`);
    await stage.picture(page, `work-${width}`);
  });
});

browserTest(
  "forced colours underline only the current tab, and draw the sliders",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE), { forcedColors: "active" });
    await page.getByRole("link", { name: "not passed" }).waitFor();
    const lines = await page.evaluate<readonly string[]>(`(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll("nav a")]
      .filter((link) => getComputedStyle(link).borderBottomColor !== canvas)
      .map((link) => link.textContent);
  })()`);
    assertEquals(lines, ["Workbench", "Chart"]);
    // Computed styles have no track, so its pixels are looked at.
    const slider = await page.getByRole("slider").first().boundingBox();
    assert(slider !== null);
    const { x, y, width, height } = slider;
    const clip = { x: x + width - 20, y: y + height / 2 - 6, width: 16, height: 12 };
    const before = await page.screenshot({ clip });
    await page.evaluate(`document.querySelector("input[type=range]").style.visibility = "hidden"`);
    assert(before.toString() !== (await page.screenshot({ clip })).toString());
  },
);

browserTest("at 200 % zoom the knobs stay in sight below the answer", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE), {
    viewport: { width: 720, height: 450 },
  });
  await page.getByRole("link", { name: "not passed" }).waitFor();
  await page.getByRole("slider").nth(1).focus();
  const isCovered = await page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== document.activeElement;
  })()`);
  assert(!isCovered);
  const covered = await page.locator(".answer").evaluate(
    (line: { getBoundingClientRect(): { height: number } }) => line.getBoundingClientRect().height,
  );
  assert(covered < 450 / 4, `${covered} pixels of 450`);
});

browserTest("a phone shows the product beside its views", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE), {
    viewport: { width: 390, height: 844 },
  });
  const icon = await page.locator(".brand img").boundingBox();
  assert(icon !== null && icon.width === 20 && icon.y < 48, JSON.stringify(icon));
});

browserTest("a disabled button for the server is legible", async (stage) => {
  const page = await stage.open(linkTo("workbench/verify", CANDIDATE));
  const button = page.getByRole("button", { name: "Verify", exact: true });
  await button.waitFor();
  const [text, ground, opacity] = await button.evaluate((one: unknown) => {
    // deno-lint-ignore no-explicit-any -- runs in the page
    const { color, backgroundColor, opacity } = (globalThis as any).getComputedStyle(one);
    const [text, ground] = [color, backgroundColor].map((colour: string) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
    );
    return [text, ground, Number(opacity)];
  });
  assert(Math.abs((text ?? 0) - (ground ?? 0)) > 255, `${text} on ${ground}`);
  assertEquals(opacity, 1);
});

browserTest("a sweep says in words why its best have not passed", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", CANDIDATE));
  await page.getByRole("button", { name: /^Run 1,024/ }).click();
  const table = page.getByRole("table").filter({ hasText: "By luck" });
  await table.getByText(/^no edge on new data/).first().waitFor();
  const text = await page.locator("main").innerText();
  assert(!/EDGE|TIMING|Probabilistic Sharpe/.test(text));
  // A window of a few hours is no one's first range.
  assertEquals(await page.getByRole("spinbutton", { name: "From" }).first().inputValue(), "1");
});

browserTest("the curve behind a knob has a value and a score at every point", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  const curve = page.getByRole("img", { name: /^Score along .*window: from/ });
  await curve.hover();
  await page.getByText(/^[\d.]+ days: score \d+\.\d; dots: Hold, 100$/).waitFor();
  await stage.picture(page, "curve-value");
  await page.mouse.move(0, 0);
  await page.getByText(/days: score/).waitFor({ state: "detached" });
});

browserTest("the ring of a focused field covers neither its label nor its error", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  const field = page.getByLabel("Capital");
  await field.fill("-5");
  await page.getByText(/must be a decimal number/).waitFor();
  const reach = await page.evaluate<number>(`(() => {
    const { outlineOffset, outlineWidth } = getComputedStyle(document.activeElement);
    return parseFloat(outlineOffset) + parseFloat(outlineWidth);
  })()`);
  assert(reach <= 0, `${reach} pixels outside of the field`);
});

browserTest(
  "the form of an own market is complete at first, and its labels are in line",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/market", CANDIDATE));
    await page.locator("input[type=file]").first().setInputFiles("datasets/susdf-daily.csv");
    const form = page.getByRole("form", { name: "Facts of the market" });
    await form.waitFor();
    assertEquals(await form.getByLabel("Scalar root of the pool").inputValue(), "27");
    const tops = await form.locator("label:not(.check) > span").evaluateAll(
      (all: { getBoundingClientRect(): { top: number } }[]) =>
        all.map((one) => one.getBoundingClientRect().top),
    );
    assertEquals(new Set(tops).size, 1, tops.join());
  },
);
