import { assertEquals } from "@std/assert";
import {
  bannerText,
  differencesText,
  differenceText,
  outcomeSentence,
  outcomeTitle,
  placeMeaning,
  placeText,
  timeLeft,
} from "./season.ts";

const PLACE = "sUSDe, hourly";

Deno.test("a result without leaders says that nobody surely beat both lines", () => {
  const outcome = { entries: 412, paths: 512, leaders: 0, alike: 0 };
  assertEquals(outcomeTitle(outcome), "Nobody surely beat both");
  assertEquals(
    outcomeSentence(outcome, PLACE),
    "412 entries on 512 hidden half-years of sUSDe, hourly: nobody is surely better than " +
      "holding and than doing nothing.",
  );
  assertEquals(outcomeTitle({ ...outcome, entries: 0 }), "Nobody entered");
});

Deno.test("leaders that move together are one, with the number of those like it", () => {
  const outcome = { entries: 1000, paths: 512, leaders: 1, alike: 104 };
  assertEquals(outcomeTitle(outcome), "One entry leads");
  assertEquals(
    outcomeSentence(outcome, PLACE),
    "1,000 entries on 512 hidden half-years of sUSDe, hourly: 1 (and 104 entries like it) is surely " +
      "better than holding and than doing nothing.",
  );
  assertEquals(outcomeTitle({ ...outcome, leaders: 12 }), "12 entries lead");
});

Deno.test("a place says how many are surely better and from where on they are worse", () => {
  assertEquals([placeText([3, 40]), placeText([4, 4]), placeText(null)], ["3–40", "4", ""]);
  assertEquals(
    placeMeaning([3, 40], 100),
    "2 rows are surely better, and those from place 41 on are surely worse.",
  );
  assertEquals(placeMeaning([1, 100], 100), "No row is surely better, and none is surely worse.");
});

Deno.test("half-years within 0.1 % a year of the line are neither ahead nor behind", () => {
  assertEquals(
    differencesText(Float64Array.of(0.01, 1e-10, -0.000_9, -0.02, 0.03), "hold"),
    "Ahead of Hold on 2 of 5 half-years, behind on 1, equal on 2; from −2.00 %/y on the worst to " +
      "+3.00 %/y on the best.",
  );
});

Deno.test("a half-year is described beside its name, not by it", () => {
  assertEquals(differenceText("hold", 0.0082), "+0.82 %/y against Hold");
});

Deno.test("time left has its two largest units", () => {
  const [second, minute, hour] = [1000, 60_000, 3_600_000];
  assertEquals(
    [50 * hour, 2 * hour + 5 * minute, 9 * minute, 40 * second, 500, -1].map(timeLeft),
    ["2 days 2 hours", "2 hours 5 minutes", "9 minutes", "40 seconds", "1 second", "0 seconds"],
  );
});

Deno.test("the banner of an open season says how long it takes entries", () => {
  const season = { opensAt: "2026-11-01T00:00:00Z", closesAt: "2026-11-28T09:27:00Z", paths: 512 };
  const said = bannerText(season, "open", Date.parse("2026-11-28T09:00:00Z"));
  assertEquals(said.join(""), "27 minutes left, enter the rule on your bench");
});
