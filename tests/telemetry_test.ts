import { assert, assertEquals } from "@std/assert";
import { CANDIDATE, FAMILY } from "../server/testing/arena.ts";
import { Home } from "../server/testing/server_process.ts";

const KEY_LIKE = /sa_[A-Za-z0-9]{12}_/;
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const SPAN_ID = "b7ad6b7169203331";

type Json = { readonly [name: string]: Json } & readonly Json[] & string;

/** Takes what is exported over OTLP, in its JSON form. */
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

  get metricNames(): readonly string[] {
    return this.bodies.flatMap((body) => JSON.parse(body).resourceMetrics ?? [])
      .flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics)
      .map(({ name }) => name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Returns the attributes of a span; an attribute that is set twice stands here once. */
function attributesOf(span: Json | undefined): Record<string, string> {
  const entries = [...span?.["attributes"] ?? []].map(({ key, value }) => {
    return [key, String(Object.values(value ?? {})[0])];
  });
  assertEquals(new Set(entries.map(([key]) => key)).size, entries.length, "each is set once");
  return Object.fromEntries(entries);
}

Deno.test("spans and metrics say the route and where the time went, and never a key", async () => {
  await using home = await Home.make();
  await using collector = new Collector();
  await using server = await home.serve(collector.environment);
  const { origin, key } = server;
  const headers = { "x-api-key": key ?? "", "content-type": "application/json" };
  const traced = { ...headers, traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` };
  const body = JSON.stringify(CANDIDATE);
  const url = `${origin}${FAMILY}/simulations/summary`;
  const run = await fetch(url, { method: "POST", headers: traced, body });
  assertEquals(run.status, 200, await run.text());
  const lost = await fetch(`${origin}/v1/${key}?key=${key}`, { headers });
  assertEquals(lost.status, 404, await lost.text());
  await server.stop();

  const summary = collector.spans.find(({ traceId }) => traceId === TRACE_ID);
  assertEquals(summary?.["parentSpanId"], SPAN_ID);
  assertEquals(summary?.["name"], `POST ${FAMILY}/simulations/summary`);
  const attributes = attributesOf(summary);
  assertEquals(attributes["http.route"], `${FAMILY}/simulations/summary`);
  assertEquals(attributes["arena.cost"], "10");
  assertEquals(attributes["arena.key_id"], key?.slice(3, 15));
  assert(Number(attributes["arena.engine_ms"]) > 0);
  // 0 where a light run did not wait for a worker.
  assert(Number(attributes["arena.queue_ms"]) >= 0);
  const notFound = collector.spans.map(attributesOf).find((found) => found["arena.code"]);
  assertEquals(notFound?.["url.path"], "/v1/sa_[key]");
  assertEquals(notFound?.["url.query"], "key=sa_[key]");
  assertEquals(notFound?.["http.route"], undefined);

  for (const name of ["request.duration", "engine.duration", "engine.wait", "compute_units"]) {
    assert(collector.metricNames.includes(`arena.${name}`), name);
  }
  assertEquals(collector.bodies.filter((exported) => KEY_LIKE.test(exported)), []);
});
