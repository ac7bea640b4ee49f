import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Timeframe } from "../../server/contracts/scalar.ts";
import { asTexts } from "../../server/wording/strategies_as_texts.ts";
import { withParam } from "../../server/web/model/candidate.ts";
import { axisValues } from "../../server/web/report/axis_values.ts";
import { type Catalogue, CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { FAMILY } from "../../server/testing/arena.ts";
import { browserTest } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import type { LocalServer } from "../../server/testing/local_server.ts";
import { random } from "../../server/testing/random.ts";

const COUNT = 50;
const MARKET_IDS = [1, 2, 3] as const;
const TIMEFRAMES: readonly Timeframe[] = ["hourly", "daily"];

type Strategy = Catalogue["strategies"][number];

/** Returns candidates of every strategy, on any market and timeframe, with values of any range. */
function candidates(strategies: readonly Strategy[]): readonly unknown[] {
  const next = random(20261120);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)];
    assert(value !== undefined);
    return value;
  };
  return Array.from({ length: COUNT }, (_, index) => {
    const strategy = strategies[index] ?? pick(strategies);
    const { strategyId, parameters } = strategy;
    const timeframe = pick(TIMEFRAMES);
    const base = {
      marketId: pick(MARKET_IDS),
      timeframe,
      capital: String(pick([1000, 100_000, 2_500_000.5])),
      components: [{ strategyId }],
    };
    // One value of each parameter: a candidate that breaks a relation is refused by both alike.
    return parameters.reduce((candidate, parameter) => {
      const { name, values } = axisValues(parameter, null, 64, timeframe);
      return withParam(candidate, 0, name, pick(values));
    }, base as Parameters<typeof withParam>[0]);
  });
}

async function post({ origin, key }: LocalServer, body: unknown): Promise<string> {
  const response = await fetch(`${origin}${FAMILY}/simulations/summary`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify(body),
  });
  const { data: simulated, code } = await response.json();
  return simulated?.evidence.resultHash ?? code;
}

browserTest(
  "a page's run has the hash of the server's, for 50 candidates and the 34 texts",
  async (stage) => {
    const page = await stage.open("/#/work");
    const { strategies } = CatalogueSchema.pick({ strategies: true }).parse({
      strategies: (await openPageEngine(page)).strategies,
    });
    const served = await stage.server.client().listStrategies();
    assertEquals(
      strategies.map(({ strategyId }) => strategyId),
      served.map(({ strategyId }) => strategyId),
    );
    const all = [
      ...candidates(strategies.filter(({ language }) => language === undefined)),
      ...strategies.flatMap((strategy) => {
        const strategyParams = asTexts(strategy);
        const components = [{ strategyId: "expression", strategyParams }];
        return strategyParams === null ? [] : { marketId: 1, timeframe: "daily", components };
      }),
    ];
    const hashes = await askPageEngine(page, all);
    const expected = await inTurn(all, (candidate) => post(stage.server, candidate));
    assertEquals(hashes, expected);
    const ran = hashes.filter((hash) => /^[0-9a-f]{64}$/.test(hash));
    assert(
      ran.length > all.length / 2,
      `${ran.length} of ${all.length} ran, the others were refused alike`,
    );
    assert(new Set(ran).size > COUNT / 3, "they differ");
  },
);

/** Starts another engine worker in a page; returns its catalogue. */
async function openPageEngine(page: Page): Promise<{ readonly strategies: unknown }> {
  return await page.evaluate(`(() => {
    const { worker: program, engine } = document.querySelector("script[data-worker]").dataset;
    const urlOf = (path) => new URL(path, document.baseURI).href;
    const urls = { engine: urlOf(engine), sources: urlOf("assets/sources.json") };
    const name = JSON.stringify({ urls, first: null });
    const worker = new Worker(program, { type: "module", name });
    const asked = new Map();
    worker.onmessage = ({ data }) => {
      asked.get(data.id)?.(data);
      asked.delete(data.id);
    };
    let last = 0;
    // Global, so that the next evaluation finds it.
    globalThis.askWorker = (method, ...args) => new Promise((resolve) => {
      const id = ++last;
      asked.set(id, resolve);
      worker.postMessage({ kind: "call", id, method, args });
    });
    return askWorker("open").then(({ value }) => value);
  })()`);
}

/** Runs candidates in this worker; returns the hash of each result, or the code of its refusal. */
async function askPageEngine(
  page: Page,
  candidates: readonly unknown[],
): Promise<readonly string[]> {
  return await page.evaluate(`Promise.all(${JSON.stringify(candidates)}.map((candidate) =>
    askWorker("simulate", "summary", candidate)
  )).then((replies) => replies.map(({ value, error }) =>
    value?.simulation.evidence.resultHash ?? error.members.failure.code
  ))`);
}
