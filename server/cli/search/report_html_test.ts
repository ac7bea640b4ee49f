import { assertEquals, assertStringIncludes } from "@std/assert";
import { html, toPage } from "./report_html.ts";

Deno.test("what is put into a page is text, and parts of a page stay parts", () => {
  const rows = ["<b>", 'a"b', "a&b"].map((text) => html`<td>${text}</td>`);
  assertEquals(
    html`<tr title="${"'"}">${rows}${7}</tr>`.text,
    '<tr title="&#39;"><td>&#60;b&#62;</td><td>a&#34;b</td><td>a&#38;b</td>7</tr>',
  );
  assertStringIncludes(toPage("a < b", html`<p>x</p>`), "<title>a &#60; b</title>");
});
