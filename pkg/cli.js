#!/usr/bin/env node
/* With the CSV parser of @std/csv: Copyright 2018-2026 the Deno authors. MIT license. */
import { Buffer } from "node:buffer";
var BLANKS = /[\t\n\f\r ]/g;
function decode(text2, coding) {
  const bytes = Buffer.from(text2, coding);
  const given = coding === "hex" ? text2 : text2.replaceAll(BLANKS, "");
  if (bytes.toString(coding) !== given) throw new SyntaxError(`this is not ${coding}: ${text2}`);
  return new Uint8Array(bytes);
}
function encode(bytes, coding) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(coding);
}
Uint8Array.fromHex ??= (text2) => decode(text2, "hex");
Uint8Array.fromBase64 ??= (text2, options) => decode(text2, options?.alphabet ?? "base64");
Uint8Array.prototype.toHex ??= function() {
  return encode(this, "hex");
};
Uint8Array.prototype.toBase64 ??= function(options) {
  return encode(this, options?.alphabet ?? "base64");
};

import process from "node:process";
import { text } from "node:stream/consumers";

var ApiError = class extends Error {
  name = "ApiError";
  code;
  context;
  /**
   * @param code the public code; decides status and title
   * @param detail the sentence for this caller: action, colon, current value, wanted value
   * @param context details of this occurrence
   */
  constructor(code, detail, context = {}) {
    super(detail, {
      cause: context.cause
    });
    this.code = code;
    this.context = context;
  }
};
var HelpRequest = class extends Error {
  name = "HelpRequest";
};
var StartError = class extends Error {
  name = "StartError";
};
function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

import { parseArgs } from "node:util";
var JSON_OPTION = {
  type: "boolean",
  help: "Print one JSON value for programs"
};
var HELP_OPTION = {
  type: "boolean",
  help: "Print this help"
};
var HELP_WORDS = [
  "help",
  "--help",
  "-h"
];
var WIDTH = 100;
function readCommand(command, words) {
  if (words.some((word) => word === "--help" || word === "-h")) {
    throw new HelpRequest(helpOf(command));
  }
  try {
    const options = command.options;
    const parsed2 = parseArgs({
      args: [
        ...words
      ],
      options,
      allowPositionals: true
    });
    checkOperands(command, parsed2.positionals);
    checkRequired(command, parsed2.values);
    return {
      values: parsed2.values,
      operands: parsed2.positionals
    };
  } catch (cause) {
    throw new StartError(`${sentenceOf(command, cause)}
${usageOf(command)}`, {
      cause
    });
  }
}
function pickCommand({ name, summary, commands }, word) {
  const found = commands.find((command) => command.name === `${name} ${word}`);
  if (found !== void 0) return found;
  const rows = commands.map((command) => [
    command.name,
    command.summary
  ]);
  const listed = [
    "Commands:",
    ...table(rows),
    "",
    `Each has a help: ${rows[0]?.[0]} --help`
  ];
  if (HELP_WORDS.includes(word)) throw new HelpRequest([
    summary,
    "",
    ...listed
  ].join("\n"));
  const fault = word === void 0 ? [] : [
    `Cannot run ${name} ${word}: ${name} has no such command`
  ];
  throw new StartError([
    ...fault,
    `Usage: ${name} COMMAND`,
    "",
    ...listed
  ].join("\n"));
}
function usageOf({ name, operands, options }) {
  const parts = Object.entries(options).map(([option, { value, multiple, isRequired }]) => {
    const text2 = value === void 0 ? `--${option}` : `--${option} ${value}`;
    return (isRequired ? text2 : `[${text2}]`) + (multiple ? "..." : "");
  });
  const lines2 = [
    `Usage: ${name}`
  ];
  for (const part of operands === void 0 ? parts : [
    operands,
    ...parts
  ]) {
    const line = `${lines2.at(-1)} ${part}`;
    if (line.length <= WIDTH) lines2[lines2.length - 1] = line;
    else lines2.push(`  ${part}`);
  }
  return lines2.join("\n");
}
function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, text2]) => wrap(text2, WIDTH - width - 4).map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`));
}
function helpOf(command) {
  const { summary, notes, options, examples } = command;
  const rows = Object.entries({
    ...options,
    help: HELP_OPTION
  }).map(([name, { value, help }]) => [
    value === void 0 ? `--${name}` : `--${name} ${value}`,
    help
  ]);
  const shown2 = examples.map((example) => `  ${example}`);
  return [
    ...wrap(summary, WIDTH),
    "",
    usageOf(command),
    ...notes === void 0 ? [] : [
      "",
      ...notes.split("\n").flatMap((line) => wrap(line, WIDTH))
    ],
    "",
    "Options:",
    ...table(rows),
    "",
    examples.length > 1 ? "Examples:" : "Example:",
    ...shown2
  ].join("\n");
}
function wrap(text2, width) {
  const lines2 = [
    ""
  ];
  for (const word of text2.split(" ")) {
    const line = lines2.at(-1) === "" ? word : `${lines2.at(-1)} ${word}`;
    if (line.length <= width) lines2[lines2.length - 1] = line;
    else lines2.push(word);
  }
  return lines2;
}
function checkOperands({ name, operands = "" }, given) {
  const named = operands.split(" ").filter((each) => each !== "");
  const missing = named.filter((each) => !each.startsWith("["))[given.length];
  if (missing !== void 0) throw new Error(`Cannot run ${name}: ${missing} is missing`);
  const surplus = named.some((each) => each.includes("...")) ? void 0 : given[named.length];
  if (surplus !== void 0) throw new Error(`Cannot run ${name}: ${surplus} is one word too many`);
}
function checkRequired({ name, options }, given) {
  const missing = Object.entries(options).filter(([option, { isRequired }]) => isRequired === true && given[option] === void 0).map(([option]) => `--${option}`);
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? "is" : "are";
  throw new Error(`Cannot run ${name}: ${missing.join(" and ")} ${verb} missing`);
}
function sentenceOf({ name }, cause) {
  const reason = messageOf(cause);
  const [, unknown] = /^Unknown option '([^']+)'/.exec(reason) ?? [];
  if (unknown !== void 0) return `Cannot read ${unknown}: ${name} has no such option`;
  const [, given] = /^Option '(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(reason) ?? [];
  if (given !== void 0) {
    return `Cannot read ${given}: its value is missing; a value with a dash is ${given}=-1`;
  }
  const [, bare] = /^Option '(--[\w-]+)' does not take/.exec(reason) ?? [];
  if (bare !== void 0) return `Cannot read ${bare}: it is a switch and takes no value`;
  return reason;
}

import { readFile as readFile2 } from "node:fs/promises";

var LONG_MS = 6e4;
var TimerQueue = class {
  #pending = /* @__PURE__ */ new Set();
  #isLong;
  #timer = null;
  constructor(delayMs) {
    this.#isLong = delayMs >= LONG_MS;
  }
  add(delayMs, callback) {
    const pending = {
      atMs: performance.now() + delayMs,
      callback
    };
    this.#pending.add(pending);
    this.#arm(delayMs);
    return () => {
      this.#pending.delete(pending);
      if (this.#isLong && this.#pending.size === 0) this.#disarm();
    };
  }
  #arm(delayMs) {
    this.#timer ??= setTimeout(() => this.#expire(), delayMs);
  }
  #disarm() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
  #expire() {
    this.#timer = null;
    for (const pending of this.#pending) {
      const leftMs = pending.atMs - performance.now();
      if (leftMs > 0) return this.#arm(leftMs);
      this.#pending.delete(pending);
      pending.callback();
    }
  }
};
var lines = /* @__PURE__ */ new Map();
var systemClock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, callback) {
    const line = lines.get(delayMs) ?? new TimerQueue(delayMs);
    lines.set(delayMs, line);
    return line.add(delayMs, callback);
  }
};

function canonicalJson(value) {
  if (isPrintedAsIs(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = value;
  let text2 = "{";
  for (const name of Object.keys(object).sort()) {
    const comma = text2.length === 1 ? "" : ",";
    text2 += `${comma}${JSON.stringify(name)}:${canonicalJson(object[name] ?? null)}`;
  }
  return `${text2}}`;
}
function isPrintedAsIs(value) {
  if (!isObject(value) || Array.isArray(value)) return isFlat(value);
  const object = value;
  let last = "";
  for (const name of Object.keys(object)) {
    if (name < last || !isFlat(object[name] ?? null)) return false;
    last = name;
  }
  return true;
}
function isFlat(value) {
  return Array.isArray(value) ? !value.some(isObject) : !isObject(value);
}
function isObject(value) {
  return typeof value === "object" && value !== null;
}

var INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
function visible(text2, kept = "") {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text2.replaceAll(INVISIBLE, (found) => kept.includes(found) ? found : found.split("").map(escaped).join(""));
}

var SENTENCE_MAX = 1e3;
function onOneLine({ step, outcome, text: text2 }) {
  const cut = text2.length > SENTENCE_MAX ? `${text2.slice(0, SENTENCE_MAX)}\u2026` : text2;
  return {
    step,
    outcome,
    text: visible(cut)
  };
}
var Wrong = class extends Error {
  name = "Wrong";
};
var Skipped = class extends Error {
  name = "Skipped";
};
function expectSame(name, claimed, found) {
  const difference = firstDifference(name, claimed, found);
  if (difference !== null) throw new Wrong(difference);
}
function firstDifference(name, claimed, found) {
  if (claimed === found) return null;
  if (isObject2(claimed) && isObject2(found) && Array.isArray(claimed) === Array.isArray(found)) {
    const names = /* @__PURE__ */ new Set([
      ...Object.keys(claimed),
      ...Object.keys(found)
    ]);
    for (const member of names) {
      const difference = firstDifference(`${name}/${member}`, claimed[member], found[member]);
      if (difference !== null) return difference;
    }
    return null;
  }
  return `${name} is ${shown(claimed)}, recomputed ${shown(found)}`;
}
var SHOWN_MAX = 200;
function shown(value) {
  if (value === void 0) return "absent";
  const text2 = typeof value === "number" ? String(value) : canonicalJson(value);
  return text2.length > SHOWN_MAX ? `${text2.slice(0, SHOWN_MAX)}\u2026` : text2;
}
function isObject2(value) {
  return typeof value === "object" && value !== null;
}

var Members = class _Members {
  #name;
  #value;
  /** @throws {Wrong} when the value is not an object */
  constructor(name, value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Wrong(`${name} is not an object`);
    }
    this.#name = name;
    this.#value = value;
  }
  /** Returns whether there is a member of this name. */
  has(member) {
    return Object.hasOwn(this.#value, member);
  }
  /** Returns the object as it is. */
  get raw() {
    return this.#value;
  }
  any(member) {
    if (!this.has(member)) throw new Wrong(`${this.#name}/${member} is missing`);
    return this.#value[member];
  }
  text(member) {
    const value = this.any(member);
    if (typeof value !== "string") throw new Wrong(`${this.#name}/${member} is not a text`);
    return value;
  }
  textOrNull(member) {
    return this.any(member) === null ? null : this.text(member);
  }
  whole(member) {
    const value = this.any(member);
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new Wrong(`${this.#name}/${member} is not a whole number`);
    }
    return value;
  }
  object(member) {
    return new _Members(`${this.#name}/${member}`, this.any(member));
  }
  list(member) {
    return listOf(`${this.#name}/${member}`, this.any(member));
  }
  /** Returns bytes that are written in hexadecimal digits. */
  hex(member, length) {
    const text2 = this.text(member);
    if (!/^[0-9a-f]*$/.test(text2) || text2.length !== 2 * length) {
      throw new Wrong(`${this.#name}/${member} is not ${2 * length} hexadecimal digits`);
    }
    return Uint8Array.fromHex(text2);
  }
};
function listOf(name, value) {
  if (!Array.isArray(value)) throw new Wrong(`${name} is not a list`);
  return value;
}
function parsed(name, bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", {
      fatal: true
    }).decode(bytes));
  } catch {
    throw new Wrong(`${name} is not JSON`);
  }
}

