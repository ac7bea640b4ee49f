import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { inTurn } from "./in_turn.ts";
import { LocalServer } from "./local_server.ts";
import { findChromium, needing, type Tool } from "./tools.ts";
import { until } from "./until.ts";

/** Playwright's message about a blocked service worker, which most tests want blocked. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Time after which a wait fails with the name of what it waited for, however busy the machine. */
const PATIENCE_MS = 180_000;

/** A server with the official datasets, and a browser. */
interface Scene {
  readonly server: LocalServer;
  readonly browser: Browser;
}

let scene: Promise<Scene> | null = null;

async function openScene(): Promise<Scene> {
  const [server, browser] = await Promise.all([LocalServer.open(), launch()]);
  return { server, browser };
}

Deno.test.afterAll(async () => {
  if (scene === null) return;
  const { server, browser } = await scene;
  await browser.close();
  await server.stop();
});

/** The pages of a test, and their faults. */
export class Stage {
  readonly server: LocalServer;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #servers: LocalServer[] = [];
  /** Console errors and warnings, and failed requests, in order. */
  readonly faults: string[] = [];

  constructor({ server, browser }: Scene) {
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
    context.setDefaultTimeout(PATIENCE_MS);
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

  /** Opens a server of this test alone, which outlives its pages. */
  async serve(): Promise<LocalServer> {
    const server = await LocalServer.open();
    this.#servers.push(server);
    return server;
  }

  /**
   * Asserts that what a page shows is accessible and fits, on a desk in light and on a phone in dark,
   * without loading it again. It then has its size and its light again.
   */
  async assertLooks(page: Page, name: string): Promise<void> {
    const { width: before } = page.viewportSize() ?? { width: 1280 };
    await inTurn([[1440, "light"], [360, "dark"]] as const, async ([width, colorScheme]) => {
      await look(page, width, colorScheme);
      await assertFits(page, `${name}, ${width} px`);
      await this.picture(page, `${name}-${width}`);
    });
    await look(page, before, "light");
  }

  /** Saves a screenshot in the folder of ARENA_PICTURES, for a person to look at. */
  async picture(page: Page, name: string): Promise<void> {
    const folder = Deno.env.get("ARENA_PICTURES");
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map(async (context) => {
      // A route that still waits for its answer would end the whole run with an uncaught error.
      const routed = [context, ...context.pages()];
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
      await context.close();
    }));
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

/** The work of a test with its pages. */
type Work = (stage: Stage) => Promise<void>;

/** Every test of this run in order, with its outcome once it has begun. */
const turns: { readonly work: Work; outcome: Promise<void> | null }[] = [];
/** How many tests may begin before the runner asks for them. */
const AHEAD = 8;
let together = 1;
let running = 0;
/** The test that the runner has asked for. */
let asked = 0;

/** Lets that many tests run at once, each in contexts of its own: the next ones begin early. */
export function runTogether(count: number): void {
  together = count;
}

/** Begins the test that the runner asks for, and further ones until as many run as may. */
function begin(): void {
  for (const turn of turns.slice(asked, asked + AHEAD)) {
    if (turn.outcome !== null) continue;
    if (running >= together && turn !== turns[asked]) return;
    running++;
    turn.outcome = perform(turn.work).finally(() => {
      running--;
      if (together > 1) begin();
    });
    // The runner hears of it when it comes to this test.
    turn.outcome.catch(() => {});
  }
}

async function perform(work: Work): Promise<void> {
  scene ??= openScene();
  const stage = new Stage(await scene);
  try {
    await work(stage);
    if (stage.faults.length > 0) throw new Error(`The page said: ${stage.faults.join("; ")}`);
  } finally {
    await stage.close();
  }
}

/**
 * Registers a test with a browser and a server. The test fails if a page reports an error, unless the
 * test checks `faults` and empties it.
 *
 * @param tools further programs that the test needs
 */
export function browserTest(name: string, work: Work, tools: readonly Tool[] = []): void {
  const named = needing(["chromium", ...tools], name);
  if (named.ignore) return Deno.test({ ...named, fn: () => {} });
  const at = turns.push({ work, outcome: null }) - 1;
  Deno.test({
    ...named,
    // The scene outlives the test that opens it.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      asked = at;
      begin();
      await turns[at]?.outcome;
    },
  });
}

/** Returns the address of a view with a candidate. */
export function linkTo(view: string, candidate: unknown): string {
  return `/#/${view}?candidate=${encodeURIComponent(JSON.stringify(candidate))}`;
}

/** Waits until the address of a page matches: Chromium may report it after the key that changed it. */
export async function addressed(page: Page, pattern: RegExp): Promise<void> {
  await page.waitForURL(({ href }) => pattern.test(decodeURIComponent(href)));
}

/** Chooses a strategy by its name, for a component or as a further one ("Add a component"). */
export async function pickStrategy(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole("button", { name: field }).click();
  await page.getByRole("dialog", { name: field }).getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).first().click();
  await page.getByRole("dialog", { name: field }).waitFor({ state: "detached" });
}

/**
 * Features that no test needs. Only the last such list of a command counts, so it repeats `disabledFeatures`
 * of playwright, before the two pages of an address bar that every window loads, and a spare process.
 */
const DISABLED_FEATURES =
  "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync," +
  "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter," +
  "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin," +
  "ThirdPartyStoragePartitioning,WebUIOmniboxAimPopup,WebUIOmniboxPopup,SpareRendererForSitePerProcess";

/** Starts a headless Chromium, without a sandbox because containers run it as root. */
export async function launch(): Promise<Browser> {
  // Without a graphics card, Chromium would imitate one, which costs an eighth more of the processor.
  const args = ["--no-sandbox", "--disable-gpu", `--disable-features=${DISABLED_FEATURES}`];
  return await chromium.launch({ executablePath: findChromium() ?? "", args });
}

/** Gives a page another width and colour scheme, and waits until it is drawn so. */
export async function look(
  page: Page,
  width: number,
  colorScheme: "light" | "dark",
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 });
  // A resize observer runs in the first frame, and the chart that it resizes is drawn in the second.
  const drawn = "requestAnimationFrame(() => requestAnimationFrame(drawn))";
  await page.evaluate(`new Promise((drawn) => ${drawn})`);
}

/** Asserts that what a page shows is accessible, and not wider than its window. */
export async function assertFits(page: Page, name: string, only?: AxeRules): Promise<void> {
  assertEquals(await axeFaults(page, only), [], name);
  const [wide = Infinity, window = 0] = await page.evaluate<number[]>(
    "[document.documentElement.scrollWidth, innerWidth]",
  );
  assert(wide <= window, `${name}: ${wide} px wide on ${window} px`);
}

/** Names of rules of axe-core. */
type AxeRules = readonly string[];

/** The rules that a page can break in the dark which keeps them in light, as the same elements. */
export const OF_COLOURS: AxeRules = ["color-contrast", "link-in-text-block"];

/**
 * Returns the violations of WCAG 2.2 AA that axe-core finds in the current page, one line each with rule, element and
 * reason. The script is injected through the debugger, so the page's policy stays in force.
 */
export async function axeFaults(page: Page, only?: AxeRules): Promise<readonly string[]> {
  if (!await page.evaluate<boolean>("'axe' in globalThis")) await page.evaluate(axe.source);
  const rules = only === undefined
    ? { rules: { "target-size": { enabled: true } } }
    : { runOnly: only };
  // axe-core would spend most of its time describing the elements that pass, and reading styles for no rule.
  const options = JSON.stringify({ resultTypes: ["violations"], preload: false, ...rules });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
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
