import { ProblemSchema } from "../../server/contracts/problem.ts";
import { errorDefinition } from "../../server/contracts/error_codes.ts";
import { FAMILY } from "../../server/testing/arena.ts";
import { post } from "../../server/testing/wire.ts";
import type { ServerProcess } from "../../server/testing/server_process.ts";
import { hostileBodies } from "./bodies.ts";

/** The longest refusal, so that no caller makes the service print pages. */
const REFUSAL_BYTES_MAX = 64 * 1024;

/** Approximate maximum length of a body. */
const BYTES_MAX = { simulation: 60_000, evaluation: 250_000 };

/** A candidate with every possible object. */
const CANDIDATE = {
  marketId: 1,
  timeframe: "hourly",
  capital: "100000",
  submissionId: "fuzz",
  components: [{ strategyId: "yield-rsi", weightBps: 10_000, strategyParams: { oversold: 25 } }],
  strategyParams: { overbought: 75 },
  executionConfig: { any: { thing: 1 } },
};

const VIEWS = ["/simulations", "/simulations/summary", "/simulations/trades"];

/** Outcome of all bodies. */
export interface HostileReport {
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly largestRefusalBytes: number;
  /** Faults, one line each. */
  readonly faults: readonly string[];
}

/** Sends hostile bodies to every operation with a body; the server must run without limits. */
export async function sendHostile(
  server: ServerProcess,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<HostileReport> {
  const good = await simulationOf(server);
  const documented = await statusesOf(server);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  let largestRefusalBytes = 0;
  const bodies: readonly (readonly [path: string, body: object, bytesMax: number])[] = [
    ...VIEWS.map((path) => [path, CANDIDATE, BYTES_MAX.simulation] as const),
    ["/simulations/batch", { candidates: [CANDIDATE, CANDIDATE] }, 4 * BYTES_MAX.simulation],
    ["/evaluations", good, BYTES_MAX.evaluation],
  ];
  const targets = bodies.map(([path, body, bytesMax], index) => (
    { path, bodies: hostileBodies(body, bytesMax, seed + index) }
  ));
  for (let index = 0; index < count; index++) {
    const { path, bodies } = targets[index % targets.length] ?? targets[0] ?? nowhere();
    const { kind, bytes } = bodies.next().value;
    const response = await post(server, path, bytes, server.key);
    const answer = new Uint8Array(await response.arrayBuffer());
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    if (response.status >= 400) largestRefusalBytes = Math.max(largestRefusalBytes, answer.length);
    const fault = faultOf(response, answer, documented.get(path));
    if (fault !== null) {
      faults.push(
        `${path} ${kind} (body ${index} of seed ${seed}, ${bytes.length} bytes): ${fault}`,
      );
    }
  }
  const after = await simulationOf(server);
  if (resultHash(after) !== resultHash(good)) faults.push("the result of a good body is another");
  return { requests: count, statuses, largestRefusalBytes, faults };
}

async function simulationOf(server: ServerProcess): Promise<Record<string, unknown>> {
  const response = await post(
    server,
    "/simulations/summary",
    JSON.stringify(CANDIDATE),
    server.key,
  );
  return (await response.json()).data;
}

function resultHash({ evidence }: Record<string, unknown>): unknown {
  return Object(evidence).resultHash;
}

/** Returns the documented statuses by path within the family. */
async function statusesOf(server: ServerProcess): Promise<ReadonlyMap<string, Set<number>>> {
  const { paths } = await (await fetch(`${server.origin}/openapi/v1.json`)).json();
  const posts = Object.entries<{ post?: { responses: object } }>(paths)
    .filter(([, { post: operation }]) => operation !== undefined);
  return new Map(posts.map(([path, { post: operation }]) => {
    return [
      path.slice(FAMILY.length),
      new Set(Object.keys(operation?.responses ?? {}).map(Number)),
    ];
  }));
}

/** Returns the fault of an answer, null when it has none. */
function faultOf(
  { status, headers }: Response,
  answer: Uint8Array,
  documented: ReadonlySet<number> | undefined,
): string | null {
  if (status >= 500) return `status ${status}`;
  if (!documented?.has(status)) return `status ${status} is not in the document`;
  if (status < 400) return null;
  if (answer.length > REFUSAL_BYTES_MAX) return `a refusal of ${answer.length} bytes`;
  const type = headers.get("content-type");
  if (type !== "application/problem+json") return `a refusal of type ${type}`;
  const outcome = ProblemSchema.safeParse(JSON.parse(new TextDecoder().decode(answer)));
  if (!outcome.success) return `a problem off its schema: ${outcome.error.message}`;
  return errorDefinition(outcome.data.code).status === status ? null : "status and code differ";
}

function nowhere(): never {
  throw new Error("there are operations");
}
