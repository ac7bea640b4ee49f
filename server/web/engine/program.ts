import { messageOf } from "../../base/errors.ts";
import { EngineFailure, FAILURES, fetchFailure } from "./failure.ts";
import { pageUrl, type ProgramName, programUrl } from "../page_url.ts";
import type { Dataset, DatasetHeader } from "../../datasets/dataset.ts";
import type { Program, ProgramUrls, Sources } from "./messages.ts";
import { Connection } from "../../base/remote.ts";

/**
 * Loads the WebAssembly module and the list of datasets for an engine of the page, in parallel.
 *
 * @throws {EngineFailure}
 */
export async function loadProgram({ engine, sources }: ProgramUrls): Promise<Program> {
  const [module, listed] = await Promise.all([compile(engine), loadSources(sources)]);
  return { module, sources: listed };
}

/**
 * Returns the real maturities of an official market: those of the server, and the reader's own of other
 * expiries, so that a maturity that both have counts once.
 */
export function realOf(
  { datasets }: Sources,
  own: readonly DatasetHeader[],
  marketId: number,
): readonly DatasetHeader[] {
  const served = datasets.map(({ header }) => header);
  const key = served.find((header) => header.marketId === marketId)?.marketKey;
  const named = [...served, ...own].filter(({ asset }) => asset !== null && asset === key);
  const nameOf = ({ timeframe, expiry }: DatasetHeader): string =>
    `${timeframe} ${Date.parse(expiry)}`;
  return named.filter((header, at) =>
    named.findIndex((other) => nameOf(other) === nameOf(header)) === at
  );
}

/**
 * Returns a dataset of the reader's own; without its asset where the panel of that asset has its maturity
 * already.
 */
export function inPanel(
  dataset: Dataset,
  sources: Sources,
  own: readonly DatasetHeader[],
): Dataset {
  const { header } = dataset;
  const official = sources.datasets.find((one) => one.header.marketKey === header.asset);
  const isReal = realOf(sources, own, official?.header.marketId ?? 0)
    .some(({ marketId }) => marketId === header.marketId);
  return isReal ? dataset : { ...dataset, header: { ...header, asset: null } };
}

/** Memoizes an asynchronous load; after a failure the next call retries. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((thrown) => {
      kept = null;
      throw thrown;
    });
    return kept;
  };
}

/**
 * Returns a successful response.
 *
 * @throws {EngineFailure} `fetch`
 */
export async function load(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    // Browsers report only that the request failed.
    throw fetchFailure(url, "the server does not answer, and this browser keeps no copy of it");
  }
  if (!response.ok) throw fetchFailure(url, `the server answers ${response.status}`);
  return response;
}

async function loadSources(url: string): Promise<Sources> {
  const { datasets, ...listed }: Sources = await (await load(url)).json();
  // Workers, whose programs are in another folder than the page, load them.
  return { ...listed, datasets: datasets.map((one) => ({ ...one, url: pageUrl(one.url) })) };
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await load(url);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    throw blocked(messageOf(error));
  }
}

/**
 * Returns the failure of a browser that does not run a program of the page.
 *
 * @param purpose what the reader wanted, as in "Cannot read files in this browser"
 */
export function blocked(reason: string, purpose = "start the engine"): EngineFailure {
  const detail = `Cannot ${purpose} in this browser: ${reason}`;
  return new EngineFailure({ kind: "blocked", detail });
}

/** Starts a program of the page in a worker. */
export function startProgram<Service extends object>(
  name: ProgramName,
  purpose: string,
): Connection<Service> {
  return new Connection<Service>(new Worker(programUrl(name), { type: "module" }), {
    revivers: FAILURES,
    toLoss: (reason) => blocked(reason, purpose),
  });
}

/** Returns the server's dataset of a market and timeframe; undefined without one. */
export function find(
  { datasets }: Sources,
  marketId: number,
  timeframe: string,
): Sources["datasets"][number] | undefined {
  return datasets.find(({ header }) =>
    header.marketId === marketId && header.timeframe === timeframe
  );
}
