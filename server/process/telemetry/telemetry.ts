import type { Attributes, Span } from "@opentelemetry/api";
import { redactKeys } from "../../auth/redact.ts";
import type { RequestRecord } from "../../http/request_record.ts";

/** Where Deno registers its providers when `OTEL_DENO` is set. */
const PROVIDERS = Symbol.for("opentelemetry.js.api.1");
const SCOPE = "strategy-arena";
const SPAN_STATUS_ERROR = 2;
const MS_PER_SECOND = 1000;

/**
 * Returns a function that reports a finished request to Deno's exporter; call it within the request. It
 * names the request's span by the route, adds attributes and counts. Without an exporter it does
 * nothing and loads nothing.
 */
export async function startTelemetry(): Promise<(record: RequestRecord) => void> {
  if (!(PROVIDERS in globalThis)) return () => {};
  const { metrics, trace } = await import("@opentelemetry/api");
  const probe = trace.getTracer(SCOPE).startSpan("start");
  redactSpans(Object.getPrototypeOf(probe));
  probe.end();
  const meter = metrics.getMeter(SCOPE);
  const histogram = (name: string, description: string): (ms: number, of: Attributes) => void => {
    const instrument = meter.createHistogram(name, { description, unit: "s" });
    return (ms, of) => instrument.record(ms / MS_PER_SECOND, of);
  };
  const request = histogram("arena.request.duration", "Head of the request to head of the answer");
  const engine = histogram("arena.engine.duration", "Time of a run in the engine");
  const queue = histogram("arena.engine.wait", "Time of a run outside of the engine");
  const units = meter.createCounter("arena.compute_units", { description: "Units charged" });
  return (record) => {
    const { status, durationMs, engineMs, queueMs, cost } = record;
    const route = record.route === null ? {} : { "http.route": record.route };
    const span = trace.getActiveSpan();
    span?.updateName(redactKeys(`${record.method} ${record.route ?? ""}`).trimEnd());
    span?.setAttributes({ ...route, ...spanAttributes(record) });
    if (status >= 500) span?.setStatus({ code: SPAN_STATUS_ERROR });
    request(durationMs, { ...route, "http.response.status_code": status });
    if (cost > 0) units.add(cost, route);
    if (engineMs !== null) engine(engineMs, route);
    if (queueMs !== null) queue(queueMs, route);
  };
}

/**
 * Redacts keys in all spans. Deno writes the URL of a request into its span before the handler runs,
 * and an attribute cannot be replaced: setting it again adds a second value.
 *
 * @param prototype of Deno's spans
 */
function redactSpans(prototype: Pick<Span, "setAttribute">): void {
  const write = prototype.setAttribute;
  prototype.setAttribute = function (name, value): Span {
    return write.call(this, name, typeof value === "string" ? redactKeys(value) : value);
  };
}

function spanAttributes(record: RequestRecord): Attributes {
  const { requestId, keyId, cost, code, engineMs, queueMs } = record;
  return {
    "arena.request_id": redactKeys(requestId),
    "arena.cost": cost,
    ...(keyId !== null && { "arena.key_id": keyId }),
    ...(code !== null && { "arena.code": code }),
    ...(engineMs !== null && { "arena.engine_ms": engineMs }),
    ...(queueMs !== null && { "arena.queue_ms": queueMs }),
  };
}