var encoder = new TextEncoder();
async function sha256(content) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
async function sha256Hex(content) {
  return (await sha256(content)).toHex();
}

var ALGORITHM = "Ed25519";
var EXTRACTABLE = false;
var KEY_ID_LENGTH = 16;
var STRICT = {
  lastChunkHandling: "strict"
};
async function keyIdOf(publicKey) {
  return (await sha256Hex(publicKey)).slice(0, KEY_ID_LENGTH);
}
async function isSigned({ payload, keyId, signature }, { publicKey }) {
  const bytes = Uint8Array.fromBase64(publicKey, STRICT);
  if (await keyIdOf(bytes) !== keyId) return false;
  const key = await crypto.subtle.importKey("raw", bytes, ALGORITHM, EXTRACTABLE, [
    "verify"
  ]);
  const signed = new TextEncoder().encode(payload);
  return await crypto.subtle.verify(ALGORITHM, key, Uint8Array.fromBase64(signature, STRICT), signed);
}

async function readKeys(bytes) {
  const list = listOf("keys.json", parsed("keys.json", bytes));
  return await Promise.all(list.map(async (value, at) => {
    const members = new Members(`keys.json/${at}`, value);
    const key = {
      keyId: members.text("keyId"),
      publicKey: members.text("publicKey"),
      from: members.text("from"),
      until: members.textOrNull("until")
    };
    const found = await idOf(key.publicKey);
    if (found !== key.keyId) {
      throw new Wrong(`keys.json/${at}/keyId is ${key.keyId}, its publicKey has ${found}`);
    }
    return key;
  }));
}
async function keysOf(files) {
  const bytes = await files.read("keys.json");
  return bytes === null ? null : await readKeys(bytes);
}
function readPayload({ payload }) {
  return new Members("payload", parsed("the payload", encoder2.encode(payload)));
}
async function checkSignature(receipt, keys) {
  const key = keys.find(({ keyId }) => keyId === receipt.keyId);
  if (key === void 0) {
    const known = keys.map(({ keyId }) => keyId).join(", ");
    throw new Wrong(`the receipt is signed by key ${receipt.keyId}, the arena has ${known || "none"}`);
  }
  if (!await isSignedSafely(receipt, key)) {
    throw new Wrong(`the signature is not one of key ${key.keyId} over this payload`);
  }
  const payload = readPayload(receipt);
  const [issuer, issuedAt] = [
    payload.text("issuer"),
    payload.text("issuedAt")
  ];
  const [from, until] = [
    key.from,
    key.until ?? "now"
  ];
  const isInTime = key.from <= issuedAt && (key.until === null || issuedAt < key.until);
  const by = issuer === "" ? "an arena without an address" : issuer;
  return {
    key,
    isInTime,
    text: isInTime ? `key ${key.keyId} of ${by} signed this at ${issuedAt}` : `the receipt was issued at ${issuedAt}, its key ${key.keyId} is valid from ${from} to ${until}`
  };
}
var encoder2 = new TextEncoder();
async function isSignedSafely(receipt, key) {
  try {
    return await isSigned(receipt, key);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "NotSupportedError") {
      throw new Wrong("this browser cannot verify Ed25519 signatures, use another one");
    }
    return false;
  }
}
async function idOf(publicKey) {
  try {
    return await keyIdOf(Uint8Array.fromBase64(publicKey));
  } catch {
    return "none";
  }
}

function readSubject(bytes) {
  const whole = new Members("the file", parsed("the file", bytes));
  for (const holder of [
    whole,
    ...answerOf(whole)
  ]) {
    if (holder.has("payload")) return {
      kind: "receipt",
      receipt: readReceipt(holder)
    };
    if (holder.has("receipt") && !holder.has("results")) {
      if (holder.any("receipt") === null) {
        throw new Wrong("the file has no receipt: the arena that made it signs nothing");
      }
      return {
        kind: "receipt",
        receipt: readReceipt(holder.object("receipt"))
      };
    }
  }
  if (whole.has("seasonId") && whole.has("results")) return {
    kind: "season",
    season: whole
  };
  throw new Wrong("the file has no receipt: it must be a receipt, an answer with one, or a season.json");
}
function readReceipt(members) {
  return {
    payload: members.text("payload"),
    keyId: members.text("keyId"),
    signature: members.text("signature")
  };
}
function answerOf(whole) {
  const value = whole.has("data") ? whole.any("data") : null;
  return typeof value === "object" && value !== null ? [
    whole.object("data")
  ] : [];
}
function issuerOf(bytes) {
  try {
    const subject = readSubject(bytes);
    const receipt = subject.kind === "receipt" ? subject.receipt : readReceipt(new Members("result", subject.season.list("results")[0]).object("receipt"));
    return new Members("payload", JSON.parse(receipt.payload)).text("issuer");
  } catch {
    return null;
  }
}

