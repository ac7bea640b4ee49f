/* @ts-self-types="./arena.d.ts" */
/* With the CSV parser of @std/csv: Copyright 2018-2026 the Deno authors. MIT license. */
import init, { Arena as Engine, familyProfile, strategyCatalogue } from "./arena_engine.js";

function codePointLength(s) {
  return Array.from(s).length;
}

function createBareQuoteErrorMessage(zeroBasedRecordStartLine, zeroBasedLine, zeroBasedColumn) {
  return `Syntax error on line ${zeroBasedRecordStartLine + 1}; parse error on line ${zeroBasedLine + 1}, column ${zeroBasedColumn + 1}: bare " in non-quoted-field`;
}
function createQuoteErrorMessage(zeroBasedRecordStartLine, zeroBasedLine, zeroBasedColumn) {
  return `Syntax error on line ${zeroBasedRecordStartLine + 1}; parse error on line ${zeroBasedLine + 1}, column ${zeroBasedColumn + 1}: extraneous or missing " in quoted-field`;
}
function convertRowToObject(row, headers, zeroBasedLine) {
  if (row.length !== headers.length) {
    throw new Error(`Syntax error on line ${zeroBasedLine + 1}: The record has ${row.length} fields, but the header has ${headers.length} fields`);
  }
  const out = {};
  for (const [index, header] of headers.entries()) {
    out[header] = row[index];
  }
  return out;
}

