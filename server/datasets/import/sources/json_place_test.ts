import { assertEquals } from "@std/assert";
import { JsonPlaces } from "./json_place.ts";

const TEXT = `{ "a,]": "}\\"",
  "results": [
    { "t": 1, "v": [1, 2] },
    {"t": "x",
     "v": null}
  ] }`;

Deno.test("JsonPlaces finds line and column of values, whatever is between them", () => {
  const places = new JsonPlaces(TEXT, ["results"]);
  assertEquals(places.of([0]), "line 3, column 5");
  assertEquals(places.of([0, "v"]), "line 3, column 20");
  assertEquals(places.of([1, "t"]), "line 4, column 11");
  assertEquals(places.of([1, "v"]), "line 5, column 11");
  // A missing value is located at its parent.
  assertEquals(places.of([1, "w"]), "line 4, column 5");
  assertEquals(places.of([7]), "line 2, column 14");
  assertEquals(new JsonPlaces(TEXT, []).of(["a,]"]), "line 1, column 10");
  assertEquals(new JsonPlaces(TEXT, []).at(TEXT.length), "line 6, column 6");
});
