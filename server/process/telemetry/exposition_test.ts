import { assertEquals } from "@std/assert";
import { Counter, Histogram, metricOf, toText } from "./exposition.ts";

Deno.test("a counter counts for each set of labels, and writes what a label may hold", () => {
  const asked = new Counter("asked_total", "Asked, with a \\ and a\nbreak");
  asked.add({ code: "A", status: 200 }, 1);
  asked.add({ code: "A", status: 200 }, 2);
  asked.add({ code: 'q"b\\n\n', status: 404 }, 0);
  assertEquals(
    toText([asked]),
    [
      "# HELP asked_total Asked, with a \\\\ and a\\nbreak",
      "# TYPE asked_total counter",
      'asked_total{code="A",status="200"} 3',
      'asked_total{code="q\\"b\\\\n\\n",status="404"} 0',
      "",
    ].join("\n"),
  );
});

Deno.test("a histogram's buckets hold what is at most their bound, and add up", () => {
  const took = new Histogram("took_seconds", "Took", [0.1, 1]);
  for (const value of [0.1, 0.5, 1, 7]) took.observe({ route: "/a" }, value);
  took.observe({}, 0);
  assertEquals(
    toText([took]),
    [
      "# HELP took_seconds Took",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{route="/a",le="0.1"} 1',
      'took_seconds_bucket{route="/a",le="1"} 3',
      'took_seconds_bucket{route="/a",le="+Inf"} 4',
      'took_seconds_sum{route="/a"} 8.6',
      'took_seconds_count{route="/a"} 4',
      'took_seconds_bucket{le="0.1"} 1',
      'took_seconds_bucket{le="1"} 1',
      'took_seconds_bucket{le="+Inf"} 1',
      "took_seconds_sum 0",
      "took_seconds_count 1",
      "",
    ].join("\n"),
  );
});

Deno.test("a gauge is read at each scrape, and a counter without labels is bare", () => {
  let held = 1;
  const head = { name: "held_bytes", help: "Held", type: "gauge" } as const;
  const metric = metricOf({ ...head, read: () => held });
  const units = new Counter("units_total", "Units");
  units.add({}, 5);
  held = 2;
  const text = toText([metric, units]);
  assertEquals(text.split("\n").filter((line) => !line.startsWith("#")), [
    "held_bytes 2",
    "units_total 5",
    "",
  ]);
});
