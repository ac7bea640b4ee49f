// This module is browser compatible.

import { unpackColumns } from "../../datasets/column_file.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type * as Glue from "../../../pkg/arena_engine.js";
import type { Engine } from "../../engine/engine.ts";
import { WasmEngine } from "../../engine/wasm_engine.ts";
import { EngineFailure, fetchFailure } from "./failure.ts";
import type { Sources } from "./messages.ts";
import { messageOf } from "../../errors.ts";

/** Loads the files of a worker. Every method rejects with `EngineFailure`. */
export interface Files {
  /** Loads the list of all other files. */
  loadSources(url: string): Promise<Sources>;
  /** Loads the engine of `pkg/`, which is served unchanged. */
  loadEngine(urls: Sources["engine"]): Promise<Engine>;
  /** Loads the packed columns of an official dataset. */
  loadDataset(entry: Sources["datasets"][number]): Promise<Dataset>;
  /** Loads a dataset of the reader's own from the browser; null when it keeps none of that name. */
  loadOwn(marketId: number, timeframe: string): Promise<Dataset | null>;
}

/** Loads from the server of the page. */
export const SERVED_FILES: Omit<Files, "loadOwn"> = { loadSources, loadEngine, loadDataset };

/** Returns a successful response. */
async function load(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw fetchFailure(url, messageOf(error));
  }
  if (!response.ok) throw fetchFailure(url, `the server answers ${response.status}`);
  return response;
}

async function loadSources(url: string): Promise<Sources> {
  return await (await load(url)).json();
}

async function loadEngine({ glue, wasm }: Sources["engine"]): Promise<Engine> {
  const [bindings, response] = await Promise.all([loadGlue(glue), load(wasm)]);
  try {
    return new WasmEngine(bindings, await WebAssembly.compileStreaming(response));
  } catch (error) {
    const reason = messageOf(error);
    const detail = `Cannot start the engine in this browser: ${reason}`;
    throw new EngineFailure({ kind: "blocked", detail });
  }
}

async function loadGlue(url: string): Promise<typeof Glue> {
  try {
    return await import(url);
  } catch (error) {
    throw fetchFailure(url, messageOf(error));
  }
}

async function loadDataset({ header, url }: Sources["datasets"][number]): Promise<Dataset> {
  const bytes = new Uint8Array(await (await load(url)).arrayBuffer());
  try {
    return { header, columns: unpackColumns(url, bytes, header.sha256).values };
  } catch (error) {
    throw fetchFailure(url, messageOf(error));
  }
}
