/* @ts-self-types="./arena.d.ts" */
import init, { Arena as Engine, familyProfile, strategyCatalogue } from "./arena_engine.js";

/** Bars that feed signals before anything is traded or scored: 30 days. */
const WARMUP_BARS = { hourly: 720, daily: 30 };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the engine refuses, in its own words. */
export class ArenaError extends Error {
  name = "ArenaError";

  constructor({ code, detail, fieldErrors = [] }) {
    super(detail);
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}

/** The engine with the markets that were added to it. */
export class Arena {
  #engine = new Engine();
  #runs = 0;

  /** Loads the engine; a file is read, an address is fetched. */
  static async open(wasm = new URL("arena_engine_bg.wasm", import.meta.url)) {
    const isFile = wasm instanceof URL && wasm.protocol === "file:";
    await init({ module_or_path: isFile ? await readFile(wasm) : wasm });
    return new Arena();
  }

  get strategies() {
    return read(strategyCatalogue()).strategies;
  }

  get profile() {
    return read(familyProfile());
  }

  addMarket(entry, csv) {
    const [head, ...lines] = csv.trimEnd().split(/\r?\n/);
    const columns = head.split(",");
    const values = new Float64Array(columns.length * lines.length);
    lines.forEach((line, row) =>
      line.split(",").forEach((field, column) => {
        const value = column === 0 ? Date.parse(field) : Number(field);
        values[column * lines.length + row] = value;
      })
    );
    const { marketId, marketKey, timeframe, expiry, scalarRoot, farExpiry, provenance } = entry;
    const warmup = WARMUP_BARS[timeframe];
    const header = {
      marketId, marketKey, timeframe, expiry, scalarRoot, farExpiry, provenance, columns,
      seed: entry.seed ?? null,
      sha256: entry.sha256,
      tradeStartIndex: lines.length > warmup ? warmup : 0,
    };
    return read(this.#engine.addDataset(bytes(header), values));
  }

  check(candidate) {
    return read(this.#engine.check(bytes(candidate)));
  }

  simulate(candidate, view = "summary") {
    const simulationId = `local-${++this.#runs}`;
    return read(this.#engine.simulate(bytes({ view, simulationId, candidate })));
  }

  sweep(candidates) {
    return read(this.#engine.sweep(bytes({ candidates }))).points;
  }

  evaluate(simulation, trials = []) {
    return read(this.#engine.evaluate(bytes({ trials }), bytes(simulation)));
  }
}

async function readFile(url) {
  const { readFile } = await import("node:fs/promises");
  return await readFile(url);
}

function bytes(value) {
  return encoder.encode(JSON.stringify(value));
}

/** Returns the good part of an answer. */
function read(answer) {
  const { ok, error } = JSON.parse(decoder.decode(answer));
  if (error) throw new ArenaError(error);
  return ok;
}
