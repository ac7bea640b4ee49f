// This module is browser compatible.

import type { StrategyParameters, SummarySimulation } from "../../contracts/types.ts";
import { EXPRESSION_EXAMPLES } from "../../wording/agents.ts";
import type { View } from "../../engine/engine.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { TrialLedger } from "../../contracts/trial.ts";
import { ABOUT } from "./openapi_parts.ts";
import type { DocumentExamples, OperationExample } from "./openapi.ts";
import { PATH_EXAMPLES } from "../operation_definition.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import { toApiError, toProblem } from "../problem.ts";
import type { LocalEngine } from "../../engine/local_engine.ts";
import { withMember } from "../../engine/answer.ts";
import { okBytes } from "../../engine/wire.ts";
import { ApiError } from "../../base/errors.ts";
import type { LanguageExample, LanguagePart } from "./language_view.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";
import { SEARCH_EXAMPLES } from "./search_examples.ts";
import { LEADERBOARD_EXAMPLES } from "./leaderboard_examples.ts";
import { KEY_EXAMPLE } from "./key_example.ts";
import { SEASON_EXAMPLES } from "./season_examples.ts";
import type { Catalog } from "../../services/catalog.ts";
import type { Simulations } from "../../services/simulations.ts";
import type { Published } from "../../services/published.ts";

/** Services that run the examples. */
export interface ExampleParts {
  readonly catalog: Catalog;
  readonly local: LocalEngine;
  readonly simulations: Pick<Simulations, "check">;
  readonly versions: { readonly engineVersion: string; readonly rulesVersion: string };
}

/** The candidates of the examples, on the first market. */
function candidateFor({ marketList: [first] }: Catalog, view: View): Candidate {
  const dataset = {
    marketId: first?.id ?? 1,
    timeframe: first?.timeframes.daily === undefined ? "hourly" : "daily",
  } as const;
  if (view !== "trades") return { ...dataset, components: [{ strategyId: "yield-rsi" }] };
  return {
    ...dataset,
    capital: "25000",
    components: [
      { strategyId: "yield-rsi", weightBps: 6000, strategyParams: { oversold: 35 } },
      { strategyId: "yield-donchian", weightBps: 4000 },
    ],
    submissionId: "my-first-candidate",
  };
}

/** Trials of a key's first evaluation. */
const FIRST_TRY: TrialLedger = {
  count: () => ({ count: 1, counted: true, sharpeCount: 1, sharpeVariance: null }),
};

const SIMULATION_ID = "3d0e3b1e-58a4-4c0b-9d0a-6f7a4f3f9b52";
const UPTIME_SECONDS = 12;
const LIST_LENGTH_MAX = 2;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns a request and this server's response for every operation. Except for searches, seasons and boards, the
 * examples are run and therefore never outdated. An operation that fails on the operator's datasets has no
 * example.
 */
export function makeExamples(parts: ExampleParts): DocumentExamples {
  const { catalog, versions: { engineVersion, rulesVersion } } = parts;
  const page = { response: "<!doctype html>" };
  return {
    ...SEARCH_EXAMPLES,
    ...SEASON_EXAMPLES,
    ...LEADERBOARD_EXAMPLES,
    ...KEY_EXAMPLE,
    getHealth: {
      response: { status: "ok", engineVersion, rulesVersion, uptimeSeconds: UPTIME_SECONDS },
    },
    getReadiness: { response: { status: "ready", skippedFolders: [] } },
    getDocument: { response: { openapi: "3.1.0", info: ABOUT } },
    getReference: page,
    getVerification: page,
    getErrorPage: page,
    listFamilies: read(() => catalog.families),
    getFamily: read(() => catalog.family),
    listMarkets: read(() => catalog.markets),
    listStrategies: read(() => catalog.strategies),
    getStrategy: read(() => catalog.strategy(PATH_EXAMPLES.strategyId)),
    getStrategyParameters: read(() => catalog.parameters(PATH_EXAMPLES.strategyId)),
    checkCandidate: unlessRejected(() => {
      const body = candidateFor(catalog, "summary");
      const payload = parts.simulations.check(encoder.encode(JSON.stringify(body)));
      return { body, response: envelope(payload) };
    }),
    simulate: run(parts, "full"),
    simulateSummary: run(parts, "summary"),
    simulateTrades: run(parts, "trades"),
    simulateBatch: unlessRejected(() => {
      const valid = candidateFor(catalog, "summary");
      const wrong = { ...valid, components: [{ strategyId: "yield-rsy" }] };
      const results = [{ simulation: parse(simulate(parts, "summary")) }, refusalOf(parts, wrong)];
      const payload = encoder.encode(JSON.stringify({ results }));
      return { body: { candidates: [valid, wrong] }, response: envelope(payload) };
    }),
    evaluate: unlessRejected(() => {
      const body = simulate(parts, "summary");
      const answer = parts.local.evaluate(encoder.encode("{}"), body, FIRST_TRY);
      const unsigned = withMember(okBytes(answer), "receipt", "null");
      return { body: parse(body), response: envelope(unsigned) };
    }),
  };
}

function read(find: () => Published): OperationExample | undefined {
  return unlessRejected(() => ({ response: envelope(find().bytes) }));
}

function run(parts: ExampleParts, view: View): OperationExample | undefined {
  return unlessRejected(() => ({
    body: candidateFor(parts.catalog, view),
    response: envelope(simulate(parts, view)),
  }));
}

function simulate(
  { local, catalog }: ExampleParts,
  view: View,
  candidate: Candidate = candidateFor(catalog, view),
): Uint8Array {
  const request = { view, simulationId: SIMULATION_ID, candidate };
  return okBytes(local.simulate(encoder.encode(JSON.stringify(request))).bytes);
}

function refusalOf({ simulations }: ExampleParts, candidate: Candidate): unknown {
  try {
    return { simulation: simulations.check(encoder.encode(JSON.stringify(candidate))) };
  } catch (error) {
    const at = { requestId: EXAMPLE_REQUEST_ID, path: `/v1/families/${FAMILY_ID}` };
    return { error: toProblem(toApiError(error), at).problem };
  }
}

/** Returns the language of texts, with examples that this server ran on its first market. */
export function languagePart(parts: ExampleParts): LanguagePart | null {
  const { language } = parse(parts.catalog.parameters("expression").bytes) as StrategyParameters;
  if (language === undefined) return null;
  const examples = EXPRESSION_EXAMPLES.map((example): LanguageExample => {
    const components = [{ strategyId: "expression", strategyParams: { ...example.params } }];
    const candidate = { ...candidateFor(parts.catalog, "summary"), components };
    const run = unlessRejected(() => ({ response: parse(simulate(parts, "summary", candidate)) }));
    return { ...example, run: run === undefined ? null : run.response as SummarySimulation };
  });
  return { language, examples };
}

function unlessRejected(make: () => OperationExample): OperationExample | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function envelope(payload: Uint8Array): unknown {
  return { requestId: EXAMPLE_REQUEST_ID, status: "ok", data: shorten(parse(payload)) };
}

function parse(payload: Uint8Array): unknown {
  return JSON.parse(decoder.decode(payload));
}

/** Returns a value with every list shortened to its first elements. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LIST_LENGTH_MAX).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
