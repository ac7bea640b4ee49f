import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { readOrder, UsageError } from "../../datasets/sister.ts";
import { endOf, type Outcome } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

Deno.test("readOrder() parses market, path and timeframe", () => {
  assertEquals(readOrder(["--market", "1", "--path", "17"]), {
    marketKey: "susde",
    timeframe: "hourly",
    sister: 17,
  });
  const words = ["--market=ghousd", "--path=4096", "--timeframe=daily", "--reference"];
  assertEquals(readOrder(words), { marketKey: "ghousd", timeframe: "daily", reference: 4096 });
});

Deno.test("readOrder() names the wrong flag and its accepted values", () => {
  const wrong: [string[], string][] = [
    [[], "--market is missing, must be 1 to 3 or susde, susdf, ghousd"],
    [["--market", "4", "--path", "1"], '--market is "4", must be 1 to 3 or susde'],
    [["--market", "1"], "--path is missing, must be a whole number from 1 to 64"],
    [["--market", "1", "--path", "65"], '--path is "65", must be a whole number from 1 to 64'],
    [["--market", "1", "--path", "1.5"], '--path is "1.5", must be a whole number'],
    [["--market", "1", "--path", "0", "--reference"], '--path is "0", must be a whole number from'],
    [["--market", "1", "--path", "1", "--timeframe", "weekly"], '--timeframe is "weekly", must be'],
    [["--market", "1", "--paths", "1"], "--paths"],
  ];
  for (const [words, message] of wrong) {
    assertThrows(() => readOrder(words), UsageError, message);
  }
});

function command(...words: string[]): Deno.Command {
  const args = [
    "run",
    "--quiet",
    "--no-prompt",
    "--allow-read",
    "--allow-write=datasets,server/datasets/official_manifest.ts",
    "datasets/main.ts",
    "sister",
    ...words,
  ];
  return new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "piped", stderr: "piped" });
}

async function sister(...words: string[]): Promise<Outcome> {
  return await endOf(command(...words).spawn());
}

Deno.test("datasets:official sister ends quietly when its reader closes the pipe", async () => {
  const child = command("--market", "1", "--path", "1").spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  assertEquals(await new Response(child.stderr).text(), "");
  assertEquals((await child.status).code, 0);
});

Deno.test("datasets:official sister writes a CSV file, and explains a wrong option", async () => {
  const daily = await sister("--market", "2", "--path", "3", "--timeframe", "daily");
  const [head, first, ...rest] = daily.stdout.trimEnd().split("\n");
  assertEquals(daily.code, 0);
  assertEquals(
    head,
    "timestamp,impliedApy,underlyingApy,ptPrice,totalPt,totalSy,syIndex,tvl,volume",
  );
  assertMatch(first ?? "", /^2026-04-24T00:00:00Z,0\.\d+,/);
  assertEquals(rest.length, 153);
  const wrong = await sister("--market", "2");
  assertEquals(wrong.code, 2);
  assertMatch(wrong.stderr, /^Cannot write a path: --path is missing, must be/);
});
