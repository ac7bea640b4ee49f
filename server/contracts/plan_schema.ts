// This module is browser compatible.

import { z } from "zod";
import { SearchRequestSchema } from "./search.ts";

/** The members of the JSON Schema of a search request. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  /** Unit of a number, or the name of the items of a list. */
  readonly "x-unit"?: string;
}

let known: SchemaNode | null = null;

/** Returns the schema of the request to start a search: the one table of the plan's fields. */
export function requestNode(): SchemaNode {
  return resolved(wholeSchema());
}

/** The document is made when it is first needed: most programs never need it. */
function wholeSchema(): SchemaNode {
  return known ??= z.toJSONSchema(SearchRequestSchema, { io: "input" }) as SchemaNode;
}

/** Returns a node with the definition that it refers to. */
function resolved(node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const { $ref, ...own } = node;
  return { ...wholeSchema().$defs?.[$ref.slice($ref.lastIndexOf("/") + 1)], ...own };
}

/** Returns the member of an object or the items of a list; null if the schema has none. */
export function childNode(node: SchemaNode, step: PropertyKey): SchemaNode | null {
  const child = typeof step === "number" ? node.items : node.properties?.[String(step)];
  return child === undefined ? null : resolved(child);
}

/** Returns the alternatives of a node; a node without any is its own. */
export function listAlternatives(node: SchemaNode): readonly SchemaNode[] {
  return (node.anyOf ?? node.oneOf)?.map(resolved) ?? [node];
}

/** Returns the alternative that a value was probably written for. */
export function branchFor(node: SchemaNode, value: unknown): SchemaNode {
  const [first = node, ...others] = listAlternatives(node);
  if (typeof value !== "object" || value === null || others.length === 0) return first;
  const likeness = ({ properties = {} }: SchemaNode): number =>
    Object.entries(properties).filter(([name, member]) =>
      Object.hasOwn(value, name) &&
      (member.const === undefined || member.const === Reflect.get(value, name))
    ).length;
  return others.reduce((best, one) => likeness(one) > likeness(best) ? one : best, first);
}

/** Returns the allowed values of a node in words, such as "a whole number from 1 to 64". */
export function allowedText(node: SchemaNode): string {
  const { const: only, enum: choices, type, minimum, maximum } = node;
  if (only !== undefined) return String(only);
  if (choices !== undefined) return listText(choices.map(String));
  const branches = listAlternatives(node);
  if (branches.length > 1) return `${branches.map(shapeText).join(", or ")}`;
  if (type === "array") return `an array of ${countText(node)} ${node["x-unit"] ?? "values"}`;
  if (type === "object") return "an object";
  if (type === "string") return "a string";
  if (Array.isArray(type)) return type.map((one) => `a ${one}`).join(" or ");
  const { exclusiveMinimum, exclusiveMaximum } = node;
  const largest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const bounds = [
    ...minimum === undefined
      ? []
      : [largest === undefined ? `of at least ${minimum}` : `from ${minimum}`],
    ...largest === undefined
      ? []
      : [minimum === undefined ? `of at most ${largest}` : `to ${largest}`],
    ...exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`],
    ...exclusiveMaximum === undefined ? [] : [`and below ${exclusiveMaximum}`],
  ];
  return [type === "integer" ? "a whole number" : "a number", ...bounds].join(" ");
}

/** Returns the number of items of a list in words, such as "1 to 16". */
export function countText({ minItems = 0, maxItems }: SchemaNode): string {
  return maxItems === undefined ? `at least ${minItems}` : `${minItems} to ${maxItems}`;
}

/** Returns "one of a, b, c". */
export function listText(allowed: readonly string[]): string {
  return allowed.length === 1 ? allowed[0] ?? "" : `one of ${allowed.join(", ")}`;
}

function shapeText(branch: SchemaNode): string {
  const { properties = {}, required = [] } = branch;
  const kind = Object.entries(properties).find(([, member]) => member.const !== undefined);
  if (kind !== undefined) return `an object of the ${kind[0]} ${String(kind[1].const)}`;
  if (branch.properties === undefined) return allowedText(branch);
  return `an object with ${required.join(", ")}`;
}
