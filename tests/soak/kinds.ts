import { FAMILY } from "../../server/testing/arena.ts";
import { Connection, toWire, type Wire } from "./connection.ts";

const SIMULATIONS = `${FAMILY}/simulations`;
const SUMMARY = `${SIMULATIONS}/summary`;
const EVALUATIONS = `${FAMILY}/evaluations`;

/** Components of the heaviest candidate, and the slowest strategies. */
const HEAVY_COMPONENTS = 16;
const SLOW_STRATEGIES = ["par-path-residual", "volume-surge-fade", "cointegration-residual"];

const UNKNOWN_NAMES = { simulation: 5_000, evaluation: 8_000 };
/** The most components, and as many candidates as a search may have at once beside them. */
const HEAVY_SEARCH = { kind: "halving", count: 8_192, seed: 6 };
const LARGE_BODY_BYTES = 4 * 1024 * 1024;

/** One kind of request, and its share among its sender's requests. */
export interface Kind {
  readonly name: string;
  readonly share: number;
  /** Expected statuses. */
  readonly allowed: readonly number[];
  /** The market on which an answer of 200 counts a new candidate; null for no market. */
  readonly trialOf: number | null;
  /** Number of bytes after which the sender disconnects; null to read the answer. */
  readonly hangsUpAfter?: (wire: Wire) => number;
  /** @param count number of earlier requests, which makes every candidate unique */
  readonly wire: (key: string, count: number) => Wire;
}

const READ = { allowed: [200], trialOf: null };
const BUSY = [429, 503];

function candidate(strategyIds: readonly string[], count: number, marketId = 1): string {
  const components = strategyIds.map((strategyId) => ({ strategyId }));
  return JSON.stringify({ marketId, capital: String(100_000 + count), components });
}

/** Returns the requests of an honest key, which stay within its limits. */
export function honestKinds(payload: string): readonly Kind[] {
  const read = (path: string) => (key: string): Wire => toWire(path, { key });
  const run = (path: string, ids: readonly string[], marketId: number) => {
    return (key: string, count: number): Wire =>
      toWire(path, { key, body: candidate(ids, count, marketId) });
  };
  const one = ["yield-rsi"];
  const three = ["yield-rsi", "roll-down-capture", "yield-rsi"];
  const simulation = (
    ...[name, share, path, ids, trialOf]: [string, number, string, readonly string[], number]
  ): Kind => ({ name, share, allowed: [200], trialOf, wire: run(path, ids, trialOf) });
  return [
    { name: "health", share: 10, ...READ, wire: () => toWire("/healthz") },
    { name: "read", share: 30, ...READ, wire: read(`${FAMILY}/strategies`) },
    { name: "document", share: 2, ...READ, wire: read("/openapi/v1.json") },
    simulation("summary", 25, SUMMARY, one, 2),
    simulation("summary of 3", 5, SUMMARY, three, 1),
    simulation("trades", 4, `${SIMULATIONS}/trades`, one, 3),
    simulation("full", 1, SIMULATIONS, one, 2),
    {
      name: "evaluation",
      share: 3,
      ...READ,
      wire: (key) => toWire(EVALUATIONS, { key, body: payload }),
    },
    {
      name: "malformed",
      share: 8,
      allowed: [400],
      trialOf: null,
      wire: (key) => toWire(SIMULATIONS, { key, body: "{" }),
    },
    {
      name: "not found",
      share: 6,
      allowed: [404],
      trialOf: null,
      wire: read("/v1/nothing"),
    },
    {
      name: "bad key",
      share: 6,
      allowed: [401],
      trialOf: null,
      wire: () => toWire("/v1/families", { key: "x" }),
    },
  ];
}

