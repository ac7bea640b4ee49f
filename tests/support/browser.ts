import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { Home, type ServerProcess } from "./server_process.ts";

const FILES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where this machine has a Chromium; null when it has none. */
export const CHROMIUM = await firstFile([Deno.env.get("CHROMIUM") ?? "", ...FILES]);

/** Limits that no test of the page reaches: what is tested there is not the limiter. */
const GENEROUS = {
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "100",
  ARENA_EVALUATIONS_IN_FLIGHT: "100",
};

async function firstFile(paths: readonly string[]): Promise<string | null> {
  const found = await Promise.all(paths.map(async (path) => {
    const facts = await Deno.stat(path).catch(() => null);
    return facts?.isFile ? path : null;
  }));
  return found.find((path) => path !== null) ?? null;
}

/** A server with the official datasets, a browser, and whatever went wrong in its pages. */
export class Stage {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** Errors and warnings of the consoles, requests that failed, in their order. */
  readonly faults: string[] = [];

  constructor(server: ServerProcess, browser: Browser) {
    this.server = server;
    this.browser = browser;
  }

  /** Opens a page of its own, with nothing stored, and goes to a path of the server. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.blank(options);
    await page.goto(path);
    return page;
  }

  /** Opens a page of its own and goes nowhere yet. */
  async blank(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.server.origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("requestfailed", (request) => {
      this.faults.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    return page;
  }
}

/**
 * Registers a test that has a browser and a server. It fails when a page printed an error, unless the
 * test has looked at `faults` and emptied it.
 */
export function browserTest(name: string, work: (stage: Stage) => Promise<void>): void {
  Deno.test({
    name: CHROMIUM === null ? `${name} (skipped: there is no Chromium)` : name,
    ignore: CHROMIUM === null,
    fn: async () => {
      await using home = await Home.make();
      await using server = await home.serve({ ARENA_DATASETS: "datasets", ...GENEROUS });
      const browser = await launch();
      try {
        const stage = new Stage(server, browser);
        await work(stage);
        if (stage.faults.length > 0) throw new Error(`The page said: ${stage.faults.join("; ")}`);
      } finally {
        await browser.close();
      }
    },
  });
}

/** Starts a Chromium without a window. A container runs it as root, where it has no sandbox. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
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
