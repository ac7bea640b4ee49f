import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import { HOURS, importOf, sourceOf } from "../../testing/import_sources.ts";
import {
  answerTo,
  MemoryAnswers,
  ORDER,
  type Override,
  PendleService,
  surroundings,
} from "../../testing/pendle_service.ts";
import { fetchPendle } from "./pendle.ts";

const HISTORY = "/historical-data";

/** Fetches from a service that answers some requests differently; returns the error. */
async function failure(override: Override, store = new MemoryAnswers()): Promise<string> {
  await using service = new PendleService();
  service.override = override;
  const fetching = (): Promise<unknown> => fetchPendle(ORDER, store, surroundings(), service.api);
  return (await assertRejects(fetching, StartError)).message;
}

Deno.test("a market is found, and its history and trades are fetched page by page", async () => {
  await using service = new PendleService();
  const store = new MemoryAnswers();
  const around = surroundings();
  const { market, names } = await fetchPendle(ORDER, store, around, service.api);
  assertEquals(market.name, "PT Test 01MAR2026");
  // The service no longer keeps the first page of hours.
  assertEquals(names, [
    "history-hour-0002.json",
    "history-hour-0003.json",
    "transactions-0001.json",
    "transactions-0002.json",
  ]);
  assertEquals(service.asked.map((path) => path.replace(/\?.*/, "").replace(/.*\//, "")), [
    "all",
    "all",
    "historical-data",
    "historical-data",
    "historical-data",
    ORDER.address,
    ORDER.address,
  ]);
  assert(service.asked[3]?.includes("fields=all") && service.asked[3].includes("time_frame=hour"));
  assert(service.asked[6]?.includes("resumeToken=next"));
  assert(around.said.includes("history 1 of 3: 0 rows"));
  const sources = names.map((name) => sourceOf(store.texts.get(name) ?? "", name));
  const { datasets: [hours] } = await importOf(sources, { yieldRange: [0.02, 0.2] });
  assertEquals(hours?.times.length, HOURS);
  assertEquals(hours?.estimated, ["scalarRoot"]);
  assert(hours?.columns["volume"]?.every((volume) => Math.abs(volume - 10) < 1e-9));
});

Deno.test("a fetch waits for the service's limit", async () => {
  await using service = new PendleService();
  const around = surroundings();
  const reset = around.now() / 1_000 + 42;
  service.override = (url, count) =>
    count !== 2 ? null : Response.json(answerTo(url), {
      headers: {
        "x-computing-unit": "5",
        "x-ratelimit-remaining": "4",
        "x-ratelimit-reset": String(reset),
        "x-ratelimit-weekly-remaining": "9000",
        "x-ratelimit-weekly-reset": String(reset + 1e6),
      },
    });
  await fetchPendle(ORDER, new MemoryAnswers(), around, service.api);
  assertEquals(around.slept, [42_000]);
});

Deno.test("a transient error is retried with a growing delay", async () => {
  await using service = new PendleService();
  const around = surroundings();
  const answers = [
    (): Response => new Response("busy", { status: 503 }),
    (): Response => new Response("slow down", { status: 429, headers: { "retry-after": "30" } }),
    (): Response => new Response("oh", { status: 500 }),
  ];
  service.override = () => answers.shift()?.() ?? null;
  await fetchPendle(ORDER, new MemoryAnswers(), around, service.api);
  assertEquals(around.slept, [1_000, 30_000, 4_000]);
  const always = await failure(() => new Response("down", { status: 502 }));
  assert(always.endsWith("the service answers 502: down"), always);
  // A broken connection is transient, too.
  const broken = surroundings();
  const fetching = fetchPendle(
    ORDER,
    new MemoryAnswers(),
    { ...broken, fetch: () => Promise.reject(new TypeError("connection reset")) },
    service.api,
  );
  assert((await assertRejects(() => fetching, StartError)).message.endsWith("connection reset"));
  assertEquals(broken.slept, [1_000, 2_000, 4_000, 8_000, 16_000]);
});

Deno.test("a refusal and a weekly limit are not retried", async () => {
  await using service = new PendleService();
  service.override = () => new Response("no such chain", { status: 400 });
  const around = surroundings();
  const fetching = (): Promise<unknown> =>
    fetchPendle(ORDER, new MemoryAnswers(), around, service.api);
  const refused = await assertRejects(fetching, StartError);
  assert(refused.message.endsWith("the service answers 400: no such chain"), refused.message);
  assertEquals([service.asked.length, around.slept], [1, []]);
  const week = String(around.now() / 1_000 + 86_400);
  service.override = () =>
    new Response("", {
      status: 429,
      headers: { "x-ratelimit-weekly-remaining": "0", "x-ratelimit-weekly-reset": week },
    });
  const used = await assertRejects(fetching, StartError);
  assert(used.message.includes("used up until 2026-06-02T00:00:00.000Z"), used.message);
});

Deno.test("an answer of an unknown form is refused and not stored", async () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [HISTORY, "<html>challenge</html>", /it is not JSON, but "<html>/],
    [HISTORY, `{"data": []}`, /\/results: /],
    [HISTORY, `{"results": [{"timestamp": "yesterday", "impliedApy": 0.1}]}`, /timestamp: /],
    [
      HISTORY,
      `{"results": [{"timestamp": "2026-02-01T00:00:00Z", "impliedApy": "0.1"}]}`,
      /impliedApy: /,
    ],
    [HISTORY, `{"results": [{"timestamp": "2019-02-01T00:00:00Z"}]}`, /was not asked for/],
    [
      "/transactions/",
      `{"resumeToken": "same", "results": [{"timestamp": "x", "type": "TRADES"}]}`,
      /do not end/,
    ],
    ["/transactions/", `[]`, /\/: /],
    ["/markets/all", `{"results": []}`, /there is no market 0x/],
    ["/markets/all", `{"markets": [{"address": "${ORDER.address}", "pt": "1-0x"}]}`, /\/name: /],
  ];
  for (const [path, body, wanted] of cases) {
    const store = new MemoryAnswers();
    const sentence = await failure(
      ({ pathname }) => pathname.includes(path) ? new Response(body) : null,
      store,
    );
    assert(wanted.test(sentence), `${body}: ${sentence}`);
    const kept = [...store.texts.values()].filter((text) => text === body);
    assert(kept.length === 0 || /do not end|no market/.test(sentence), body);
  }
});

Deno.test("a failed fetch resumes where it stopped", async () => {
  const store = new MemoryAnswers();
  const first = await failure(
    ({ search }) => search.includes("resumeToken") ? new Response("", { status: 404 }) : null,
    store,
  );
  assert(first.includes("404"), first);
  await using service = new PendleService();
  const around = surroundings();
  await around.sleep(86_400_000);
  const { fetchedAt } = await fetchPendle(ORDER, store, around, service.api);
  assertEquals(service.asked.length, 1);
  // All pages belong to the time at which the first was fetched.
  assertEquals(fetchedAt, "2026-06-01T00:00:00.000Z");
  const other = { ...ORDER, chain: "10" };
  const mixed = await assertRejects(
    () => fetchPendle(other, store, around, service.api),
    StartError,
  );
  assert(mixed.message.includes("answers of 1-0xab"), mixed.message);
});