var EMPTY_HEAD = new Uint8Array(32);
async function leafOf(record) {
  return await sha256(canonicalJson(record));
}
async function nextHead(head, leaf) {
  return await sha256(joinBytes(head, leaf));
}
async function headOf(leaves) {
  let head = EMPTY_HEAD;
  for (const leaf of leaves) head = await nextHead(head, leaf);
  return head;
}
function joinBytes(...parts) {
  const encoder6 = new TextEncoder();
  const encoded = parts.map((part) => typeof part === "string" ? encoder6.encode(part) : part);
  const joined = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

async function resolvedCandidateHash(candidate) {
  const capital = canonicalCapital(String(candidate["capital"]));
  return await sha256Hex(canonicalJson({
    ...candidate,
    capital
  }));
}
function canonicalCapital(capital) {
  return capital.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

function seriesText({ verdict: { series } }) {
  return canonicalJson(series);
}
function evaluationStatement(evaluation, { issuer, issuedAt, keyTag, seriesHash }) {
  const { candidate, evidence, score, benchmarkUtility, eligibility } = evaluation;
  const { series: _, trials, ...verdict } = evaluation.verdict;
  const statement = {
    kind: "arena-evaluation-1",
    issuer,
    issuedAt,
    candidate,
    candidateHash: evidence.candidateHash,
    evidence,
    score,
    utility: evaluation.scenarioResult.utilityScore,
    benchmarkUtility,
    capitalScore: evaluation.capitalScore.capitalScore,
    eligible: eligibility.eligible,
    gates: eligibility.gates.filter(({ passed }) => !passed).map(({ gate }) => gate),
    verdict,
    seriesHash,
    trials,
    keyTag
  };
  return statement;
}

var VERSIONS = [
  "policyVersion",
  "formulaVersion",
  "catalogueHash"
];
async function checkEvaluation(payload, engine) {
  const candidate = payload.object("candidate").raw;
  expectSame("candidateHash", payload.text("candidateHash"), await resolvedCandidateHash(candidate));
  const evidence = payload.object("evidence");
  await checkVersions(evidence, engine);
  const evaluated = await engine.evaluate(candidate, payload.any("trials"));
  if ("refused" in evaluated) {
    throw new Wrong(`the engine refuses the candidate: ${evaluated.refused}`);
  }
  const { engineVersion: _, ...claimed } = evidence.raw;
  const { engineVersion: __, ...found } = evaluated.evidence;
  expectSame("evidence", claimed, found);
  const recomputed = evaluationStatement(evaluated, {
    issuer: payload.text("issuer"),
    issuedAt: payload.text("issuedAt"),
    keyTag: payload.text("keyTag"),
    seriesHash: await sha256Hex(seriesText(evaluated))
  });
  expectSame("payload", {
    ...payload.raw,
    evidence: found
  }, {
    ...recomputed,
    evidence: found
  });
  return `the candidate was run again: evidence and all figures are equal to the bit, score ${payload.any("score")}`;
}
async function checkVersions(claimed, engine) {
  const own = await engine.versions();
  for (const name of VERSIONS) {
    const value = claimed.any(name);
    if (value === own[name]) continue;
    throw new Wrong(`${name} is ${value}, this program has ${own[name]}: verify with the program of engine ${claimed.text("engineVersion")}`);
  }
}

async function isVouchedFor(record, previous) {
  const { signature, ...statement } = record;
  const payload = canonicalJson(statement);
  const receipt = {
    payload,
    keyId: record.previous ?? "",
    signature: signature ?? ""
  };
  return await isSigned(receipt, previous);
}

async function readLog(files) {
  const top = new Members("log.json", parsed("log.json", await need(files, "log.json")));
  const rows = [];
  let head = EMPTY_HEAD;
  for (const [at, path] of top.list("files").entries()) {
    const name = `log-${at + 1}.json`;
    if (path !== name) throw new Wrong(`log.json/files/${at} is ${path}, must be ${name}`);
    const list = listOf(name, parsed(name, await need(files, name)));
    for (const value of list) {
      const index = rows.length + 1;
      const row = new Members(`record ${index} of the log`, value);
      const leaf = row.hex("leaf", 32);
      const record = row.any("record");
      if (record !== null) {
        const found = (await leafOf(record)).toHex();
        expectSame(`the leaf of record ${index} of the log`, leaf.toHex(), found);
      }
      head = await nextHead(head, leaf);
      rows.push({
        index,
        leaf,
        head: head.toHex(),
        record: record === null ? null : row.object("record")
      });
    }
  }
  expectSame("log.json/index", top.whole("index"), rows.length);
  expectSame("log.json/head", top.text("head"), head.toHex());
  return rows;
}
function checkPlace(rows, place, leaf) {
  const row = rows[place.index - 1];
  if (row === void 0) {
    throw new Wrong(`the receipt is of record ${place.index}, the log has ${rows.length}`);
  }
  expectSame(`the leaf of record ${place.index}`, leaf, row.leaf.toHex());
  checkHead(rows, place, "the receipt");
}
function checkHead(rows, { index, head }, whose) {
  const found = index === 0 ? EMPTY_HEAD.toHex() : rows[index - 1]?.head;
  if (found === void 0) {
    throw new Wrong(`${whose} has the head of record ${index}, the log has ${rows.length} records`);
  }
  expectSame(`the head after record ${index} in ${whose}`, head, found);
}
async function checkKeys(rows, key) {
  let previous = null;
  let isThere = false;
  for (const { index, record } of rows) {
    if (record === null || record.any("kind") !== "key") continue;
    const found = {
      kind: "key",
      keyId: record.text("keyId"),
      publicKey: record.text("publicKey"),
      from: record.text("from"),
      previous: record.textOrNull("previous"),
      signature: record.textOrNull("signature")
    };
    expectSame(`the key before record ${index}`, found.previous, previous?.keyId ?? null);
    if (previous !== null && !await isVouched(found, previous)) {
      throw new Wrong(`record ${index}: key ${found.keyId} is not signed by ${previous.keyId}`);
    }
    if (found.keyId === key.keyId) {
      expectSame(`the public key ${key.keyId}`, key.publicKey, found.publicKey);
      expectSame(`the beginning of key ${key.keyId}`, key.from, found.from);
      isThere = true;
    }
    previous = found;
  }
  if (!isThere) throw new Wrong(`key ${key.keyId} of keys.json is in no record of the log`);
}
async function isVouched(record, previous) {
  try {
    return await isVouchedFor(record, previous);
  } catch {
    return false;
  }
}
function recordOf(rows, kind, seasonId, board) {
  const found = rows.filter(({ record }) => record !== null && record.any("kind") === kind && record.text("seasonId") === seasonId && (board === void 0 || record.text("board") === board));
  const what = `"${kind}" of ${board === void 0 ? seasonId : `${seasonId}, ${board}`}`;
  const [row] = found;
  if (found.length !== 1 || row === void 0 || row.record === null) {
    throw new Wrong(`the log has ${found.length} records ${what}, must have 1`);
  }
  return {
    ...row,
    record: row.record
  };
}
async function need(files, path) {
  const bytes = await files.read(path);
  if (bytes === null) throw new Skipped(`${path} is not in ${files.place}`);
  return bytes;
}
function without(record, ...names) {
  const rest = Object.entries(record.raw).filter(([name]) => !names.includes(name));
  return canonicalJson(Object.fromEntries(rest));
}

var HEAD = 4;
var ROW = 11;
function readRanks(numbers) {
  const count = (numbers.length - HEAD) / (ROW + 1);
  if (!Number.isInteger(count) || count < 2) throw new Error("the matrix has no ranks");
  const [kept = NaN, level = NaN, bar = NaN, isIdle] = numbers;
  return {
    kept,
    level: Number.isNaN(level) ? null : level,
    bar: Number.isNaN(bar) ? null : bar,
    line: isIdle === 1 ? "idle" : "hold",
    rows: Array.from({
      length: count
    }, (_, at) => readRow(numbers.subarray(HEAD + at * ROW))),
    order: [
      ...numbers.subarray(HEAD + count * ROW)
    ]
  };
}
function readRow(numbers) {
  const [meanUtility = NaN, edge = NaN, edgeStandardError = NaN, score = NaN, rank = NaN, first = NaN, last = NaN, beatsLines, leader, sameAs = -1, like = -1] = numbers;
  return {
    meanUtility,
    edge,
    edgeStandardError,
    score,
    rank,
    rankInterval: [
      first,
      last
    ],
    beatsLines: beatsLines === 1,
    leader: leader === 1,
    sameAs: sameAs < 0 ? null : sameAs,
    like: like < 0 ? null : like
  };
}

var LITTLE_ENDIAN = true;
var FIRST_ROWS = 200;
var LINES = [
  "hold",
  "idle"
];
var NO_FIGURES = {
  meanUtility: null,
  score: null,
  edge: null,
  edgeStandardError: null,
  rank: null,
  rankInterval: null,
  beatsLines: false,
  leader: false,
  sameAs: null,
  like: null
};
async function boardOf(parts, rank) {
  const { season: { seasonId, paths, versions }, board, datasetHash, entries, failures } = parts;
  const scored = entries.filter(({ number }) => !failures.has(number));
  const ranks = readRanks(await rank(parts.matrix, paths));
  const matrix = littleEndian(parts.matrix);
  const [hold, idle] = ranks.rows.slice(scored.length);
  if (hold === void 0 || idle === void 0 || ranks.rows.length !== scored.length + 2) {
    throw new Error(`the matrix has ${ranks.rows.length} rows for ${scored.length} entries`);
  }
  const own = ranks.rows.slice(0, scored.length);
  const leaders = own.filter(({ leader, sameAs }) => leader && sameAs === null);
  const head = {
    seasonId,
    board,
    paths,
    entries: entries.length,
    failed: entries.length - scored.length,
    numbers: scored.map(({ number }) => number),
    kept: ranks.kept,
    bar: ranks.bar,
    level: ranks.level,
    line: ranks.line,
    holdUtility: hold.meanUtility,
    idleUtility: idle.meanUtility,
    leaders: leaders.filter(({ like }) => like === null).length,
    leadersAlike: leaders.filter(({ like }) => like !== null).length,
    bestEdge: own.length === 0 ? null : Math.max(...own.map(({ edge }) => edge)),
    matrixHash: await sha256Hex(matrix),
    datasetHash,
    versions
  };
  const rows = [
    ...ranks.order.map((at) => rowOf(at, scored, ranks)),
    ...entries.flatMap((entry) => failedRow(entry, failures.get(entry.number)))
  ];
  const boardHash = await sha256Hex(boardText(canonicalJson(head), rows));
  return {
    head,
    rows,
    matrix,
    boardHash
  };
}
function boardText(head, rows) {
  return `{"head":${head},"rows":${canonicalJson(asJson(rows.slice(0, FIRST_ROWS)))}}`;
}
function asJson(rows) {
  return rows;
}
function rowOf(at, scored, { rows }) {
  const ranked = rows[at];
  if (ranked === void 0) throw new Error(`the ranks have no row ${at}`);
  const { rankInterval: [first, last], sameAs, like, ...figures } = ranked;
  const nameOf = (row) => {
    return scored[row]?.number ?? LINES[row - scored.length] ?? "hold";
  };
  return {
    ...identityOf(scored[at], LINES[at - scored.length]),
    ...figures,
    rankInterval: [
      first,
      last
    ],
    sameAs: sameAs === null ? null : nameOf(sameAs),
    like: like === null ? null : scored[like]?.number ?? null,
    state: "scored",
    failure: null
  };
}
function failedRow(entry, failure) {
  if (failure === void 0) return [];
  return [
    {
      ...identityOf(entry, void 0),
      ...NO_FIGURES,
      state: "failed",
      failure
    }
  ];
}
function identityOf(entry, line) {
  if (entry === void 0) {
    const none = {
      number: null,
      keyTag: null,
      candidate: null,
      candidateHash: null
    };
    return line === void 0 ? none : {
      ...none,
      line
    };
  }
  const { number, keyTag, candidate, candidateHash } = entry;
  return {
    number,
    keyTag,
    candidate,
    candidateHash
  };
}
function littleEndian(numbers) {
  const bytes = new Uint8Array(8 * numbers.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, at) => view.setFloat64(8 * at, number, LITTLE_ENDIAN));
  return bytes;
}

var ROWS_OF_FILE = 1e3;
async function readRows(files, folder, count) {
  const rows = [];
  for (let file = 1; (file - 1) * ROWS_OF_FILE < count; file++) {
    const path = `${folder}-rows-${file}.json`;
    const whole = new Members(path, parsed(path, await need(files, path)));
    for (const value of whole.list("rows")) {
      const members = new Members(`${path}, row ${rows.length + 1}`, value);
      const number = members.any("number") === null ? null : members.whole("number");
      rows.push({
        members,
        number,
        candidate: number === null ? null : members.object("candidate").raw,
        isFailed: members.text("state") === "failed"
      });
    }
  }
  expectSame(`the number of rows of ${folder}`, count, rows.length);
  return rows;
}
async function checkRows(rows, entries, { marketId, timeframe, capital }) {
  const seen = /* @__PURE__ */ new Set();
  for (const { members, number, candidate } of rows) {
    if (number === null || candidate === null) continue;
    const entry = entries[number - 1];
    if (entry === void 0) throw new Wrong(`entry ${number} of the board is not in the log`);
    if (seen.has(number)) throw new Wrong(`entry ${number} is on the board twice`);
    seen.add(number);
    const found = await resolvedCandidateHash(candidate);
    expectSame(`the candidateHash of entry ${number}`, found, entry.candidateHash);
    expectSame(`the candidateHash of row ${number}`, members.text("candidateHash"), found);
    expectSame(`the keyTag of entry ${number}`, members.text("keyTag"), entry.keyTag);
    if (marketId !== null) {
      expectSame(`the market of entry ${number}`, candidate["marketId"], marketId);
    }
    expectSame(`the timeframe of entry ${number}`, candidate["timeframe"], timeframe);
    expectSame(`the capital of entry ${number}`, Number(candidate["capital"]), Number(capital));
  }
}
function checkComplete(boards, entries) {
  const count = /* @__PURE__ */ new Map();
  for (const { number } of boards.flat()) {
    if (number !== null) count.set(number, (count.get(number) ?? 0) + 1);
  }
  for (const { number } of entries) {
    const times = count.get(number) ?? 0;
    if (times !== 1) {
      throw new Wrong(`entry ${number} of the log stands on ${times} boards, must on 1`);
    }
  }
}
function readBoard(path, bytes) {
  const whole = new Members(path, parsed(path, bytes));
  return {
    head: whole.object("head"),
    first: listOf(`${path}/rows`, whole.any("rows"))
  };
}

var LITTLE_ENDIAN2 = true;
var PATHS_OF_BLOCK = 32;
function readMatrix(bytes, rows, paths) {
  if (bytes.length !== 8 * rows * paths) {
    throw new Wrong(`the matrix has ${bytes.length} bytes, ${rows} rows of ${paths} paths have ${8 * rows * paths}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float64Array.from({
    length: rows * paths
  }, (_, at) => view.getFloat64(8 * at, LITTLE_ENDIAN2));
}
function sampleOf(rows, sample, random) {
  let row = 0;
  const all = rows.flatMap(({ number, candidate, isFailed, members }) => number === null || candidate === null ? [] : [
    {
      number,
      candidate,
      isFailed,
      members
    }
  ]).toSorted((one, other) => one.number - other.number).map(({ number, candidate, isFailed, members }) => ({
    number,
    candidate,
    row: isFailed ? null : row++,
    failedOn: isFailed ? members.object("failure").whole("path") : null
  }));
  if (sample === null || sample >= all.length) return all;
  for (let at = 0; at < sample; at++) {
    const other = at + Math.floor(random() * (all.length - at));
    const [one, two] = [
      all[at],
      all[other]
    ];
    if (one !== void 0 && two !== void 0) [all[at], all[other]] = [
      two,
      one
    ];
  }
  return all.slice(0, sample).toSorted((one, other) => one.number - other.number);
}
async function checkMatrix(matrix, rows, { picked, order, engine, progress }) {
  const paths = order.seeds.length;
  const scored = rows.filter(({ number, isFailed }) => number !== null && !isFailed).length;
  const lines2 = [
    "hold",
    "idle"
  ].map((name, at) => ({
    name,
    row: scored + at,
    failedOn: null
  }));
  const runs = [
    ...picked.map(({ number, row, failedOn }) => ({
      name: `entry ${number}`,
      row,
      failedOn
    })),
    ...lines2
  ];
  const candidates = picked.map(({ candidate }) => candidate);
  for (let from = 0; from < paths; from += PATHS_OF_BLOCK) {
    const seeds = order.seeds.slice(from, from + PATHS_OF_BLOCK);
    const found = await engine.pathUtilities({
      ...order,
      candidates,
      seeds
    });
    if (found.length !== runs.length * seeds.length) {
      throw new Wrong("the engine refuses a candidate of the board, or its market");
    }
    runs.forEach(({ name, row, failedOn }, run) => {
      for (let column = 0; column < seeds.length; column++) {
        const [path, utility] = [
          from + column,
          found[run * seeds.length + column] ?? NaN
        ];
        if (row === null) checkFailure(name, path + 1, utility, failedOn ?? 0);
        else checkUtility(name, path + 1, matrix[row * paths + path] ?? NaN, utility);
      }
    });
    progress(from + seeds.length);
  }
}
function checkUtility(name, path, claimed, found) {
  if (Object.is(claimed, found) || Object.is(claimed + 0, found + 0)) return;
  throw new Wrong(`the utility of ${name} on path ${path} is ${claimed}, recomputed ${found}`);
}
function checkFailure(name, path, utility, failedOn) {
  if (path > failedOn || Number.isFinite(utility) === path < failedOn) return;
  throw new Wrong(`${name} is said to fail first on path ${failedOn}, recomputed ${utility} on path ${path}`);
}

async function* checkBoard(payload, ofLog, parts) {
  const { engine, sample } = parts;
  const [board, capital] = [
    payload.text("board"),
    payload.text("capital")
  ];
  await checkVersions(payload.object("versions"), engine);
  const { marketKey, timeframe } = splitBoard(board);
  const files = await readFiles(payload, parts.files);
  yield holds(`matrix and board of ${board} have their hashes`);
  const market = await engine.market(marketKey, timeframe);
  if (market === null) throw new Wrong(`this program has no market ${board}`);
  const { generatorVersion } = market;
  expectSame("generatorVersion", payload.object("versions").any("generatorVersion"), generatorVersion);
  expectSame("head/datasetHash", files.head.text("datasetHash"), market.datasetHash);
  const { marketId } = market;
  await checkRows(files.rows, ofLog.entries, {
    marketId,
    timeframe,
    capital
  });
  yield* checkOthers(payload, ofLog, files.rows, parts.files);
  const picked = sampleOf(files.rows, sample, () => parts.random());
  await checkMatrix(files.matrix, files.rows, {
    picked,
    order: {
      marketKey,
      timeframe,
      capital: Number(capital),
      seeds: ofLog.seeds
    },
    engine,
    progress: (done) => parts.progress?.(done, ofLog.seeds.length)
  });
  const all = picked.length === entriesOf(files.rows).length;
  yield holds(`${all ? `all ${picked.length}` : `${picked.length} random`} entries of ${board}, hold and idle were run again on ${ofLog.seeds.length} paths: equal to the bit`);
  await checkRanks(payload, files, engine);
  yield holds(`ranks, intervals and leaders of ${board} follow from its matrix`);
}
async function readFiles(payload, files) {
  const [board, paths] = [
    payload.text("board"),
    payload.whole("paths")
  ];
  const folder = `${payload.text("seasonId")}/${board}`;
  const bytes = await need(files, `${folder}.json`);
  expectSame("boardHash", payload.text("boardHash"), await sha256Hex(bytes));
  const { head, first } = readBoard(`${folder}.json`, bytes);
  const matrix = await need(files, `${folder}.f64`);
  expectSame("matrixHash", payload.text("matrixHash"), await sha256Hex(matrix));
  const rows = await readRows(files, folder, head.whole("entries") + 2);
  const numbers = entriesOf(rows).filter(({ isFailed }) => !isFailed).map(({ number }) => number);
  expectSame("head/numbers", head.list("numbers"), numbers);
  return {
    head,
    first,
    rows,
    matrix: readMatrix(matrix, numbers.length + 2, paths)
  };
}
async function* checkOthers(payload, { entries }, own, files) {
  const seasonId = payload.text("seasonId");
  const others = payload.list("boards").filter((name) => name !== payload.text("board"));
  try {
    const boards = [
      own
    ];
    for (const name of others) {
      const folder = `${seasonId}/${name}`;
      const { head } = readBoard(`${folder}.json`, await need(files, `${folder}.json`));
      boards.push(await readRows(files, folder, head.whole("entries") + 2));
    }
    checkComplete(boards, entries);
    yield holds(`each of the ${entries.length} entries of the log stands on one board`);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    const text2 = `whether an entry of the log stands on no board: ${error.message}`;
    yield {
      step: "season",
      outcome: "skipped",
      text: text2
    };
  }
}
async function checkRanks(payload, { head, first, rows, matrix }, engine) {
  const paths = payload.whole("paths");
  const places = await engine.seasonRanks(matrix, paths);
  const entries = entriesOf(rows).map(({ members, number, candidate }) => ({
    number,
    keyTag: members.text("keyTag"),
    candidate,
    candidateHash: members.text("candidateHash")
  }));
  const failures = new Map(entriesOf(rows).filter(({ isFailed }) => isFailed).map(({ members, number }) => {
    return [
      number,
      members.object("failure").raw
    ];
  }));
  const board = await boardOf({
    season: {
      seasonId: payload.text("seasonId"),
      paths,
      versions: payload.any("versions")
    },
    board: payload.text("board"),
    datasetHash: head.text("datasetHash"),
    entries,
    failures,
    matrix
  }, () => places);
  expectSame("head", head.raw, board.head);
  board.rows.forEach((row, at) => {
    expectSame(`row ${at + 1} of the board`, rows[at]?.members.raw, row);
  });
  first.forEach((row, at) => expectSame(`first row ${at + 1} of the board`, row, board.rows[at]));
  expectSame("boardHash", payload.text("boardHash"), board.boardHash);
}
function entriesOf(rows) {
  return rows.filter((row) => row.number !== null).toSorted((one, other) => one.number - other.number);
}
function splitBoard(board) {
  const [, marketKey, timeframe] = /^(.+)-(hourly|daily)$/.exec(board) ?? [];
  if (marketKey === void 0) {
    throw new Wrong(`board is ${board}, must be a market and a timeframe`);
  }
  return {
    marketKey,
    timeframe: timeframe === "hourly" ? "hourly" : "daily"
  };
}
function holds(text2) {
  return {
    step: "season",
    outcome: "holds",
    text: text2
  };
}

async function secretHashOf(secret) {
  return await sha256Hex(joinBytes("arena-season-secret-1\n", secret));
}
async function seasonSeedOf({ secret, entriesRoot, beacon }) {
  const parts = beacon === null ? [
    secret,
    entriesRoot
  ] : [
    secret,
    entriesRoot,
    beacon
  ];
  return await sha256(joinBytes("arena-season-1\n", ...parts));
}
async function pathSeedsOf(seasonSeed, count) {
  const seeds = new BigUint64Array(count);
  for (let path = 1; path <= count; path++) {
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, path);
    const hash = await sha256(joinBytes("arena-season-path-1\n", seasonSeed, number));
    seeds[path - 1] = new DataView(hash.buffer).getBigUint64(0);
  }
  return seeds;
}

var PATHS_MAX = 2048;
var NOT_OF_RECORD = [
  "kind",
  "issuer",
  "issuedAt",
  "board",
  "entriesRoot",
  "secret",
  "beaconValue",
  "matrixHash",
  "boardHash",
  "log"
];
async function checkSeasonLog(payload, rows, head) {
  const [seasonId, board] = [
    payload.text("seasonId"),
    payload.text("board")
  ];
  const season = recordOf(rows, "season", seasonId);
  expectSame("the definition of the season", JSON.parse(without(payload, ...NOT_OF_RECORD)), JSON.parse(without(season.record, "kind")));
  const reveal = recordOf(rows, "reveal", seasonId);
  expectSame("secret", payload.text("secret"), reveal.record.text("secret"));
  const secret = payload.hex("secret", 32);
  expectSame("secretHash", payload.text("secretHash"), await secretHashOf(secret));
  const beacon = await beaconOf(payload, reveal.record);
  const row = recordOf(rows, "result", seasonId, board);
  expectSame("log/index", payload.object("log").whole("index"), row.index);
  for (const name of [
    "matrixHash",
    "boardHash"
  ]) {
    expectSame(name, payload.text(name), row.record.text(name));
  }
  expectSame("issuedAt", payload.text("issuedAt"), row.record.text("at"));
  const entries = entriesOf2(rows, season, reveal);
  const entriesRoot = await headOf(entries.map(({ leaf }) => leaf));
  expectSame("entriesRoot", payload.text("entriesRoot"), entriesRoot.toHex());
  const late = entries.find(({ index }) => head !== null && index > head.index);
  if (late !== void 0) {
    throw new Wrong(`an entry is record ${late.index}, after the noted head of ${head?.index}`);
  }
  const seed = await seasonSeedOf({
    secret,
    entriesRoot,
    beacon
  });
  const paths = payload.whole("paths");
  if (paths < 2 || paths > PATHS_MAX) {
    throw new Wrong(`paths is ${paths}, must be 2 to ${PATHS_MAX}`);
  }
  return {
    entries: entries.map(({ entry }) => entry),
    seeds: await pathSeedsOf(seed, paths)
  };
}
async function beaconOf(payload, reveal) {
  const signature = reveal.textOrNull("beaconSignature");
  const value = payload.textOrNull("beaconValue");
  if (payload.any("beacon") === null) {
    expectSame("beaconValue", value, null);
    return null;
  }
  if (signature === null || !/^([0-9a-f]{2})+$/.test(signature)) {
    throw new Wrong("the season has a beacon, its reveal has no beaconSignature");
  }
  expectSame("beaconValue", value, await sha256Hex(Uint8Array.fromHex(signature)));
  return payload.hex("beaconValue", 32);
}
function entriesOf2(rows, season, reveal) {
  const [seasonId, opensAt, closesAt] = [
    "seasonId",
    "opensAt",
    "closesAt"
  ].map((name) => season.record.text(name));
  const found = [];
  for (const { index, leaf, record } of rows) {
    if (record === null || record.any("kind") !== "entry" || record.text("seasonId") !== seasonId) {
      continue;
    }
    const number = record.whole("number");
    expectSame(`the number of the entry in record ${index}`, number, found.length + 1);
    const acceptedAt = record.text("acceptedAt");
    if (acceptedAt < `${opensAt}` || acceptedAt >= `${closesAt}`) {
      throw new Wrong(`entry ${number} is of ${acceptedAt}, the season of ${opensAt} to ${closesAt}`);
    }
    if (index > reveal.index) {
      throw new Wrong(`entry ${number} is record ${index}, after the reveal, record ${reveal.index}`);
    }
    found.push({
      index,
      leaf,
      entry: {
        number,
        candidateHash: record.text("candidateHash"),
        keyTag: record.text("keyTag")
      }
    });
  }
  return found;
}
function checkReveal(season, rows) {
  const { record } = recordOf(rows, "reveal", season.text("seasonId"));
  const reveal = season.object("reveal");
  for (const name of [
    "secret",
    "beaconSignature",
    "at"
  ]) {
    expectSame(`reveal/${name}`, reveal.textOrNull(name), record.textOrNull(name));
  }
}
function claimOf(season, result) {
  const reveal = season.object("reveal");
  const { receipt: _, at, ...rest } = result.raw;
  const definition = Object.fromEntries(DEFINITION.map((name) => [
    name,
    season.any(name)
  ]));
  return new Members("season.json", {
    ...definition,
    ...rest,
    issuer: "",
    issuedAt: at,
    entriesRoot: season.any("entriesRoot"),
    secret: reveal.any("secret"),
    beaconValue: reveal.any("beaconValue")
  });
}
var DEFINITION = [
  "seasonId",
  "title",
  "boards",
  "capital",
  "paths",
  "opensAt",
  "closesAt",
  "entriesPerKey",
  "secretHash",
  "beacon",
  "versions"
];

async function* verify(file, parts) {
  let step = "signature";
  try {
    for await (const finding of findings(file, {
      ...parts,
      enter: (entered) => step = entered
    })) yield onOneLine(finding);
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    if (!isSkipped && !(error instanceof Wrong)) throw error;
    yield onOneLine({
      step,
      outcome: isSkipped ? "skipped" : "wrong",
      text: error.message
    });
  }
}
async function* findings(file, parts) {
  const subject = readSubject(file);
  if (subject.kind === "receipt") return yield* ofReceipt(subject.receipt, parts);
  const results = subject.season.list("results");
  if (results.length === 0) throw new Wrong("the season has no scored board yet");
  for (const [at, value] of results.entries()) {
    const scored = new Members(`season.json/results/${at}`, value);
    const claim = claimOf(subject.season, scored);
    const said = {
      claim,
      season: subject.season
    };
    if (scored.any("receipt") === null) {
      const text2 = `${scored.text("board")} has no receipt: the arena signs nothing`;
      yield {
        step: "signature",
        outcome: "skipped",
        text: text2
      };
      yield* ofBoard(claim, null, {
        ...parts,
        said
      });
    } else yield* ofReceipt(readReceipt(scored.object("receipt")), {
      ...parts,
      said
    });
  }
}
async function* ofReceipt(receipt, parts) {
  parts.enter("signature");
  const { files } = parts;
  const list = parts.keys?.list ?? await keysOf(files);
  const place = parts.keys?.place ?? files.place;
  const signed = list === null ? null : await checkSignature(receipt, list);
  const payload = readPayload(receipt);
  const kind = payload.text("kind");
  if (signed === null) {
    const text2 = `the signature: keys.json is not in ${place}`;
    yield {
      step: "signature",
      outcome: "skipped",
      text: text2
    };
  } else {
    if (!signed.isInTime && kind === "arena-evaluation-1") throw new Wrong(signed.text);
    yield {
      step: "signature",
      outcome: "holds",
      text: `${signed.text} (keys of ${place})`
    };
  }
  if (parts.said !== void 0) {
    expectSame("season.json", unsigned(parts.said.claim), unsigned(payload));
  }
  if (kind === "arena-season-1") yield* ofBoard(payload, signed, parts);
  else if (kind === "arena-entry-1") yield* ofEntry(payload, signed, parts);
  else if (kind === "arena-evaluation-1") {
    yield {
      step: "log",
      outcome: "skipped",
      text: "an evaluation is in no log"
    };
    parts.enter("evaluation");
    const text2 = await checkEvaluation(payload, parts.engine);
    yield {
      step: "evaluation",
      outcome: "holds",
      text: text2
    };
  } else throw new Wrong(`the receipt is of kind ${kind}, which this program does not know`);
}
function unsigned(statement) {
  const { kind: _, issuer: __, ...rest } = statement.raw;
  return rest;
}
async function* ofEntry(payload, signed, parts) {
  parts.enter("log");
  const [record, leaf] = [
    payload.object("record"),
    payload.text("leaf")
  ];
  expectSame("leaf", leaf, (await leafOf(record.raw)).toHex());
  yield {
    step: "log",
    outcome: "holds",
    text: `the record of the entry has leaf ${leaf}`
  };
  const rows = await logOf(signed, parts);
  const place = placeOf(payload);
  checkPlace(rows, place, leaf);
  const text2 = `the entry is record ${place.index} of ${rows.length}, the chain has its head`;
  yield {
    step: "log",
    outcome: "holds",
    text: text2
  };
}
async function* ofBoard(payload, signed, parts) {
  parts.enter("log");
  const rows = await logOf(signed, parts);
  const place = placeOf(payload);
  const [seasonId, board] = [
    payload.text("seasonId"),
    payload.text("board")
  ];
  checkPlace(rows, place, recordOf(rows, "result", seasonId, board).leaf.toHex());
  const text2 = `the result of ${board} is record ${place.index} of ${rows.length}`;
  yield {
    step: "log",
    outcome: "holds",
    text: text2
  };
  parts.enter("season");
  if (parts.said !== void 0) checkReveal(parts.said.season, rows);
  const ofLog = await checkSeasonLog(payload, rows, parts.head);
  if (parts.head !== null) {
    const text3 = `the head that you noted after record ${parts.head.index} is in the log, and no entry came after it`;
    yield {
      step: "log",
      outcome: "holds",
      text: text3
    };
  }
  const beacon = payload.any("beacon") === null ? "" : ", the beacon";
  yield {
    step: "season",
    outcome: "holds",
    text: `the secret is the one announced, and with ${ofLog.entries.length} entries${beacon} gives the seeds of ${ofLog.seeds.length} paths`
  };
  yield* checkBoard(payload, ofLog, parts);
}
async function logOf(signed, parts) {
  const rows = await orInTime(signed, () => readLog(parts.files));
  if (signed !== null) await checkKeys(rows, signed.key);
  if (parts.head !== null) checkHead(rows, parts.head, "the noted file");
  return rows;
}
async function orInTime(signed, read) {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Skipped && signed?.isInTime === false) {
      throw new Wrong(`${signed.text}, and ${error.message}`);
    }
    throw error;
  }
}
function placeOf(payload) {
  const log = payload.object("log");
  return {
    index: log.whole("index"),
    head: log.text("head")
  };
}

var BYTES_MAX = 4e8;
var TIMEOUT_MS = 6e4;
var SECOND_MS = 1e3;
var WAITS_MAX_S = 600;
var LATER = /* @__PURE__ */ new Set([
  429,
  503
]);
function downloads({ clock, printError: printError2 }) {
  let leftS = WAITS_MAX_S;
  const download = async (url) => {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    if (response.ok) return await bounded(response);
    await response.body?.cancel();
    const { status } = response;
    if (status === 404) return null;
    const seconds = LATER.has(status) ? retryAfter(response) : null;
    if (seconds === null) throw new Error(`the status is ${status}`);
    if (seconds > leftS) {
      throw new Error(`the status is ${status}, and the server asks to wait ${seconds} s; ${leftS} s are left of the ${WAITS_MAX_S} s that a verification waits`);
    }
    leftS -= seconds;
    printError2(`Waiting ${seconds} s: ${url} has the status ${status}, and asks for it`);
    await new Promise((resolve) => clock.after(seconds * SECOND_MS, resolve));
    return await download(url);
  };
  return async (url) => {
    try {
      return await download(url);
    } catch (cause) {
      throw new StartError(`Cannot read ${url}: ${reasonOf(cause)}`, {
        cause
      });
    }
  };
}
function retryAfter({ headers }) {
  const text2 = headers.get("retry-after") ?? "";
  return /^\d{1,9}$/.test(text2) ? Math.max(1, Number(text2)) : null;
}
function reasonOf(thrown) {
  const { message, cause } = Object(thrown);
  return message === "fetch failed" && cause instanceof Error ? cause.message : messageOf(thrown);
}
async function bounded(response) {
  const parts = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error(`it has more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return await new Blob(parts).bytes();
}

import { readFile as readBytes, stat } from "node:fs/promises";
var OF_EVERY_ARENA = "log.json";
var SEASON = "season.json";
var MISSING = /* @__PURE__ */ new Set([
  "ENOENT",
  "ENOTDIR"
]);
async function findSubject(given, download) {
  const isUrl = /^https?:\/\//.test(given);
  const place = isUrl ? await findUrl(given, download) : await findFile(given);
  if (place !== null) return place;
  throw new StartError(`Cannot verify ${given}: there is no such file`);
}
function filesAt(root, download) {
  return {
    place: root,
    read: (path) => download(`${root}${path}`)
  };
}
function orFrom(files, other) {
  return {
    place: `${files.place} or ${other.place}`,
    read: async (path) => await files.read(path) ?? await other.read(path)
  };
}
async function findUrl(url, download) {
  const address = url.endsWith("/") ? url + SEASON : url;
  const bytes = await download(address);
  if (bytes === null) return null;
  const root = /^(.*\/arena\/)/.exec(address)?.[1] ?? new URL("..", address).href;
  return {
    bytes,
    files: filesAt(root, download)
  };
}
async function findFile(path) {
  const isFolder = await stat(path).then((found) => found.isDirectory(), () => false);
  const file = isFolder ? `${path.replace(/\/+$/, "")}/${SEASON}` : path;
  const bytes = await readFile(file);
  if (bytes === null) return null;
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "./";
  for (const root of [
    folder,
    `${folder}../`
  ]) {
    if (await readFile(root + OF_EVERY_ARENA) !== null) {
      return {
        bytes,
        files: {
          place: root,
          read: (name) => readFile(root + name)
        }
      };
    }
  }
  return {
    bytes,
    files: {
      place: folder,
      read: (name) => readFile(folder + name)
    }
  };
}
async function readFile(path) {
  try {
    return new Uint8Array(await readBytes(path));
  } catch (cause) {
    if (MISSING.has(Object(cause).code)) return null;
    throw new StartError(`Cannot read ${path}: ${messageOf(cause)}`, {
      cause
    });
  }
}

var VERIFY = {
  name: "verify",
  summary: "Verifies a receipt, an answer with a receipt, or a season with all its boards: the signature, the log, the runs and the ranks. The first wrong step is named with both values, and the exit code is 1.",
  operands: "FILE|URL",
  options: {
    offline: {
      type: "boolean",
      help: "Read nothing from the network; what is not in the folder is skipped"
    },
    keys: {
      type: "string",
      value: "FILE",
      help: "Signing keys that you trust; those of the receipt's issuer by default"
    },
    head: {
      type: "string",
      value: "FILE",
      help: "Head of the log that you saved after the close"
    },
    sample: {
      type: "string",
      value: "N",
      help: "Run N random entries of a board again; all by default"
    },
    json: JSON_OPTION
  },
  examples: [
    "verify receipt.json",
    "verify https://arena.example/arena/autumn-1/season.json --sample 20"
  ]
};
var STEP_WIDTH = 10;
async function verifyGiven(given, values, { openEngine, print: print2, printError: printError2 }) {
  const sample = readSample(values.sample);
  const head = values.head === void 0 ? null : await readHead(values.head);
  const download = downloads({
    clock: systemClock,
    printError: printError2
  });
  const found = await findSubject(given, download);
  const issuer = issuerOf(found.bytes);
  const isOnline = !values.offline && issuer !== null && isOrigin(issuer);
  const remote = isOnline ? filesAt(`${issuer}/arena/`, download) : null;
  const files = remote === null ? found.files : orFrom(found.files, remote);
  const findings2 = [];
  const parts = {
    files,
    engine: await openEngine(),
    sample,
    random: Math.random,
    keys: await trustedKeys(values, remote, printError2),
    head
  };
  for await (const finding of verify(found.bytes, parts)) {
    findings2.push(finding);
    if (!values.json) print2(toLine(finding));
  }
  if (values.json) print2(JSON.stringify(findings2));
  const last = findings2.at(-1);
  if (last?.outcome === "wrong") {
    throw new StartError(`Cannot verify ${given}: ${last.step}: ${last.text}`);
  }
  if (findings2.every(({ outcome }) => outcome === "skipped")) {
    throw new StartError(`Cannot verify ${given}: every step was skipped`);
  }
}
function isOrigin(issuer) {
  return /^https?:\/\//.test(issuer) && URL.parse(issuer)?.origin === issuer;
}
function toLine({ step, outcome, text: text2 }) {
  return `${outcome.padEnd("skipped".length)}  ${step.padEnd(STEP_WIDTH)} ${text2}`;
}
async function trustedKeys({ keys: path }, remote, printError2) {
  if (path !== void 0) {
    const bytes = await readOption("--keys", path);
    return {
      list: await orStartError(() => readKeys(bytes)),
      place: path
    };
  }
  if (remote === null) return null;
  try {
    const bytes = await remote.read("keys.json");
    return bytes === null ? null : {
      list: await readKeys(bytes),
      place: remote.place
    };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    printError2(`${error.message}; the keys of the folder are taken instead`);
    return null;
  }
}
function readSample(given) {
  if (given === void 0) return null;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new StartError(`Cannot verify: --sample is "${given}", must be a whole number
${usageOf(VERIFY)}`);
}
async function readHead(path) {
  const bytes = await readOption("--head", path);
  return await orStartError(() => {
    const members = new Members(path, parsed(path, bytes));
    return {
      index: members.whole("index"),
      head: members.hex("head", 32).toHex()
    };
  });
}
async function orStartError(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Wrong) throw new StartError(`Cannot verify: ${error.message}`);
    throw error;
  }
}
async function readOption(option, path) {
  try {
    return new Uint8Array(await readFile2(path));
  } catch (cause) {
    throw new StartError(`Cannot read ${option} ${path}: ${messageOf(cause)}`, {
      cause
    });
  }
}

import { Arena, ArenaError } from "./arena.js";

import { existsSync } from "node:fs";
import { readFile as readFile3 } from "node:fs/promises";
import { pathToFileURL } from "node:url";
var OFFICIAL = [
  "datasets/",
  "../datasets/"
].map((path) => new URL(path, import.meta.url));
async function readMarkets(folders) {
  const official = OFFICIAL.find((folder) => existsSync(new URL("manifest.json", folder)));
  const given = folders.map((folder) => pathToFileURL(`${folder}/`));
  const files = [];
  for (const folder of official === void 0 ? given : [
    official,
    ...given
  ]) {
    const manifest = JSON.parse(await readText("manifest.json", folder));
    for (const { file } of manifest.datasets) {
      files.push({
        manifest,
        file,
        csv: await readText(file, folder)
      });
    }
  }
  return files;
}
async function readText(file, folder) {
  try {
    return await readFile3(new URL(file, folder), "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot read the datasets: ${reason}`, {
      cause
    });
  }
}