var BYTE_ORDER_MARK = "\uFEFF";
var Parser = class {
  #input = "";
  #cursor = 0;
  #options;
  constructor({ separator = ",", trimLeadingSpace = false, comment, lazyQuotes, fieldsPerRecord } = {}) {
    this.#options = {
      separator,
      trimLeadingSpace,
      comment,
      lazyQuotes,
      fieldsPerRecord
    };
  }
  #readLine() {
    if (this.#isEOF()) {
      return null;
    }
    let buffer = "";
    let hadNewline = false;
    while (this.#cursor < this.#input.length) {
      if (this.#input.startsWith("\r\n", this.#cursor)) {
        hadNewline = true;
        this.#cursor += 2;
        break;
      }
      if (this.#input.startsWith("\n", this.#cursor)) {
        hadNewline = true;
        this.#cursor += 1;
        break;
      }
      buffer += this.#input[this.#cursor];
      this.#cursor += 1;
    }
    if (!hadNewline && buffer.endsWith("\r")) {
      buffer = buffer.slice(0, -1);
    }
    return buffer;
  }
  #isEOF() {
    return this.#cursor >= this.#input.length;
  }
  #parseRecord(zeroBasedStartLine) {
    let fullLine = this.#readLine();
    if (fullLine === null) {
      return null;
    }
    if (fullLine.length === 0) {
      return [];
    }
    let zeroBasedLine = zeroBasedStartLine;
    if (this.#options.comment && fullLine[0] === this.#options.comment) {
      return [];
    }
    let line = fullLine;
    const quote = '"';
    const quoteLen = quote.length;
    const separatorLen = this.#options.separator.length;
    let recordBuffer = "";
    const fieldIndexes = [];
    parseField: while (true) {
      if (this.#options.trimLeadingSpace) {
        line = line.trimStart();
      }
      if (line.length === 0 || !line.startsWith(quote)) {
        const i = line.indexOf(this.#options.separator);
        let field = line;
        if (i >= 0) {
          field = field.substring(0, i);
        }
        if (!this.#options.lazyQuotes) {
          const j = field.indexOf(quote);
          if (j >= 0) {
            const col = codePointLength(fullLine.slice(0, fullLine.length - line.slice(j).length));
            throw new SyntaxError(createBareQuoteErrorMessage(zeroBasedStartLine, zeroBasedLine, col));
          }
        }
        recordBuffer += field;
        fieldIndexes.push(recordBuffer.length);
        if (i >= 0) {
          line = line.substring(i + separatorLen);
          continue parseField;
        }
        break parseField;
      } else {
        line = line.substring(quoteLen);
        while (true) {
          const i = line.indexOf(quote);
          if (i >= 0) {
            recordBuffer += line.substring(0, i);
            line = line.substring(i + quoteLen);
            if (line.startsWith(quote)) {
              recordBuffer += quote;
              line = line.substring(quoteLen);
            } else if (line.startsWith(this.#options.separator)) {
              line = line.substring(separatorLen);
              fieldIndexes.push(recordBuffer.length);
              continue parseField;
            } else if (0 === line.length) {
              fieldIndexes.push(recordBuffer.length);
              break parseField;
            } else if (this.#options.lazyQuotes) {
              recordBuffer += quote;
            } else {
              const col = codePointLength(fullLine.slice(0, fullLine.length - line.length - quoteLen));
              throw new SyntaxError(createQuoteErrorMessage(zeroBasedStartLine, zeroBasedLine, col));
            }
          } else if (line.length > 0 || !this.#isEOF()) {
            recordBuffer += line;
            const r = this.#readLine();
            line = r ?? "";
            fullLine = line;
            if (r === null) {
              if (!this.#options.lazyQuotes) {
                const col = codePointLength(fullLine);
                throw new SyntaxError(createQuoteErrorMessage(zeroBasedStartLine, zeroBasedLine, col));
              }
              fieldIndexes.push(recordBuffer.length);
              break parseField;
            }
            zeroBasedLine++;
            recordBuffer += "\n";
          } else {
            if (!this.#options.lazyQuotes) {
              const col = codePointLength(fullLine);
              throw new SyntaxError(createQuoteErrorMessage(zeroBasedStartLine, zeroBasedLine, col));
            }
            fieldIndexes.push(recordBuffer.length);
            break parseField;
          }
        }
      }
    }
    const result = [];
    let preIdx = 0;
    for (const i of fieldIndexes) {
      result.push(recordBuffer.slice(preIdx, i));
      preIdx = i;
    }
    return result;
  }
  parse(input) {
    this.#input = input.startsWith(BYTE_ORDER_MARK) ? input.slice(1) : input;
    this.#cursor = 0;
    const result = [];
    let lineResult;
    let first = true;
    let lineIndex = 0;
    const INVALID_RUNE = [
      "\r",
      "\n",
      '"'
    ];
    const options = this.#options;
    if (INVALID_RUNE.includes(options.separator) || typeof options.comment === "string" && INVALID_RUNE.includes(options.comment) || options.separator === options.comment) {
      throw new Error("Cannot parse input: invalid delimiter");
    }
    let _nbFields;
    if (options.fieldsPerRecord === void 0 || options.fieldsPerRecord < 0) {
      _nbFields = "ANY";
    } else if (options.fieldsPerRecord === 0) {
      _nbFields = "UNINITIALIZED";
    } else {
      _nbFields = options.fieldsPerRecord;
    }
    while (true) {
      const r = this.#parseRecord(lineIndex);
      if (r === null) {
        break;
      }
      lineResult = r;
      lineIndex++;
      if (first) {
        first = false;
        if (_nbFields === "UNINITIALIZED") {
          _nbFields = lineResult.length;
        }
      }
      if (lineResult.length > 0) {
        if (typeof _nbFields === "number" && _nbFields !== lineResult.length) {
          throw new SyntaxError(`Syntax error on line ${lineIndex}: expected ${_nbFields} fields but got ${lineResult.length}`);
        }
        result.push(lineResult);
      }
    }
    return result;
  }
};
function parse(input, options = {
  skipFirstRow: false
}) {
  const parser = new Parser(options);
  const r = parser.parse(input);
  if (options.skipFirstRow || options.columns) {
    let headers = [];
    if (options.skipFirstRow) {
      const head = r.shift();
      if (head === void 0) {
        throw new TypeError("Cannot parse input: headers must be defined");
      }
      headers = head;
    }
    if (options.columns) {
      headers = options.columns;
    }
    const zeroBasedFirstLineIndex = options.skipFirstRow ? 1 : 0;
    return r.map((row, i) => {
      return convertRowToObject(row, headers, zeroBasedFirstLineIndex + i);
    });
  }
  return r;
}

var StartError = class extends Error {
  name = "StartError";
};

