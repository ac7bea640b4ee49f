// This module is browser compatible.

import type { Cell } from "../cells.ts";
import { faultAt, plainText } from "../fault.ts";
import { openCsv } from "./csv_table.ts";
import { JsonPlaces, type Path } from "./json_place.ts";
import type { Row, Table } from "./table.ts";

/** JSON is read as a whole; a larger file is not the history of one market. */
export const JSON_BYTES_MAX = 32 * 1024 * 1024;

/** Members in which sources keep their rows. */
const LISTS = ["results", "data", "rows", "values", "transactions", "markets"];

/** More columns than any source has, and deeper members; bounds memory and recursion. */
const COLUMNS_MAX = 1_000;
const DEPTH_MAX = 8;

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the rows of JSON: an array of objects, at the top or in a member of a known name; columns as
 * arrays of one length; or a text of CSV in such a member.
 *
 * @throws {StartError} that names line and column
 */
export async function openJson(file: string, text: string): Promise<Table> {
  const json = parsed(file, text);
  const found = findRows(json);
  const rootPlace = `${file}, ${new JsonPlaces(text, []).of([])}`;
  if (found === null) {
    throw faultAt(
      rootPlace,
      `there are no rows in it, wanted an array, or one in ${LISTS.join(", ")}`,
    );
  }
  if (typeof found.list === "string") {
    const { body } = new Response(found.list);
    if (body === null) throw faultAt(rootPlace, "its CSV is empty");
    return await openCsv(`${file} /${found.path.join("/")}`, body, { isWhole: true });
  }
  const envelope = isMembers(json) ? Object.keys(json) : [];
  return { ...toTable(file, text, found, found.list), envelope };
}

function toTable(
  file: string,
  text: string,
  { path, isColumns }: Found,
  list: readonly unknown[],
): Table {
  const wrong = list.findIndex((row) => !isMembers(row));
  const places = new JsonPlaces(text, path);
  const locate = (inner: Path): string => `${file}, ${places.of(inner)}`;
  if (wrong >= 0) {
    throw faultAt(locate([wrong]), "it is no object, must be a row with named values");
  }
  const names = [...new Set(list.flatMap((row) => isMembers(row) ? Object.keys(row) : []))];
  if (names.length > COLUMNS_MAX) {
    throw faultAt(locate([]), `it has ${names.length} columns, must have at most ${COLUMNS_MAX}`);
  }
  return {
    file,
    names,
    place: (at, column) => {
      const name = column === undefined ? undefined : names[column];
      return name === undefined
        ? locate([at])
        : `${locate(isColumns ? [name, at] : [at, name])} (${plainText(name)})`;
    },
    rows: list.map((row, at): Row => ({
      at,
      cells: names.map((name) => toCell(isMembers(row) ? row[name] : undefined)),
    })),
  };
}

function toCell(member: unknown): Cell {
  switch (typeof member) {
    case "string":
    case "number":
    case "boolean":
      return member;
    case "object":
      // Not a cell of any quantity; this text appears in the message if a quantity is read from it.
      return member === null ? null : Array.isArray(member) ? "[...]" : "{...}";
    default:
      return undefined;
  }
}

interface Found {
  readonly path: Path;
  readonly list: readonly unknown[] | string;
  /** Whether the JSON has a list per column, which `list` holds as rows. */
  readonly isColumns: boolean;
}

function findRows(json: unknown, depth = 0): Found | null {
  if (Array.isArray(json)) return { path: [], list: json, isColumns: false };
  if (!isMembers(json) || depth > DEPTH_MAX) return null;
  const columns = findColumns(json);
  if (columns !== null) return { path: [], list: columns, isColumns: true };
  for (const name of LISTS) {
    const member = json[name];
    if (Array.isArray(member) || typeof member === "string") {
      return { path: [name], list: member, isColumns: false };
    }
    if (isMembers(member)) {
      const inner = findRows(member, depth + 1);
      if (inner !== null) return { ...inner, path: [name, ...inner.path] };
    }
  }
  return null;
}

/** Turns columns, as `{"timestamp": [...], "impliedApy": [...]}`, into rows. */
function findColumns(json: Members): readonly Members[] | null {
  const times = json["timestamp"] ?? json["time"];
  if (!Array.isArray(times)) return null;
  const columns = Object.entries(json).filter(([, list]) =>
    Array.isArray(list) && list.length === times.length
  );
  return times.map((_, at) =>
    Object.fromEntries(columns.map(([name, list]) => [name, Array.isArray(list) ? list[at] : null]))
  );
}

function isMembers(json: unknown): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "";
    const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    throw faultAt(`${file}, ${new JsonPlaces(text, []).at(offset)}`, "it is not JSON from here on");
  }
}