import { readFile as readFile4 } from "node:fs/promises";
import * as glue from "./arena_engine.js";

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

function entriesOf3({ markets, datasets }) {
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

var OK_HEAD = '{"ok":';
var BRACE = "}".charCodeAt(0);
var encoder3 = new TextEncoder();
function payloadOf(answer) {
  for (let index = 0; index < OK_HEAD.length; index++) {
    if (answer[index] !== OK_HEAD.charCodeAt(index)) return null;
  }
  return answer.subarray(OK_HEAD.length, -1);
}

var decoder = new TextDecoder("utf-8", {
  fatal: true
});
var CALLER_CODES = [
  "MALFORMED_JSON",
  "REQUEST_VALIDATION_FAILED",
  "STRATEGY_MISSING_REQUIRED_FEATURE",
  "SIMULATION_STALE",
  "SIMULATION_MISMATCH"
];
var INTERNAL_CODES = [
  "DATA_DATASET_NOT_FOUND",
  "DATASET_INVALID",
  "INTERNAL_UNEXPECTED"
];
var ENGINE_CODES = [
  ...CALLER_CODES,
  ...INTERNAL_CODES
];
var EngineContractError = class extends Error {
  name = "EngineContractError";
};
function okBytes(answer) {
  const payload = payloadOf(answer);
  if (payload === null) throw toApiError(answer);
  return payload;
}
function okJson(answer) {
  return parse(okBytes(answer));
}
function toApiError(answer) {
  const { error } = Object(parse(answer));
  if (!isEngineError(error)) {
    throw new EngineContractError("Cannot read an engine error: it is off contract", {
      cause: error
    });
  }
  const { code, detail, fieldErrors, context } = error;
  const callerCode = CALLER_CODES.find((known) => known === code);
  if (callerCode) {
    return new ApiError(callerCode, detail, {
      ...fieldErrors && {
        fieldErrors: fieldErrors.map(asPublished)
      },
      ...context && {
        members: context
      }
    });
  }
  const publicCode = code === "DATA_DATASET_NOT_FOUND" ? code : "INTERNAL_UNEXPECTED";
  return new ApiError(publicCode, "Cannot run the engine: the log has the reason", {
    cause: new Error(`${code}: ${detail} ${JSON.stringify(context ?? {})}`)
  });
}
function isEngineError(error) {
  const { code, detail, fieldErrors = [], context = {} } = Object(error);
  return ENGINE_CODES.includes(code) && typeof detail === "string" && Array.isArray(fieldErrors) && fieldErrors.every(isFieldError) && Object(context) === context && !Array.isArray(context);
}
function asPublished({ path, code, message }) {
  return {
    path,
    code,
    message
  };
}
function isFieldError(value) {
  const { path, code, message } = Object(value);
  return [
    path,
    code,
    message
  ].every((text2) => typeof text2 === "string");
}
function parse(bytes) {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new EngineContractError("Cannot read an engine answer: it is not JSON", {
      cause
    });
  }
}

