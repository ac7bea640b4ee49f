// deno-lint-ignore no-external-import -- part of the runtime
import { Buffer } from "node:buffer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator } from "playwright-core";
import type { Entered, Season } from "../../server/contracts/season.ts";
import { serveArena } from "../../server/testing/arena_route.ts";
import { axeFaults, browserTest } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import type { Folder } from "../../server/testing/played_season.ts";
import { seasonFolder } from "../../server/testing/season_folder.ts";
import { assertSound, openBeside, SCREENS } from "../../server/testing/season_page.ts";

/** A scored season, played once for all tests. */
const scored = await seasonFolder(60);

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

browserTest("before its result a season says what it waits for", async (stage) => {
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
    async ([state, [change, title, sentence]]) => {
      const page = await openBeside(stage, unscored(change), "/#/board/season", SCREENS["phone"]);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.getByText(sentence).first().waitFor();
      assertEquals(await page.locator(".season-table").count(), 0);
      await assertSound(page);
      await stage.picture(page, `season-${state}`);
    },
  );
});

browserTest("the page follows the close and the result by itself", async (stage) => {
  const page = await openBeside(stage, unscored({ state: "open", ...between(30, 1.5) }));
  await page.clock.install();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: /left$/ }).waitFor();
  await page.clock.fastForward("02:00:00");
  await page.getByRole("heading", { level: 1, name: "Closed" }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the list's fingerprint" }).click();
  const head = JSON.parse(await Deno.readTextFile(await (await saved).path()));
  assertEquals([head.seasonId, head.entries], ["autumn-1", 60]);
  await page.unroute("**/arena/**");
  await serveArena(page, scored);
  await page.clock.fastForward("01:00");
  await page.getByText(/^60 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();

  // The noted head is compared, also after a reload, and so is a saved file.
  await page.reload();
  await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
  await page.getByText("Everything holds.").waitFor();
  await page.getByText(/The head that you noted after record \d+ is in the log/).waitFor();
  const file = (head: object): Parameters<Locator["setInputFiles"]>[0] => ({
    name: "head.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(head)),
  });
  const choice = page.locator(".verify-box input[type=file]");
  await choice.setInputFiles(file({ ...head, index: head.index - 1 }));
  await page.getByText("Wrong: something is not what it was said to be.").waitFor();
  await page.getByText(/The head after record \d+ in the noted file is/i).waitFor();
  await choice.setInputFiles(file(head));
  await page.getByText("Everything holds.").waitFor();
});

browserTest("a candidate enters with a key, and its receipt can be kept", async (stage) => {
  const folder = unscored({ state: "open", ...between(30, 50), reveal: null });
  const page = await openBeside(stage, folder, "/", SCREENS["light"]);
  await page.getByRole("link", { name: /^Autumn 1: 2 days .* left, enter the rule on/ }).click();
  await page.getByText(/No key\? Whoever runs this arena gives out keys/).waitFor();
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
  await page.getByRole("button", { name: "Enter …" }).click();
  // Nothing is entered before its verdict has been seen.
  const confirm = page.getByRole("group", { name: "Enter for good" });
  await confirm.getByText(/^[+−]\d+\.\d\d %\/y edge on new data: (not )?passed\.$/).waitFor();
  assertEquals(sent, []);
  await confirm.getByRole("button", { name: "Not yet" }).click();
  await confirm.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Enter …" }).click();
  await page.getByRole("button", { name: "Enter Yield RSI for good as Mine" }).click();
  await page.getByText("Entered as number 61.").waitFor();
  // The public file has 60 entries still.
  await page.locator(".board-figures").getByText("61", { exact: true }).waitFor();
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
  assertEquals(await axeFaults(page), []);
});

browserTest("a candidate enters a season of the server, with a known key only", async (stage) => {
  const { faults } = stage;
  const server = await stage.serve();
  const { home } = server;
  const words = ["create", "--id", "spring-1", "--title", "Spring", "--boards", "susde-daily"];
  const times = ["--opens", "now", "--closes", "2099-01-01T00:00:00Z"];
  const { code, stderr } = await home.run(
    "season",
    [...words, ...times, "--secret-file", `${home.folder}/secret`],
    { ARENA_DATASETS: "datasets" },
  );
  assertEquals([code, stderr], [0, ""]);
  const page = await stage.open("/#/board/season", { baseURL: server.origin });
  await page.getByRole("heading", { level: 1, name: /days .* left$/ }).waitFor();
  const key = page.getByLabel("API key, kept in this tab only");
  const enter = page.getByRole("button", { name: "Enter …" });
  const enterForGood = page.getByRole("button", { name: /^Enter Yield RSI for good/ });
  await key.fill("sk_unknown");
  await enter.click();
  await enterForGood.click();
  await page.getByText("This key is not known here.").waitFor();
  assertMatch(faults.splice(0).join(), /401/);
  await key.fill(server.key);
  await page.getByLabel("Name on the board, if you like").fill("Carry 7");
  await enter.click();
  await enterForGood.click();
  await page.getByText("Entered as number 1.").waitFor();
  // The same candidate again is the same entry.
  await enter.click();
  await enterForGood.click();
  await page.getByText("1 entry of 5 that the key may have.").waitFor();
  await page.getByText(/tell the operator its number and fingerprint/).waitFor();
  assertEquals(await page.getByText("Keep the receipts").count(), 0, "no key signs here");
  // The key shows itself.
  await page.getByText("What this key may do").click();
  await page.locator(".key-facts").getByText("spring-1: 1 of 5").waitFor();
  await stage.picture(page, "key-facts");
  // The owner hides the name, after a second thought.
  const table = page.getByRole("region", { name: "Entries of the key" });
  assert(await table.getByText("Carry 7").count() > 0);
  const hide = table.getByRole("button", { name: "Hide the name of entry 1" });
  await hide.click();
  await table.getByRole("button", { name: "Keep it" }).click();
  await hide.click();
  await table.getByRole("button", { name: "Hide the name", exact: true }).click();
  await table.getByText("none").waitFor();
  await page.reload();
  await table.getByText("none").waitFor();
  assertEquals(await table.getByText("Carry 7").count(), 0);
  assertEquals(await axeFaults(page), []);
});
