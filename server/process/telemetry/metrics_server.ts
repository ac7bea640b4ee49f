// deno-lint-ignore no-external-import -- part of the runtime
import type { Server } from "node:http";
import type { Config } from "../config.ts";
import type { RequestRecord } from "../../http/request_record.ts";
import { CONTENT_TYPE } from "./exposition.ts";
import type { MetricSources } from "./metrics.ts";

const PATH = "/metrics";
/** Few read the figures; the descriptors of these connections are part of the server's reserve. */
const CONNECTIONS_MAX = 16;
const TEXT = "text/plain; charset=utf-8";

/**
 * Opens a separate port for Prometheus and returns a function that counts a finished request. Without
 * a configured port, the function does nothing.
 *
 * @param failed called when the port stops accepting connections
 * @throws {StartError} when the port is taken or not permitted
 */
export async function serveMetrics(
  { metrics: { host, port }, connections }: Pick<Config, "metrics" | "connections">,
  watched: MetricSources,
  failed: (reason: string) => void,
): Promise<(record: RequestRecord) => void> {
  if (port === 0) return () => {};
  // Loaded on demand: both are slow to load.
  const [{ Metrics }, { listen }] = await Promise.all([
    import("./metrics.ts"),
    import("../listen/listen.ts"),
  ]);
  const metrics = new Metrics(watched);
  const address = {
    host,
    port,
    portVariable: "ARENA_METRICS_PORT",
    connections,
    limit: (server: Server): void => void (server.maxConnections = CONNECTIONS_MAX),
  };
  await listen(address, async ({ method, url }) => {
    if (new URL(url).pathname !== PATH) return plain(404, `Cannot find this: see ${PATH}\n`);
    if (method !== "GET") return plain(405, `Cannot ${method} here: must be GET\n`);
    return new Response(await metrics.read(), { headers: { "Content-Type": CONTENT_TYPE } });
  }, {
    onUnavailable: (reason) => failed(`Cannot serve metrics: ${reason}`),
    onAvailable: () => {},
  });
  return (record) => metrics.observe(record);
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "Content-Type": TEXT } });
}
