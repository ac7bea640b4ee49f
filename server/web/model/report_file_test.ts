import { assert, assertEquals, assertMatch } from "@std/assert";
import { reportFile } from "./report_file.ts";

const REPORT = {
  title: 'Calm <script>alert("x")</script>',
  verdict: "Not passed on new data",
  headline: "−0.44 %/y against holding PT",
  hasPassed: false,
  paragraph: "Yield RSI on sUSDe, hourly was run.",
  figures: [["Score", "130.4", "Hold is 100"]] as const,
  years: [{ year: 2026, months: Array(12).fill(null), gain: 0.0836, overHold: 0.0163 }],
  overHold: Float64Array.of(0, -0.001, 0.0163),
  gates: [["Beats Hold on new data", false]] as const,
  address: "https://arena.example/#/workbench?candidate={}",
  evidence: [["resultHash", "abc"]] as const,
};

Deno.test("a report is one file that loads and runs nothing, and begins with its verdict", () => {
  const text = reportFile(REPORT);
  assert(!/<script|<link|src=|@import|url\(/i.test(text), text);
  assert(text.includes("Calm &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"));
  const [h1, verdict, h2] = ["</h1>", "Not passed on new data", "<h2>"].map((one) =>
    text.indexOf(one)
  );
  assert(
    h1 !== undefined && verdict !== undefined && h2 !== undefined && h1 < verdict && verdict < h2,
  );
  assertMatch(text, /\+1\.63 % at the end, from −0\.10 to \+1\.63 %/);
  assertMatch(text, /<th scope="row">2026 return<\/th>(<td><\/td>){12}<td>\+8\.36<\/td>/);
  assertEquals(text.match(/<tr>/g)?.length, 2 + 3 + 2 + 2);
});
