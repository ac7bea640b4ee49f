import { assert, assertEquals, assertMatch } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { BoardRow, Entered, Season } from "../../server/contracts/season.ts";
import { serveArena } from "../../server/testing/arena_route.ts";
import { axeFaults, browserTest, pageUntil, type Stage } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { type Folder, seasonFolder } from "../../server/testing/season_folder.ts";

/** A scored season, played once for all tests. */
const scored = await seasonFolder({ entries: 60, paths: 64 });

/** Instants of a season that opened hours ago and closes hours from now. */
function between(openedHours: number, leftHours: number): Partial<Season> {
  const at = (hours: number): string =>
    new Date(Date.now() + 3_600_000 * hours).toISOString().replace(/\.\d+Z$/, "Z");
  return { opensAt: at(-openedHours), closesAt: at(leftHours), leaders: null, scoredAt: null };
}

/** Returns the files of the scored season as they were in another state. */
function unscored(change: Partial<Season>): Folder {
  const [list, file] = ["seasons.json", "autumn-1/season.json"].map((path) =>
    JSON.parse(new TextDecoder().decode(scored.get(path)))
  );
  const json = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));
  return new Map([
    ["seasons.json", json({ seasons: [{ ...list.seasons[0], ...change }] })],
    ["autumn-1/season.json", json({ ...file, ...change, results: [], entriesRoot: null })],
  ]);
}

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
};

/** Records every layout shift from the first frame on. */
const COUNT_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries()
    .filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) =>
      value + " " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()
    ))).observe({ type: "layout-shift", buffered: true });
