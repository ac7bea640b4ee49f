import type { MetricsConfig } from "../config.ts";
import { StartError } from "../../base/errors.ts";
import type { RequestRecord } from "../../http/request_record.ts";
import { CONTENT_TYPE } from "./exposition.ts";
import { listenDeno } from "../listen/listen_deno.ts";
import type { MetricSources } from "./metrics.ts";

const PATH = "/metrics";
const TEXT = "text/plain; charset=utf-8";

/**
 * Opens a separate port for Prometheus, and returns a function that counts a finished request. It does
 * nothing when no port is configured.
 *
 * @param failed called when the port stops accepting connections
 * @throws {StartError} when the port is taken or not permitted
 */
export async function serveMetrics(
  { host, port }: MetricsConfig,
  watched: MetricSources,
  failed: (reason: string) => void,
): Promise<(record: RequestRecord) => void> {
  if (port === 0) return () => {};
  // Only here, because it is slow to load.
  const { Metrics } = await import("./metrics.ts");
  const metrics = new Metrics(watched);
  try {
    listenDeno({ host, port }, ({ method, url }) => {
      if (new URL(url).pathname !== PATH) return plain(404, `Cannot find this: see ${PATH}\n`);
      if (method !== "GET") return plain(405, `Cannot ${method} here: must be GET\n`);
      return new Response(metrics.read(), { headers: { "Content-Type": CONTENT_TYPE } });
    }, {
      onUnavailable: (reason) => failed(`Cannot serve metrics: ${reason}`),
      onAvailable: () => {},
    });
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const isTaken = cause instanceof Deno.errors.AddrInUse;
    const reason = isTaken ? "it is taken, set ARENA_METRICS_PORT" : cause.message;
    throw new StartError(`Cannot serve metrics on ${host}:${port}: ${reason}`, { cause });
  }
  return (record) => metrics.observe(record);
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "Content-Type": TEXT } });
}