/** Returns the requests of a hostile key, which neither pauses nor heeds refusals. */
export function hostileKinds(payload: string, heavyPayload: string): readonly Kind[] {
  const heavy = Array.from(
    { length: HEAVY_COMPONENTS },
    (_, index) => SLOW_STRATEGIES[index % SLOW_STRATEGIES.length] ?? "",
  );
  const wrongCandidate = withUnknown(candidate(["yield-rsi"], 0), UNKNOWN_NAMES.simulation);
  const wrongPayload = withUnknown(payload, UNKNOWN_NAMES.evaluation);
  const large = payload.replace(/\}$/, `${" ".repeat(LARGE_BODY_BYTES)}}`);
  const list = payload.replace(/\}$/, `,"x":[${"1,".repeat(LARGE_BODY_BYTES / 4)}1]}`);
  const post = (path: string, body: string) => (key: string): Wire => toWire(path, { key, body });
  const refused = { allowed: [400, 413, ...BUSY], trialOf: null };
  const evaluated = { allowed: [200, 413, 422, ...BUSY], trialOf: null };
  const heavyRun = (path: string) => (key: string, count: number): Wire =>
    toWire(path, { key, body: candidate(heavy, count) });
  return [
    { name: "flood of reads", share: 40, ...READ, allowed: [200, ...BUSY], wire: readFamilies },
    { name: "wrong fields", share: 10, ...refused, wire: post(SUMMARY, wrongCandidate) },
    { name: "wrong payload", share: 3, ...refused, wire: post(EVALUATIONS, wrongPayload) },
    { name: "large payload", share: 1, ...evaluated, wire: post(EVALUATIONS, large) },
    {
      name: "large list",
      share: 1,
      allowed: [...refused.allowed, 422],
      trialOf: null,
      wire: post(EVALUATIONS, list),
    },
    { name: "heavy evaluation", share: 15, ...evaluated, wire: post(EVALUATIONS, heavyPayload) },
    {
      name: "heavy simulation",
      share: 10,
      allowed: [200, ...BUSY],
      trialOf: 1,
      wire: heavyRun(SUMMARY),
    },
    {
      name: "heavy search",
      share: 1,
      allowed: [202, ...BUSY],
      trialOf: null,
      wire: post(`${FAMILY}/searches`, heavySearch(heavy)),
    },
    {
      name: "stalls within the body",
      share: 1,
      allowed: [],
      trialOf: null,
      hangsUpAfter: (wire: Wire) => wire.length - 1,
      wire: heavyRun(SUMMARY),
    },
    {
      name: "goes before the answer",
      share: 10,
      allowed: [],
      trialOf: 1,
      hangsUpAfter: (wire: Wire) => wire.length,
      wire: heavyRun(SIMULATIONS),
    },
    {
      name: "goes within the body",
      share: 10,
      allowed: [],
      trialOf: null,
      hangsUpAfter: (wire: Wire) => wire.length / 2,
      wire: post(EVALUATIONS, large),
    },
  ];
}

function heavySearch(strategyIds: readonly string[]): string {
  const components = strategyIds.map((strategyId) => ({ strategyId }));
  const path = "/components/0/strategyParams/window";
  const plan = {
    // Trials of market 1 are counted.
    base: { marketId: 2, components },
    axes: [{ path, min: 2, max: 90 }],
    method: HEAVY_SEARCH,
    evaluate: 16,
  };
  return JSON.stringify({ plan });
}

function readFamilies(key: string): Wire {
  return toWire("/v1/families", { key });
}

/** Adds unknown parameters to the first component. */
function withUnknown(text: string, count: number): string {
  const names = Array.from({ length: count }, (_, index) => `"u${index}":1`).join(",");
  return text.replace('"strategyId"', () => `"strategyParams":{${names}},"strategyId"`)
    .replace(/"strategyParams":\{(?!"u)[^}]*\},?/, "");
}

/** Returns the kinds in a fixed, mixed order, each according to its share. */
export function mixed(kinds: readonly Kind[]): readonly Kind[] {
  const all = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  // 37 and 100 are coprime, so every place is taken once.
  return all.map((_, index) => all[(37 * index) % all.length] ?? all[0]).filter((kind) => !!kind);
}

/** Returns the payloads of the lightest and of the heaviest candidate. */
export async function payloads(port: number, key: string): Promise<readonly [string, string]> {
  const connection = new Connection(port);
  const ask = async (ids: readonly string[]): Promise<string> => {
    const { body } = await connection.ask(toWire(SUMMARY, { key, body: candidate(ids, 0) }));
    const { data: payload } = JSON.parse(new TextDecoder().decode(body));
    if (payload === undefined) throw new Error(new TextDecoder().decode(body));
    return JSON.stringify(payload);
  };
  const heavy = Array.from(
    { length: HEAVY_COMPONENTS },
    (_, i) => SLOW_STRATEGIES[i % SLOW_STRATEGIES.length] ?? "",
  );
  const both = [await ask(["yield-rsi"]), await ask(heavy)] as const;
  connection.close();
  return both;
}
