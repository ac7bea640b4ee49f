// This module is browser compatible.

import { parseColumns } from "../../datasets/csv.ts";
import { type Dataset, toDataset } from "../../datasets/dataset.ts";
import type * as Glue from "../../../pkg/arena_engine.js";
import { WasmEngine } from "../../engine/wasm_engine.ts";
import { EngineFailure, fetchFailure } from "./failure.ts";
import type { Sources } from "./messages.ts";

/** Returns a response that says ok. */
async function load(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw fetchFailure(url, error instanceof Error ? error.message : String(error));
  }
  if (!response.ok) throw fetchFailure(url, `the server answers ${response.status}`);
  return response;
}

/** @throws {EngineFailure} when they cannot be had */
export async function loadSources(url: string): Promise<Sources> {
  return await (await load(url)).json();
}

/**
 * Loads the engine of `pkg/`, which is served as it is.
 *
 * @throws {EngineFailure} when a file does not come or the browser refuses it
 */
export async function loadEngine({ glue, wasm }: Sources["engine"]): Promise<WasmEngine> {
  const [bindings, response] = await Promise.all([loadGlue(glue), load(wasm)]);
  try {
    return new WasmEngine(bindings, await WebAssembly.compileStreaming(response));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const detail = `Cannot start the engine in this browser: ${reason}`;
    throw new EngineFailure({ kind: "blocked", detail });
  }
}

async function loadGlue(url: string): Promise<typeof Glue> {
  try {
    return await import(url);
  } catch (error) {
    throw fetchFailure(url, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Loads an official dataset and reads it with the code of the server.
 *
 * @throws {EngineFailure} when it does not come or is not what the manifest says
 */
export async function loadDataset(entry: Sources["datasets"][number]): Promise<Dataset> {
  const text = await (await load(entry.url)).text();
  try {
    return toDataset(entry, parseColumns(entry.file, text));
  } catch (error) {
    throw fetchFailure(entry.url, error instanceof Error ? error.message : String(error));
  }
}
