import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Book, trialCounts, withEvaluations, withRuns } from "./trials.ts";
import { readWork, type Work, writeWork } from "./work_file.ts";

const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const row = {
  hash: "ab".repeat(32),
  candidate,
  score: 120.5,
  idle: 79,
  annualizedMeanReturn: 0.09,
  maxDrawdown: 0.01,
  fills: 1,
  firstAt: 1,
  lastAt: 2,
  note: 'said "so"',
  name: "",
};
const runs = Array.from({ length: 12 }, (_, at) => {
  return { candidateHash: String(at).padStart(64, "0"), dailySharpe: at / 10 };
});
const counted = withRuns(new Map(), "d 6", runs);
const book: Book = withEvaluations(counted, "d 6", [{ candidateHash: row.hash, dailySharpe: 0.1 }]);
const WORK: Work = { rows: [row], pins: [candidate], book };

Deno.test("work survives export and import", () => {
  const read = readWork("work.json", writeWork(WORK));
  assert(typeof read !== "string", String(read));
  assertEquals([read.rows, read.pins], [WORK.rows, WORK.pins]);
  assertEquals(trialCounts(read.book, "d 6"), trialCounts(book, "d 6"));
});

Deno.test("an invalid file is refused with a sentence", () => {
  const text = writeWork(WORK);
  const of = (wrong: string): string => {
    const answer = readWork("x.json", wrong);
    assert(typeof answer === "string");
    assertStringIncludes(answer, "Cannot import x.json: ");
    assertStringIncludes(answer, 'give a file that "Export" of this page has written');
    return answer;
  };
  assertStringIncludes(of("timestamp,equity\n1,2"), "it is not JSON");
  assertStringIncludes(of(text.slice(0, -20)), "it is not JSON");
  assertStringIncludes(of("[]"), "it is not a work file");
  assertStringIncludes(of('{"a":1}'), "it is not a work file");
  assertStringIncludes(of('{"arenaWork":7}'), "it is of version 7, this page reads 1");
  assertStringIncludes(of('{"arenaWork":1,"candidates":4}'), "candidates is not a list");
  assertStringIncludes(of(text.replace('"score": 120.5', '"score": "much"')), "candidate 1 of its");
  assertStringIncludes(of(text.replace(row.hash, "nothing")), "candidate 1 of its list");
  assertStringIncludes(of('{"arenaWork":1,"pins":[{}]}'), "a pin is not a candidate");
  assertStringIncludes(of('{"arenaWork":1,"tried":{"d":{}}}'), "the trials are not readable");
  const ratios = text.replace(/"ratios": "..../, '"ratios": "');
  assertStringIncludes(of(ratios), "the trials are not readable");
});