var TIMESTAMP = "timestamp";
var INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z/.source;
var NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.source;
var INSTANT_FIELD = new RegExp(`^${INSTANT}$`);
var NUMBER_FIELD = new RegExp(`^${NUMBER}$`);
var PLAIN_LINE = new RegExp(`^${INSTANT}(?:,${NUMBER})*$`);
function parseColumns(file, text) {
  const { rows: [names = [], ...rows], isPlain } = parseRows(file, text);
  if (names[0] !== TIMESTAMP) {
    throw new StartError(`Cannot read ${file}: first column is "${names[0]}", must be timestamp`);
  }
  const values = new Float64Array(names.length * rows.length);
  rows.forEach((row, rowIndex) => {
    if (row.length !== names.length) {
      throw new StartError(`Cannot read ${file}: line ${rowIndex + 2} has ${row.length} fields, must have ${names.length}`);
    }
    const time = Date.parse(row[0] ?? "");
    if (!isPlain || Number.isNaN(time)) checkFields(file, names, row, rowIndex + 2);
    values[rowIndex] = time;
    for (let column = 1; column < row.length; column++) {
      values[column * rows.length + rowIndex] = Number(row[column]);
    }
  });
  return {
    names,
    rowCount: rows.length,
    values
  };
}
function parseRows(file, text) {
  if (!text.includes('"')) {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    return {
      rows: lines.map((line) => line.split(",")),
      isPlain: lines.every((line, index) => index === 0 || PLAIN_LINE.test(line))
    };
  }
  try {
    return {
      rows: parse(text),
      isPlain: false
    };
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: it is not CSV`, {
      cause
    });
  }
}
function checkFields(file, names, row, line) {
  row.forEach((field, index) => {
    const isTime = index === 0;
    if (isTime ? isInstant(field) : NUMBER_FIELD.test(field)) return;
    throw new StartError(`Cannot read ${file}: ${names[index]} in line ${line} is "${field}", must be ${isTime ? "an ISO 8601 instant ending in Z" : "a number"}`);
  });
}
function isInstant(field) {
  return INSTANT_FIELD.test(field) && !Number.isNaN(Date.parse(field));
}

var WARMUP_BARS = {
  hourly: 720,
  daily: 30
};
function scoringWindow(totalBars, timeframe) {
  const warmupBars = WARMUP_BARS[timeframe];
  return {
    totalBars,
    tradeStartIndex: totalBars > warmupBars ? warmupBars : 0
  };
}

function toDataset(entry, columns) {
  const { rowCount, values, names } = columns;
  if (rowCount !== entry.bars) {
    throw new StartError(`Cannot use ${entry.file}: it has ${rowCount} bars, the manifest says ${entry.bars}`);
  }
  const last = values[rowCount - 1];
  if (values[0] !== Date.parse(entry.firstTimestamp) || last !== Date.parse(entry.lastTimestamp)) {
    throw new StartError(`Cannot use ${entry.file}: the manifest says that it goes from ${entry.firstTimestamp} to ${entry.lastTimestamp}, it does not`);
  }
  const { name, marketId, marketKey, timeframe, expiry, scalarRoot, provenance } = entry;
  const { absent = [], estimated = [], pyIndex = null } = entry;
  return {
    header: {
      marketId,
      marketKey,
      asset: entry.asset ?? null,
      marketName: name,
      timeframe,
      expiry,
      scalarRoot,
      farExpiry: entry.farExpiry ?? null,
      provenance,
      absent,
      estimated,
      pyIndex,
      sha256: entry.sha256,
      tradeStartIndex: scoringWindow(rowCount, timeframe).tradeStartIndex,
      columns: names
    },
    columns: values
  };
}

function entriesOf({ markets, datasets }) {
  return datasets.flatMap((dataset) => {
    const market = markets.find(({ marketId }) => marketId === dataset.marketId);
    return market === void 0 ? [] : [
      {
        ...market,
        ...dataset
      }
    ];
  });
}

function withFields(detail, fieldErrors = []) {
  return [
    detail,
    ...fieldErrors.map(({ path, message }) => `  ${path} ${message}`)
  ].join("\n");
}

var UNCOUNTED = {
  count: () => Float64Array.of(1, 0, 1, NaN)
};
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var ArenaError = class extends Error {
  name = "ArenaError";
  /** Kind of refusal, such as `REQUEST_VALIDATION_FAILED`. */
  code;
  /** The first 64 wrong fields; empty if the refusal is not about fields. */
  fieldErrors;
  constructor(code, detail, fieldErrors = []) {
    super(withFields(detail, fieldErrors));
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
};
var Arena = class _Arena {
  #engine = new Engine();
  #columns = /* @__PURE__ */ new Map();
  #runs = 0;
  constructor() {
  }
  /**
   * Loads the engine.
   *
   * @param source by default the file beside this module
   */
  static async open(source = new URL("arena_engine_bg.wasm", import.meta.url)) {
    const isFile = (source instanceof URL || typeof source === "string") && String(source).startsWith("file:");
    const engine = isFile ? await readFile(new URL(source)) : source;
    await init({
      module_or_path: engine
    });
    return new _Arena();
  }
  /** All strategies with their parameters. */
  get strategies() {
    return read(strategyCatalogue()).strategies;
  }
  /** Execution policy, scoring formula, scenarios and gates, with every constant. */
  get profile() {
    return read(familyProfile());
  }
  /**
   * Adds or replaces a dataset of a market.
   *
   * @param manifest content of a `manifest.json`
   * @param file name of a dataset in the manifest
   * @param csv content of the file; the `sha256` of the manifest is not checked
   * @returns its summary
   * @throws {ArenaError} DATASET_INVALID, with the line and the column
   */
  addMarket(manifest, file, csv) {
    return this.#add({
      manifest,
      file,
      csv
    }, {
      served: true
    });
  }
  /**
   * Adds a real maturity, one of `datasets/real` or an import with `--asset`: candidates do not run on
   * it, but evaluations of its asset's market do, as their member `real`. Like `addMarket` otherwise.
   */
  addReal(manifest, file, csv) {
    return this.#add({
      manifest,
      file,
      csv
    }, {
      served: false
    });
  }
  #add({ manifest, file, csv }, role) {
    const { header: own, columns } = readDataset(manifest, file, csv);
    const header = {
      ...own,
      ...role
    };
    const summary = read(this.#engine.addDataset(bytes(header), columns));
    this.#columns.set(file, named(header.columns, columns));
    return summary;
  }
  /**
   * Checks a candidate without running it.
   *
   * @returns the candidate with every default filled in, its hash, features and weights
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  check(candidate) {
    return read(this.#engine.check(bytes(candidate)));
  }
  /**
   * Runs a candidate.
   *
   * @param view `summary` by default
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  simulate(candidate, view) {
    const simulationId = `local-${++this.#runs}`;
    return read(this.#engine.simulate(bytes({
      view: view ?? "summary",
      simulationId,
      candidate
    })));
  }
  /**
   * Runs up to 1024 candidates for their scores. A plan runs many more, and several times as fast.
   *
   * @returns in the order of the candidates
   */
  sweep(candidates) {
    return read(this.#engine.sweep(bytes({
      candidates
    }))).points;
  }
  /**
   * Describes a plan of candidates.
   *
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  describePlan(plan) {
    return read(this.#engine.describePlan(bytes({
      plan,
      numbers: []
    })));
  }
  /**
   * Runs candidates of a plan by number, as fast as the engine can: candidate `i` and its figures
   * follow from the plan and `i` alone, so ranges can run anywhere.
   *
   * @param range by default all candidates
   * @returns the columns by name, each with one value per candidate; NaN marks an undefined figure
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  plan(plan, range) {
    const { columns, count: all } = this.describePlan(plan);
    const { from, count } = range ?? {
      from: 0,
      count: all
    };
    return named(columns, this.#engine.planColumns(bytes({
      plan,
      from,
      count
    })));
  }
  /**
   * Returns the columns of a dataset: `timestamp` in milliseconds since 1970, and those of its file.
   *
   * @param file the name that it was added by
   */
  columns(file) {
    return this.#columns.get(file);
  }
  /**
   * Runs a simulation again, scores it, and compares it with the better passive line on 64 fresh paths
   * of the generator; the first call on a dataset makes them. Trials are not counted here, so every
   * evaluation is judged as a first trial.
   *
   * @param simulation a result of `simulate`, or the whole answer of the service
   * @throws {ArenaError} SIMULATION_STALE, SIMULATION_MISMATCH
   */
  evaluate(simulation) {
    return read(this.#engine.evaluate(bytes({}), bytes(simulation), UNCOUNTED));
  }
};
async function* verify(file, options) {
  const { verifyWith } = await import("./verify.js");
  yield* verifyWith(await Arena.open(), file, options);
}
async function readFile(file) {
  const { readFile: readFile2 } = globalThis.process.getBuiltinModule("node:fs/promises");
  return new Uint8Array(await readFile2(file));
}
function readDataset(manifest, file, csv) {
  try {
    const entry = entriesOf(manifest).find((one) => one.file === file);
    if (entry === void 0) {
      throw new StartError(`Cannot use ${file}: the manifest has no dataset of this name`);
    }
    return toDataset(entry, parseColumns(file, csv));
  } catch (error) {
    if (error instanceof StartError) throw new ArenaError("DATASET_INVALID", error.message);
    throw error;
  }
}
function named(names, values) {
  const length = values.length / names.length;
  return Object.fromEntries(names.map((name, at) => [
    name,
    values.subarray(at * length, (at + 1) * length)
  ]));
}
function bytes(value) {
  return encoder.encode(JSON.stringify(value));
}
function read(answer) {
  const { ok, error } = JSON.parse(decoder.decode(answer));
  if (error) throw new ArenaError(error.code, error.detail, error.fieldErrors);
  return ok;
}
export {
  Arena,
  ArenaError,
  verify
};
