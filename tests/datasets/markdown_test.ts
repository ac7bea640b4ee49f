import { assertEquals } from "@std/assert";
import { shown, toMarkdown } from "../../datasets/markdown.ts";

Deno.test("toMarkdown() makes every column as wide as its widest text", () => {
  assertEquals(
    toMarkdown(["a", "figure"], [["long", "1"]]),
    "| a    | figure |\n| ---- | ------ |\n| long | 1      |",
  );
});

Deno.test("shown() keeps four significant digits", () => {
  assertEquals([shown(0.049213), shown(182), shown(22.000000001)], ["0.04921", "182", "22"]);
});
