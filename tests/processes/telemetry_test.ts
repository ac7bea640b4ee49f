// Starts a server process: Deno exports its traces, and the figures of Prometheus are of a process.
import { assert, assertEquals } from "@std/assert";
import { CANDIDATE, FAMILY } from "../../server/testing/arena.ts";
import { freePort } from "../../server/testing/free_port.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";
import { post, untilReadyz } from "../../server/testing/wire.ts";

const SUMMARY = `${FAMILY}/simulations/summary`;

/** Reads samples, by name and labels; every line must be of Prometheus' text format. */
function parse(text: string): ReadonlyMap<string, number> {
  const label = String.raw`[a-z]\w*="(?:[^"\\\n]|\\["\\n])*"`;
  const sample = new RegExp(String.raw`^([a-z]\w*(?:\{${label}(?:,${label})*\})?) ([-+.\deE]+)$`);
  const lines = text.trimEnd().split("\n").filter((line) => line !== "");
  const samples = lines.filter((line) => !/^# (HELP|TYPE) [a-z]\w* \S/.test(line));
  return new Map(samples.map((line) => {
    const [, name = "", value] = sample.exec(line) ?? [];
    assert(name !== "", line);
    return [name, Number(value)];
  }));
}

async function scrape(port: number): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  return parse(await response.text());
}

async function status(server: ServerProcess, path: string, headers = {}): Promise<number> {
  const response = await fetch(server.origin + path, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("Prometheus reads the metrics on a separate port, and no metric contains a key", async () => {
  await using home = await Home.make();
  const port = freePort();
  await using server = await home.serve({ ARENA_METRICS_PORT: String(port), ARENA_WORKERS: "2" });
  const before = await scrape(port);
  assertEquals(before.get('arena_refusals_total{code="OVERLOADED"}'), 0);
  assertEquals(before.get("arena_compute_units_total"), 0);

  const { key } = server;
  const body = JSON.stringify(CANDIDATE);
  const run = await post(server, "/simulations/summary", body, key);
  assertEquals(run.status, 200, await run.text());
  assertEquals(await status(server, `/v1/${key}?x=${key}`, { "x-api-key": key }), 404);
  assertEquals(await status(server, "/v1/families"), 401);
  assertEquals(await status(server, "/metrics"), 404);

  await untilReadyz(server, '"ready"');
  // The first worker starts after the first responses.
  await until(async () => ((await scrape(port)).get("arena_engine_workers") ?? 0) >= 1);
  const after = await scrape(port);
  const expected = {
    [`arena_requests_total{route="${SUMMARY}",status="200"}`]: 1,
    'arena_requests_total{route="none",status="404"}': 2,
    'arena_requests_total{route="none",status="401"}': 1,
    [`arena_request_duration_seconds_count{route="${SUMMARY}"}`]: 1,
    [`arena_request_duration_seconds_bucket{route="${SUMMARY}",le="+Inf"}`]: 1,
    [`arena_engine_run_duration_seconds_count{route="${SUMMARY}"}`]: 1,
    [`arena_engine_wait_duration_seconds_count{route="${SUMMARY}"}`]: 1,
    'arena_refusals_total{code="NOT_FOUND"}': 2,
    'arena_refusals_total{code="API_KEY_MISSING"}': 1,
    ["arena_compute_units_total"]: 11,
    ["arena_engine_queue_length"]: 0,
    ["arena_engine_workers_busy"]: 0,
    ["arena_engine_replacements_total"]: 0,
    ["arena_body_bytes"]: 0,
    ["arena_accounts"]: 1,
    ["arena_log_lines_lost_total"]: 0,
  };
  for (const [name, value] of Object.entries(expected)) assertEquals(after.get(name), value, name);
  assert((after.get("arena_engine_workers") ?? 0) >= 1);
  assert((after.get("process_resident_memory_bytes") ?? 0) > 1e6);
  assert((after.get("process_cpu_seconds_total") ?? 0) > 0);
  assert((after.get("process_start_time_seconds") ?? Infinity) <= Date.now() / 1000);
  const names = [...after.keys()];
  assert(names.some((name) => /^arena_build_info\{engine="[\d.]+",rules="[^"]+"\}$/.test(name)));
  assertEquals(names.filter((name) => name.includes(key.slice(3, 15))), [], "no key");

  const { href } = new URL("/", `http://127.0.0.1:${port}`);
  const root = await fetch(href);
  assertEquals([root.status, await root.text()], [404, "Cannot find this: see /metrics\n"]);
  const posted = await fetch(`${href}metrics`, { method: "POST" });
  assertEquals([posted.status, await posted.text()], [405, "Cannot POST here: must be GET\n"]);
});

Deno.test("the metrics have the queue of searches once there was one", async () => {
  await using home = await Home.make();
  const port = freePort();
  await using server = await home.serve({
    ARENA_METRICS_PORT: String(port),
    ARENA_SEARCH_WORKERS: "0",
  });
  assert(!(await scrape(port)).has("arena_search_jobs_waiting"));
  await server.client().startSearch({ plan: SEARCH_PLAN });
  const after = await scrape(port);
  assertEquals(after.get("arena_search_jobs_waiting"), 1);
  assertEquals(after.get("arena_search_jobs_claimed"), 0);
  assertEquals(after.get("arena_search_workers"), 0);
  assertEquals(after.get("arena_search_candidates"), 0);
  assertEquals(after.get("arena_searches_kept"), 0);
  assert((after.get("arena_search_oldest_seconds") ?? -1) >= 0);
});

Deno.test("a taken port for metrics stops the start with a message", async () => {
  await using home = await Home.make();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { code, stderr } = await home.run("start", [], { ARENA_METRICS_PORT: String(port) });
  const sentence = `Cannot listen on 127.0.0.1:${port}: it is taken, set ARENA_METRICS_PORT\n`;
  assertEquals([code, stderr], [1, sentence]);
});

const KEY_LIKE = /sa_[A-Za-z0-9]{12}_/;
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const SPAN_ID = "b7ad6b7169203331";

type Json = { readonly [name: string]: Json } & readonly Json[] & string;

/** Receives exports over OTLP in JSON. */
class Collector implements AsyncDisposable {
  readonly bodies: string[] = [];
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      this.bodies.push(await request.text());
      return Response.json({});
    },
  );

  get environment(): Record<string, string> {
    return {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.#server.addr.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "strategy-arena",
    };
  }

  get spans(): readonly Json[] {
    return this.bodies.flatMap((body) => JSON.parse(body).resourceSpans ?? [])
      .flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

Deno.test("Deno exports a span of a request that continues the caller's trace, without the key", async () => {
  await using home = await Home.make();
  await using collector = new Collector();
  await using server = await home.serve(collector.environment);
  const { origin, key } = server;
  const run = await fetch(`${origin}${FAMILY}/simulations/summary`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": "application/json",
      traceparent: `00-${TRACE_ID}-${SPAN_ID}-01`,
    },
    body: JSON.stringify(CANDIDATE),
  });
  assertEquals(run.status, 200, await run.text());
  await server.stop();

  const span = collector.spans.find(({ traceId }) => traceId === TRACE_ID);
  assertEquals(span?.["parentSpanId"], SPAN_ID);
  const entries = [...span?.["attributes"] ?? []].map(({ key: name, value }) => {
    return [name, String(Object.values(value ?? {})[0])];
  });
  const attributes = Object.fromEntries(entries);
  assertEquals(attributes["http.response.status_code"], "200");
  assertEquals(attributes["url.path"], `${FAMILY}/simulations/summary`);
  assertEquals(collector.bodies.filter((exported) => KEY_LIKE.test(exported)), []);
});
