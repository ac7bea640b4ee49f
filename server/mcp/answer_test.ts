import { assert, assertEquals } from "@std/assert";
import { answerOf, refusalOf } from "./answer.ts";

Deno.test("a long answer keeps the first entries of its longest list, and says how to get the others", () => {
  const events = Array.from({ length: 20 }, (_, at) => ({ at, note: "x".repeat(30) }));
  const { content: [text] } = answerOf(
    { total: 20, events },
    500,
    "left out: take the next offset",
  );
  const answer = JSON.parse(text?.text ?? "");
  assert((text?.text.length ?? 0) <= 500);
  assert(answer.events.length > 5);
  assertEquals(answer.events[0], events[0]);
  assertEquals(answer.more, `${20 - answer.events.length} left out: take the next offset`);
});

Deno.test("numbers have six digits, whole numbers all of theirs", () => {
  const { content: [text] } = answerOf({ share: 1 / 3, count: 123456789 }, 100, "");
  assertEquals(text?.text, '{"share":0.333333,"count":123456789}');
});

Deno.test("a server that is out of reach is no fault of the arguments", () => {
  const { content: [text], isError } = refusalOf(new TypeError("connection refused"));
  const { code, detail } = JSON.parse(text?.text ?? "");
  assertEquals([isError, code, detail], [true, "INTERNAL_UNEXPECTED", "connection refused"]);
});
