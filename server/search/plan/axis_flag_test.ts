import { assertEquals, assertThrows } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import { parseAxis } from "./axis_flag.ts";

const OWN = "/components/0/strategyParams/";

Deno.test("an axis on a command line is a range or a list of values", () => {
  assertEquals(parseAxis("k=0.5..3"), { path: `${OWN}k`, min: 0.5, max: 3 });
  assertEquals(parseAxis("k=1e-3..-2:5:log"), {
    path: `${OWN}k`,
    min: 1e-3,
    max: -2,
    steps: 5,
    scale: "log",
  });
  assertEquals(parseAxis("window=5d,10d,2.5"), { path: `${OWN}window`, values: [5, 10, 2.5] });
  assertEquals(parseAxis("field=logYield"), { path: `${OWN}field`, values: ["logYield"] });
  assertEquals(parseAxis("1.weightBps=1..9:9").path, "/components/1/weightBps");
  assertEquals(parseAxis("12.k=1,2").path, "/components/12/strategyParams/k");
  assertEquals(parseAxis("strategyId=a,b").path, "/components/0/strategyId");
  assertEquals(parseAxis("marketId=1,2"), { path: "/marketId", values: [1, 2] });
  assertEquals(parseAxis("/components/3/weightBps=5").path, "/components/3/weightBps");
});

Deno.test("a malformed axis is refused with the expected form", () => {
  for (const text of ["", "=1..2", "k=", "k", "k=1..", "k=1..2:x", "k=a..b"]) {
    assertThrows(() => parseAxis(text), StartError, `Cannot read --axis ${text}: it is not NAME=`);
  }
});
