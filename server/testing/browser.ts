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

/** Playwright's message about a blocked service worker, which most tests want blocked. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Limits that tests of the page do not reach. */
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

/** The pages of a test, and their faults. */
export class Stage {
  readonly home: Home;
  readonly server: ServerProcess;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  /** Console errors and warnings, and failed requests, in order. */
  readonly faults: string[] = [];

  constructor({ home, server, browser }: Scene) {
    this.home = home;
    this.server = server;
    this.#browser = browser;
  }

  /** Opens a page with empty storage at a path of the server. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.blank(options);
    await page.goto(path);
    return page;
  }

  /** Opens a page with empty storage, without navigating. */
  async blank(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.server.origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      // Requests of a service worker would bypass the routes of a test.
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
      // A request that a navigation aborts has not failed.
      if (reason !== "net::ERR_ABORTED") this.faults.push(`${request.url()}: ${reason}`);
    });
    return page;
  }

  /** Saves a screenshot in the folder of ARENA_PICTURES, for a person to look at. */
  async picture(page: Page, name: string): Promise<void> {
    const folder = Deno.env.get("ARENA_PICTURES");
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map(async (context) => {
      // A route that still waits for its answer would end the whole file with an uncaught error.
      const routed = [context, ...context.pages()];
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
      await context.close();
    }));
  }
}

/**
 * Registers a test with a browser and a server. The test fails if a page reports an error, unless the
 * test checks `faults` and empties it.
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

/** Returns the address of a view with a candidate. */
export function linkTo(view: string, candidate: unknown): string {
  return `/#/${view}?candidate=${encodeURIComponent(JSON.stringify(candidate))}`;
}

/** Chooses a strategy by its name, for a component or as a further one ("Add a component"). */
export async function pickStrategy(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole("button", { name: field }).click();
  await page.getByRole("dialog", { name: field }).getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).first().click();
  await page.getByRole("dialog", { name: field }).waitFor({ state: "detached" });
}

/** Starts a headless Chromium, without a sandbox because containers run it as root. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium() ?? "", args: ["--no-sandbox"] });
}

/**
 * Returns the violations of WCAG 2.2 AA that axe-core finds in the current page, one line each with rule, element and
 * reason. The script is injected through the debugger, so the page's policy stays in force.
 */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { rules: { "target-size": { enabled: true } } })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`)
  );
}

/**
 * Polls an expression in a page until it is true. The page's policy forbids the `eval` of playwright's own
 * polling.
 */
export async function pageUntil(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`), expression);
}

/** Starts another engine worker in a page; returns its catalogue. */
export async function openPageEngine(page: Page): Promise<{ readonly strategies: unknown }> {
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