var encoder4 = new TextEncoder();
var LocalVerifyEngine = class {
  #engine;
  #datasets;
  constructor(engine, datasets) {
    this.#engine = engine;
    this.#datasets = datasets;
  }
  versions() {
    return Promise.resolve(okJson(this.#engine.versions()));
  }
  market(marketKey, timeframe) {
    const found = this.#headerOf(marketKey, timeframe);
    if (found?.provenance.kind !== "synthetic") return Promise.resolve(null);
    const { marketId, sha256: datasetHash, provenance: { generatorVersion } } = found;
    return Promise.resolve({
      marketId,
      datasetHash,
      generatorVersion
    });
  }
  async evaluate(candidate, trials) {
    const request = {
      view: "summary",
      simulationId: "verify",
      candidate
    };
    try {
      const payload = okBytes(this.#engine.simulate(encode2(request)).bytes);
      const ledger = {
        count: () => countsOf(trials)
      };
      const answer = okJson(this.#engine.evaluate(encode2({}), payload, ledger));
      return await Promise.resolve(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return {
        refused: `${error.code}, ${error.message}`
      };
    }
  }
  pathUtilities(order) {
    const { marketKey, timeframe, capital, candidates, seeds } = order;
    const marketId = this.#headerOf(marketKey, timeframe)?.marketId;
    if (marketId === void 0) return Promise.resolve(new Float64Array());
    const texts = candidates.map((candidate) => JSON.stringify(candidate));
    const paths = {
      marketId,
      timeframe,
      capital,
      seeds
    };
    return Promise.resolve(this.#engine.pathUtilities(paths, texts));
  }
  seasonRanks(utilities, paths) {
    return Promise.resolve(this.#engine.seasonRanks(utilities, paths));
  }
  #headerOf(marketKey, timeframe) {
    return this.#datasets.map(({ header }) => header).find((header) => header.marketKey === marketKey && header.timeframe === timeframe);
  }
};
function encode2(value) {
  return encoder4.encode(JSON.stringify(value));
}
function countsOf(trials) {
  const { count, counted, searched } = Object(trials);
  return {
    count,
    counted,
    sharpeCount: searched,
    sharpeVariance: null
  };
}

var BARS_PER_DAY = {
  hourly: 24,
  daily: 1
};

var EngineTrap = class extends Error {
  name = "EngineTrap";
};

var [OPEN, CLOSE] = [
  123,
  125
];
var TRIAL = ',"trial":';
var encoder5 = new TextEncoder();
var decoder2 = new TextDecoder();
var WasmEngine = class {
  #glue;
  #arena;
  #memory;
  /**
   * @param glue the generated bindings; one copy of them serves one instance only
   * @param module the compiled `.wasm`
   */
  constructor(glue2, module) {
    this.#glue = glue2;
    this.#memory = glue2.initSync({
      module
    }).memory;
    this.#arena = new glue2.Arena();
  }
  versions() {
    return call(() => this.#glue.engineInfo());
  }
  strategyCatalogue() {
    return call(() => this.#glue.strategyCatalogue());
  }
  familyProfile() {
    return call(() => this.#glue.familyProfile());
  }
  addDataset({ header, columns }) {
    return call(() => this.#arena.addDataset(encoder5.encode(JSON.stringify(header)), columns));
  }
  prepare(marketId, timeframe) {
    call(() => this.#arena.prepare(marketId, BARS_PER_DAY[timeframe]));
  }
  check(candidate) {
    return call(() => this.#arena.check(candidate));
  }
  simulate(request) {
    return withoutTrial(call(() => this.#arena.simulate(request)));
  }
  simulateAdmitted(order, admit) {
    const { candidate, view, simulationId } = order;
    const gate = new WasmGate(admit);
    const answer = call(() => this.#arena.simulateAdmitted(candidate, view, simulationId, gate));
    gate.rethrow();
    return answer.length === 0 ? null : withoutTrial(answer);
  }
  evaluate(request, payload, ledger) {
    const asked = new WasmLedger(ledger);
    const answer = call(() => this.#arena.evaluate(request, payload, asked));
    asked.rethrow();
    return answer;
  }
  scenarioPaths(candidate) {
    return call(() => this.#arena.scenarioPaths(candidate));
  }
  generateDataset(request) {
    return call(() => this.#glue.generateDataset(request));
  }
  generateColumns(request) {
    return call(() => this.#glue.generateColumns(request));
  }
  chartColumns(marketId, timeframe) {
    return call(() => this.#arena.chartColumns(marketId, BARS_PER_DAY[timeframe]));
  }
  runColumns(candidate) {
    return call(() => this.#arena.runColumns(candidate));
  }
  show(candidate) {
    const all = call(() => this.#arena.show(candidate));
    const [count = 0] = all;
    const answer = new Uint8Array(all.buffer, 8 * (1 + count), all.at(-1));
    return {
      answer,
      columns: all.subarray(1, 1 + count)
    };
  }
  sweep(request) {
    return call(() => this.#arena.sweep(request));
  }
  describePlan(request) {
    return call(() => this.#arena.describePlan(request));
  }
  planColumns(request) {
    return call(() => this.#arena.planColumns(request));
  }
  sharpeLuck(excess, { count, variance } = {
    count: 1,
    variance: null
  }) {
    const [sharpe = NaN, deflated = NaN] = call(() => this.#glue.sharpeLuck(excess, count, variance ?? NaN));
    const orNull = (figure) => Number.isNaN(figure) ? null : figure;
    return {
      sharpe: orNull(sharpe),
      deflated: orNull(deflated)
    };
  }
  overfitting(excess) {
    const days = excess[0]?.length ?? 0;
    const all = new Float64Array(days * excess.length);
    excess.forEach((own, at) => all.set(own, at * days));
    const [probability, lossShare, splits, parts] = call(() => this.#glue.overfitting(all, excess.length));
    if (probability === void 0 || lossShare === void 0 || splits === void 0 || parts === void 0) return null;
    return {
      probability,
      splits,
      parts,
      candidates: excess.length,
      lossShare
    };
  }
  requiredEdge(standardError, trials, paths) {
    return call(() => this.#glue.requiredEdge(standardError, trials, paths));
  }
  pathUtilities({ marketId, timeframe, capital, seeds }, candidates) {
    const list = encoder5.encode(`[${candidates.join(",")}]`);
    return call(() => this.#arena.pathUtilities(marketId, BARS_PER_DAY[timeframe], capital, list, seeds));
  }
  pathEdges({ marketId, timeframe }, utilities, paths) {
    return call(() => this.#arena.pathEdges(marketId, BARS_PER_DAY[timeframe], utilities, paths));
  }
  sisterSeeds() {
    return call(() => this.#glue.sisterSeeds());
  }
  seasonRanks(utilities, paths) {
    return call(() => this.#glue.seasonRanks(utilities, paths));
  }
  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }
};
var WasmLedger = class {
  #ledger;
  #failure = null;
  constructor(ledger) {
    this.#ledger = ledger;
  }
  count(candidateHash, datasetHash, ratio) {
    const dailySharpe = Number.isNaN(ratio) ? null : ratio;
    try {
      const { count, counted, sharpeCount, sharpeVariance } = this.#ledger.count({
        candidateHash,
        datasetHash,
        dailySharpe
      });
      return new Float64Array([
        count,
        counted ? 1 : 0,
        sharpeCount,
        sharpeVariance ?? NaN
      ]);
    } catch (thrown) {
      this.#failure = {
        thrown
      };
      return new Float64Array();
    }
  }
  /** Rethrows the exception of the ledger. */
  rethrow() {
    if (this.#failure !== null) throw this.#failure.thrown;
  }
};
var WasmGate = class {
  #admit;
  #failure = null;
  constructor(admit) {
    this.#admit = admit;
  }
  admit(components) {
    try {
      return this.#admit(components);
    } catch (thrown) {
      this.#failure = {
        thrown
      };
      return false;
    }
  }
  /** Rethrows the exception of the gate. */
  rethrow() {
    if (this.#failure !== null) throw this.#failure.thrown;
  }
};
function withoutTrial(bytes) {
  const start = bytes.lastIndexOf(OPEN) - TRIAL.length;
  if (start < 0) return {
    bytes,
    trial: null
  };
  const member = decoder2.decode(bytes.subarray(start, -1));
  if (!member.startsWith(TRIAL)) return {
    bytes,
    trial: null
  };
  const trial = JSON.parse(member.slice(TRIAL.length));
  bytes[start] = CLOSE;
  return {
    bytes: bytes.subarray(0, start + 1),
    trial
  };
}
function call(work) {
  try {
    return work();
  } catch (cause) {
    throw new EngineTrap("Cannot finish an engine call: the engine broke off", {
      cause
    });
  }
}

var WASM = new URL("arena_engine_bg.wasm", import.meta.url);
async function openVerifyEngine(arena, files) {
  const module = await WebAssembly.compile(new Uint8Array(await readFile4(WASM)));
  const engine = new WasmEngine(glue, module);
  const datasets = await Promise.all(files.map((file) => toVerified(arena, file)));
  for (const dataset of datasets) engine.addDataset(dataset);
  return new LocalVerifyEngine(engine, datasets);
}
async function toVerified(arena, { manifest, file, csv }) {
  const entry = entriesOf3(manifest).find((one) => one.file === file);
  const sha2562 = await sha256Hex(csv);
  if (entry?.sha256 !== sha2562) {
    throw new StartError(`Cannot use ${file}: its SHA-256 is ${sha2562}, the manifest says ${entry?.sha256}`);
  }
  arena.addMarket(manifest, file, csv);
  const columns = Object.entries(arena.columns(file) ?? {});
  return toDataset(entry, {
    names: columns.map(([name]) => name),
    rowCount: entry.bars,
    values: Float64Array.from(columns.flatMap(([, values]) => [
      ...values
    ]))
  });
}

var DATASETS = {
  type: "string",
  multiple: true,
  value: "FOLDER",
  help: "More markets, as `datasets import` of the server writes them"
};
var VIEW = {
  type: "string",
  value: "full|summary|trades",
  help: "Which parts of the run to print; summary by default"
};
var JSON_COMMANDS = [
  {
    name: "arena simulate",
    summary: "Runs a candidate: JSON on standard input, the simulation on standard output.",
    options: {
      view: VIEW,
      datasets: DATASETS
    },
    examples: [
      "arena simulate < candidate.json > simulation.json"
    ],
    run: (arena, candidate, view) => arena.simulate(candidate, toView(view))
  },
  {
    name: "arena evaluate",
    summary: "Scores a simulation: its score, and the verdict on fresh paths. Tries are not counted here: every evaluation is judged as a first one.",
    options: {
      datasets: DATASETS
    },
    examples: [
      "arena simulate < candidate.json | arena evaluate"
    ],
    run: (arena, simulation) => arena.evaluate(simulation)
  },
  {
    name: "arena check",
    summary: "Checks a candidate without running it: all its errors, or its hash, its weights and the features that it reads.",
    options: {
      datasets: DATASETS
    },
    examples: [
      "arena check < candidate.json"
    ],
    run: (arena, candidate) => arena.check(candidate)
  },
  {
    name: "arena sweep",
    summary: "Runs a plan of candidates ({base, axes, method}): columns and rows.",
    options: {
      datasets: DATASETS
    },
    examples: [
      "arena sweep < plan.json"
    ],
    run: sweep
  }
];
var VERIFY_COMMAND = {
  ...VERIFY,
  name: "arena verify",
  options: {
    ...VERIFY.options,
    datasets: DATASETS
  },
  examples: VERIFY.examples.map((example) => `arena ${example}`)
};
var COMMANDS = {
  name: "arena",
  summary: "The engine of the strategy arena: runs, scores and verifies without a server.",
  commands: [
    ...JSON_COMMANDS,
    VERIFY_COMMAND
  ]
};
var RANGE = 4096;
async function main([word, ...words]) {
  if (word === "help" && words.length > 0) return await main([
    ...words,
    "--help"
  ]);
  const { name } = pickCommand(COMMANDS, word);
  const command = JSON_COMMANDS.find((one) => one.name === name);
  if (command === void 0) return await verify2(words);
  const { view = "summary", datasets = [] } = readCommand(command, words).values;
  const arena = await Arena.open();
  for (const { manifest, file, csv } of await readMarkets(datasets)) {
    arena.addMarket(manifest, file, csv);
  }
  print(JSON.stringify(command.run(arena, await readInput(), view)));
}
async function readInput() {
  const input = await text(process.stdin);
  try {
    return JSON.parse(input);
  } catch (cause) {
    throw new StartError(`Cannot read standard input: ${messageOf(cause)}`, {
      cause
    });
  }
}
async function verify2(words) {
  const { values, operands: [given = ""] } = readCommand(VERIFY_COMMAND, words);
  const openEngine = async () => await openVerifyEngine(await Arena.open(), await readMarkets(values.datasets ?? []));
  await verifyGiven(given, values, {
    openEngine,
    print,
    printError
  });
}
function toView(given) {
  if (given === "full" || given === "summary" || given === "trades") return given;
  throw new StartError(`Cannot simulate: --view is "${given}", must be full, summary or trades`);
}
function sweep(arena, plan) {
  const { columns, count, statuses } = arena.describePlan(plan);
  const rows = [];
  for (let from = 0; from < count; from += RANGE) {
    const found = arena.plan(plan, {
      from,
      count: Math.min(RANGE, count - from)
    });
    const values = columns.map((name) => found[name] ?? new Float64Array());
    values[0]?.forEach((_, row) => rows.push(values.map((column) => column[row] ?? NaN)));
  }
  return {
    columns,
    statuses,
    rows
  };
}
function print(line) {
  process.stdout.write(`${line}
`);
}
function printError(line) {
  process.stderr.write(`${line}
`);
}
main(process.argv.slice(2)).catch((error) => {
  if (error instanceof HelpRequest) return print(error.message);
  printError(explain(error));
  process.exitCode = 1;
});
function explain(error) {
  if (error instanceof ArenaError) {
    const fields = error.fieldErrors.map(({ path, message }) => `  ${path} ${message}`);
    return [
      `${error.code}: ${error.message}`,
      ...fields
    ].join("\n");
  }
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? `${error.stack}` : String(error);
}
