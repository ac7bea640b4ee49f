import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { Home, type ServerProcess } from "./server_process.ts";
import { findChromium, needing } from "./tools.ts";
import { until } from "./until.ts";

/** What playwright says of a page whose service worker it holds back, as most tests want it. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Limits that no test of the page reaches: what is tested there is not the limiter. */
const GENEROUS = {
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "100",
  ARENA_EVALUATIONS_IN_FLIGHT: "100",
};

/** A server with the official datasets, and a browser. */
interface Scene {
  readonly home: Home;
  readonly server: ServerProcess;
  readonly browser: Browser;
}

/** One scene for all tests of a file. */
let scene: Promise<Scene> | null = null;

async function openScene(): Promise<Scene> {
  const home = await Home.make();
  const server = await home.serve({ ARENA_DATASETS: "datasets", ...GENEROUS });
  return { home, server, browser: await launch() };
}

Deno.test.afterAll(async () => {
  if (scene === null) return;
  const { home, server, browser } = await scene;
  await browser.close();
  await server.stop();
  await home[Symbol.asyncDispose]();
});

/** What a test plays on: pages of its own, and whatever went wrong in them. */
export class Stage {
  readonly server: ServerProcess;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  /** Errors and warnings of the consoles, requests that failed, in their order. */
  readonly faults: string[] = [];

  constructor({ server, browser }: Scene) {
    this.server = server;
    this.#browser = browser;
  }

  /** Opens a page of its own, with nothing stored, and goes to a path of the server. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.blank(options);
    await page.goto(path);
    return page;
  }

  /** Opens a page of its own and goes nowhere yet. */
  async blank(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.server.origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      // A test that stands between page and server would not be asked.
      serviceWorkers: "block",
      ...options,
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on("console", (message) => {
      const isOurs = message.text() !== BLOCKED;
      if (isOurs && ["error", "warning"].includes(message.type())) this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // What the reader leaves behind by going elsewhere has not failed.
      if (reason !== "net::ERR_ABORTED") this.faults.push(`${request.url()}: ${reason}`);
    });
    return page;
  }

  /** Writes what a page shows into the folder of ARENA_PICTURES, for a person to look at. */
  async picture(page: Page, name: string): Promise<void> {
    const folder = Deno.env.get("ARENA_PICTURES");
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

/**
 * Registers a test that has a browser and a server. It fails when a page printed an error, unless the
 * test has looked at `faults` and emptied it.
 */
export function browserTest(
  name: string,
  work: (stage: Stage, test: Deno.TestContext) => Promise<void>,
): void {
  Deno.test({
    ...needing(["chromium"], name),
    // The scene outlives the test that opens it.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (test) => {
      scene ??= openScene();
      const stage = new Stage(await scene);
      try {
        await work(stage, test);
        if (stage.faults.length > 0) throw new Error(`The page said: ${stage.faults.join("; ")}`);
      } finally {
        await stage.close();
      }
    },
  });
}

/** Returns the address of a view of a candidate. */
export function linkTo(view: string, candidate: unknown): string {
  return `/#/${view}?candidate=${encodeURIComponent(JSON.stringify(candidate))}`;
}

/** Starts a Chromium without a window. A container runs it as root, where it has no sandbox. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium() ?? "", args: ["--no-sandbox"] });
}

/**
 * Returns what axe-core finds wrong with a page as it stands, one line each: the rule, the element
 * and why. The page's policy stays in force: the script goes in over the debugger.
 */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run(document)");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`)
  );
}

/**
 * Evaluates an expression in a page until it is true. The page's policy forbids what playwright does
 * for that.
 */
export async function pageUntil(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`), expression);
}

/** Starts one more worker in a page, the very one that the page uses; gives its catalogue. */
export async function openPageEngine(page: Page): Promise<{ readonly strategies: unknown }> {
  return await page.evaluate(`(() => {
    const { worker: program, engine } = document.querySelector("script[data-worker]").dataset;
    const worker = new Worker(program, { type: "module" });
    let last = 0;
    // Where the next evaluation of the test finds it.
    globalThis.askWorker = (method, ...args) => new Promise((resolve) => {
      const id = ++last;
      worker.addEventListener("message", ({ data }) => data.id === id && resolve(data));
      worker.postMessage({ kind: "call", id, method, args });
    });
    return Promise.all([
      WebAssembly.compileStreaming(fetch(engine)),
      fetch("/assets/sources.json").then((response) => response.json()),
    ]).then(([module, sources]) => askWorker("open", { module, sources }, null))
      .then(({ value }) => value);
  })()`);
}

/** Has that worker run candidates; gives the hash of each result, or the code of its refusal. */
export async function askPageEngine(
  page: Page,
  candidates: readonly unknown[],
): Promise<readonly string[]> {
  return await page.evaluate(`Promise.all(${JSON.stringify(candidates)}.map((candidate) =>
    askWorker("simulate", "summary", candidate)
  )).then((replies) => replies.map(({ value, error }) =>
    value?.simulation.evidence.resultHash ?? error.members.failure.code
  ))`);
}
