import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { SearchReport } from "../../search/report/report.ts";
import { reportHtml } from "./report_html.ts";

Deno.test("a report cannot leave its element, and its page loads nothing", async () => {
  const hostile = "</script><script>alert(1)</script>";
  const report = {
    plan: { base: { components: [{ strategyId: hostile }] } },
    verdict: { sentence: hostile },
  } as unknown as SearchReport;
  const page = await reportHtml(report);
  assertEquals(page.match(/<\/script>/g)?.length, 2, "the report and the program");
  assertStringIncludes(page, `<title>Search: &lt;/script&gt;`);
  const [, json = ""] = /id="report">(.*)<\/script>/.exec(page) ?? [];
  assertEquals(JSON.parse(json), report);
  assert(!/<script[^>]* src=|<link|@import|url\(/.test(page));
});