`;

async function open(
  stage: Stage,
  folder: Folder,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await stage.blank(options);
  await page.addInitScript(COUNT_SHIFTS);
  await serveArena(page, folder);
  await page.goto(path);
  return page;
}

async function assertSound(page: Page): Promise<void> {
  assertEquals(await axeFaults(page), []);
  const [wide, window] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, innerWidth]",
  );
  assert(wide <= window, `${wide} px wide on ${window} px`);
}

browserTest("a visitor without a key reads in one sentence who leads", async (stage, test) => {
  await inTurn(Object.entries(SCREENS), ([screen, options]) =>
    test.step(screen, async () => {
      const page = await open(stage, scored, "/", options);
      await page.getByText(/^60 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
      const heading = await page.getByRole("heading", { level: 1 }).innerText();
      assertMatch(heading, /lead|Nobody beat both/);
      const link = page.getByRole("navigation", { name: "Boards" }).getByRole("link");
      assertEquals(await link.allInnerTexts(), ["Season", "Practice", "Strategies"]);
      assertEquals(await link.first().getAttribute("aria-current"), "page");
      assertEquals(await page.evaluate("globalThis.shifts"), []);
      await assertSound(page);
      await stage.picture(page, `season-${screen}`);
    }));
});

browserTest("a row opens its half-years, and the workbench", async (stage, test) => {
  await inTurn(Object.entries(SCREENS), ([screen, options]) =>
    test.step(screen, async () => {
      const page = await open(stage, scored, "/", options);
      await page.locator(".row-open").nth(1).click();
      const dots = page.getByRole("img", { name: /^Extra a year over Hold on each half-year/ });
      await dots.waitFor();
      assertMatch(page.url(), /#\/board\/season\/autumn-1\/susde-daily\/\d+/);
      assert(await dots.locator("circle").count() > 0);
      await assertSound(page);
      await stage.picture(page, `season-row-${screen}`);
      // The address leads back to the row.
      await page.reload();
      await dots.waitFor();
      await page.getByRole("link", { name: "Open in the workbench" }).click();
      await page.getByText("over Hold").first().waitFor();
    }));
});

browserTest("the arrow keys move through the rows", async (stage) => {
  const page = await open(stage, scored);
  await page.locator(".row-open").first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = "document.activeElement.closest('tr')?.dataset.at";
  await pageUntil(page, `${focused} === "1"`);
  await page.keyboard.press("End");
  await pageUntil(page, `Number(${focused}) > 30`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close" }).waitFor();
});

browserTest("an entry and the whole result are verified in the browser", async (stage) => {
  const page = await open(stage, scored);
  await page.locator(".row-open").first().click();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  const outcome = page.getByText("Everything holds.");
  await outcome.waitFor();
  await page.getByText(/1 random .* were run again on 64 paths: equal to the bit/).waitFor();
  // A flipped bit of the matrix is named.
  const file = "autumn-1/susde-daily.f64";
  const matrix = scored.get(file)?.slice() ?? new Uint8Array();
  matrix[1000] = (matrix[1000] ?? 0) ^ 1;
  await page.unroute("**/arena/**");
  await serveArena(page, new Map([...scored, [file, matrix]]));
  await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
  await page.getByText("Wrong: something is not what it was said to be.").waitFor();
  await page.getByText(/matrixHash|hash/i).first().waitFor();
});

browserTest("before its result a season says what it waits for", async (stage, test) => {
  const states: Readonly<Record<string, readonly [Partial<Season>, string, RegExp]>> = {
    announced: [
      { state: "announced", ...between(-30.5, 90), reveal: null, closedHead: null },
      "Opens in 1 day 6 hours",
      /^Entries are taken from /,
    ],
    open: [
      { state: "open", ...between(30, 50.5), reveal: null, closedHead: null },
      "2 days 2 hours left",
      /there is nothing to climb/,
    ],
    closed: [
      { state: "closed", ...between(30, -2), reveal: null, entriesLastHour: 3 },
      "Closed",
      /3 entries came in the last hour/,
    ],
    overdue: [
      { state: "closed", ...between(900, -200), reveal: null },
      "Closed",
      /the operator has not revealed it/,
    ],
    revealed: [
      { state: "revealed", ...between(30, -2) },
      "Not scored yet",
      /^Scoring is tried again by itself/,
    ],
    void: [
      { state: "void", voided: { reason: "the disk is lost", at: "2026-11-10T00:00:00Z" } },
      "Void",
      /the disk is lost/,
    ],
  };
  await inTurn(
    Object.entries(states),
    ([state, [change, title, sentence]]) =>
      test.step(state, async () => {
        const page = await open(stage, unscored(change), "/#/board/season", SCREENS["phone"]);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await page.getByText(sentence).first().waitFor();
        assertEquals(await page.locator(".season-table").count(), 0);
        assertEquals(await page.evaluate("globalThis.shifts"), []);
        await assertSound(page);
        await stage.picture(page, `season-${state}`);
      }),
  );
});

browserTest("the page follows the close and the result by itself", async (stage) => {
  const page = await open(stage, unscored({ state: "open", ...between(30, 0.001) }));
  await page.getByRole("heading", { level: 1, name: "Closed" }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the list's fingerprint" }).click();
  const head = JSON.parse(await Deno.readTextFile(await (await saved).path()));
  assertEquals([head.seasonId, head.entries], ["autumn-1", 60]);
  await page.unroute("**/arena/**");
  await serveArena(page, scored);
  await page.getByText(/^60 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
});

browserTest("a candidate enters with a key, and its receipt can be kept", async (stage) => {
  const folder = unscored({ state: "open", ...between(30, 50), reveal: null });
  const page = await open(stage, folder, "/", SCREENS["light"]);
  const sent: unknown[] = [];
  const receipt = { payload: "{}", keyId: "0".repeat(16), signature: "" };
  const entered = (): Entered => ({
    entry: {
      number: 61,
      board: "susde-daily",
      candidate: JSON.parse(JSON.stringify(Object(sent[0]).candidate)),
      candidateHash: "a".repeat(64),
      name: "Mine",
      salt: "0".repeat(32),
      keyTag: "0".repeat(16),
      acceptedAt: "2026-11-05T09:30:00Z",
      state: "entered",
      leaf: "b".repeat(64),
      result: null,
    },
    receipt,
  });
  await page.route("**/v1/families/*/seasons/autumn-1/entries", (route) => {
    if (route.request().method() === "GET") {
      return route.fulfill({ json: { data: { entries: [entered()], limit: 5 } } });
    }
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 201, json: { data: entered() } });
  });
  await page.getByLabel("Name on the board, if you like").fill("<b>");
  await page.getByText(/The name must have letters/).waitFor();
  await page.getByLabel("Name on the board, if you like").fill("Mine");
  await page.getByLabel("API key, kept in this tab only").fill("sk_test");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.getByText("Entered as number 61.").waitFor();
  const [body] = sent as { name: string; candidate: { timeframe: string; capital: string } }[];
  assertEquals(
    [body?.name, body?.candidate.timeframe, body?.candidate.capital],
    ["Mine", "daily", "100000"],
  );
  const table = page.getByRole("region", { name: "Entries of the key" });
  assertEquals(await table.getByText("after the end").count(), 1);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save receipt of entry 61" }).first().click();
  assertEquals(JSON.parse(await Deno.readTextFile(await (await saved).path())), receipt);
  await assertSound(page);
});

browserTest("ten thousand rows scroll, and only those near the screen are drawn", async (stage) => {
  const read = (path: string): { readonly rows: readonly BoardRow[]; readonly head?: object } =>
    JSON.parse(new TextDecoder().decode(scored.get(path)));
  const { head, rows } = read("autumn-1/susde-daily.json");
  const own = rows.filter(({ number }) => number !== null);
  const count = 10_000;
  const all = [
    ...rows,
    ...Array.from({ length: count - own.length }, (_, at) => ({
      ...own.at(-1),
      number: own.length + at + 1,
      sameAs: null,
      like: null,
    })),
  ];
  const folder = new Map(scored);
  const put = (path: string, value: unknown): void => {
    folder.set(`autumn-1/${path}`, new TextEncoder().encode(JSON.stringify(value)));
  };
  put("susde-daily.json", { head: { ...head, entries: count }, rows: all.slice(0, 200) });
  for (let from = 0; from < all.length; from += 1000) {
    put(`susde-daily-rows-${1 + from / 1000}.json`, { rows: all.slice(from, from + 1000) });
  }
  const page = await open(stage, folder);
  await page.getByText(/^10,000 entries on 64 hidden half-years/).waitFor();
  const drawn = "document.querySelectorAll('.season-table tbody tr').length";
  assert(await page.evaluate<number>(drawn) < 80);
  await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
  // The rows between are loaded, and those under the screen are shown.
  await pageUntil(
    page,
    "[...document.querySelectorAll('.season-table tbody tr')].some((row) => " +
      "row.dataset.at > 4000 && Math.abs(row.getBoundingClientRect().top - 300) < 300)",
  );
  assert(await page.evaluate<number>(drawn) < 80);
  await page.getByLabel("Search entries").fill("entry 9999");
  await page.getByRole("button", { name: "entry 9999" }).waitFor();
});
