import { assertEquals } from "@std/assert";
import { CANDIDATE, FAMILY } from "../server/testing/arena.ts";
import { Home } from "../server/testing/server_process.ts";

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
      "x-api-key": key ?? "",
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
