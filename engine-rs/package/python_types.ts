import { z } from "zod";
import {
  FamilySchema,
  FamilySummarySchema,
  MarketSchema,
  StrategyParametersSchema,
  StrategySchema,
  StrategySummarySchema,
} from "../../server/contracts/catalog.ts";
import { KeySchema } from "../../server/contracts/key.ts";
import { PublishedSchema, UnpublishedSchema } from "../../server/contracts/leaderboard.ts";
import {
  SearchListSchema,
  SearchPointsSchema,
  SearchViewSchema,
} from "../../server/contracts/search.ts";
import { SeasonListSchema } from "../../server/contracts/season.ts";
import { CandidateCheckSchema, FullSimulationSchema } from "../../server/contracts/simulation.ts";

const HEAD = `"""The JSON of the service as types for checkers; every answer is a plain dict.

Written from the schemas of the service by \`deno task build:package\`: change those.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, SupportsFloat, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired
`;

/** The schemas of the dicts that methods of the Python client return. */
const ROOTS: readonly z.ZodType[] = [
  CandidateCheckSchema,
  FamilySchema,
  FamilySummarySchema,
  FullSimulationSchema,
  KeySchema,
  MarketSchema,
  PublishedSchema,
  SearchListSchema,
  SearchPointsSchema,
  SearchViewSchema,
  SeasonListSchema,
  StrategyParametersSchema,
  StrategySchema,
  StrategySummarySchema,
  UnpublishedSchema,
];

/** The part of a JSON Schema that a type is made of. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly id?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** Words of Python, which no member of a class can have as its name. */
const KEYWORDS: ReadonlySet<string> = new Set(
  ("and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield").split(" "),
);

/** Texts of the strategy `expression`, whose parameters are not in the catalogue. */
const TEXTS = ["enter", "exit", "target"];

/** The part of the catalogue that names the parameters of all strategies. */
export interface Parameters {
  readonly strategies: readonly {
    readonly parameters: readonly { readonly name: string; readonly type: string }[];
  }[];
}

/** Returns the text of the module `types` of the Python package. */
export function pythonTypes(catalogue: Parameters): string {
  const types = new WrittenTypes();
  for (const root of ROOTS) {
    const whole = z.toJSONSchema(root, { io: "output", unrepresentable: "any" }) as Schema;
    for (const [name, schema] of Object.entries(whole.$defs ?? {})) types.write(name, schema);
    if (whole.$ref === undefined) types.write(whole.id ?? "", whole);
  }
  const { written } = types;
  written.set("StrategyKeywords", keywordArguments(catalogue));
  const sorted = [...written].toSorted(([one], [other]) => one < other ? -1 : 1);
  // Other names for types are evaluated, so they stand below these types.
  const [classes, names] = [false, true].map((isName) =>
    sorted.filter(([, text]) => text.includes(": TypeAlias = ") === isName)
  );
  return HEAD + [...classes ?? [], ...names ?? []].map(([, text]) => `\n\n${text}\n`).join("");
}

/** Types of Python by their names, in the order in which they are met. */
class WrittenTypes {
  readonly written = new Map<string, string>();

  /** Writes an object under its name, and the objects within it under names made of both. */
  write(name: string, schema: Schema): void {
    if (this.written.has(name)) return;
    if (schema.type !== "object" || schema.properties === undefined) {
      this.written.set(name, `${name}: TypeAlias = ${this.pythonType(schema, name)}`);
      return;
    }
    this.written.set(name, "");
    const { properties, required = [], description = name } = schema;
    const members = Object.entries(properties).map(([member, of]) => {
      const type = this.pythonType(of, name + member.charAt(0).toUpperCase() + member.slice(1));
      return [member, required.includes(member) ? type : `NotRequired[${type}]`] as const;
    });
    const isClass = members.every(([member]) => !KEYWORDS.has(member));
    const lines = isClass
      ? [
        `class ${name}(TypedDict):`,
        `    """${description}."""`,
        "",
        ...members.map(([member, type]) => `    ${member}: ${type}`),
      ]
      : [
        `#: ${description}.`,
        `${name} = TypedDict(`,
        `    "${name}",`,
        "    {",
        ...members.map(([member, type]) => `        "${member}": ${quoted(type)},`),
        "    },",
        ")",
      ];
    this.written.set(name, lines.join("\n"));
  }

  /** @param name of the type, if it is an object without a name of its own */
  pythonType(schema: Schema, name: string): string {
    const union = schema.anyOf ?? schema.oneOf;
    if (schema.$ref !== undefined) return schema.$ref.replace("#/$defs/", "");
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    if (union !== undefined) {
      const isOne = union.filter(({ type }) => type !== "null").length === 1;
      const parts = union.map((part, at) =>
        this.pythonType(part, isOne ? name : `${name}${at + 1}`)
      );
      return [...new Set(parts)].join(" | ");
    }
    if (schema.prefixItems !== undefined) return "list[Any]";
    if (schema.type === "array") return `list[${this.pythonType(schema.items ?? {}, name)}]`;
    if (schema.type !== "object") return SIMPLE[schema.type ?? ""] ?? "Any";
    const { properties, additionalProperties: rest } = schema;
    // An open object has members that its schema does not know.
    if (properties === undefined || typeof rest === "object" && Object.keys(rest).length === 0) {
      return `dict[str, ${typeof rest === "object" ? this.pythonType(rest, name) : "Any"}]`;
    }
    this.write(name, schema);
    return name;
  }
}

/** Returns the parameters of all strategies, as keywords of Python: a wrong one is a type error. */
function keywordArguments({ strategies }: Parameters): string {
  const types = new Map<string, Set<string>>(TEXTS.map((name) => [name, new Set(["str"])]));
  for (const { name, type } of strategies.flatMap(({ parameters }) => parameters)) {
    const known = types.get(name) ?? new Set();
    types.set(name, known.add(type === "string" ? "str" : "SupportsFloat"));
  }
  const lines = [...types].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, kinds]) => `    ${name}: ${[...kinds].toSorted().join(" | ")}\n`);
  return "class StrategyKeywords(TypedDict, total=False):\n" +
    `    """Parameters of all strategies."""\n\n${lines.join("").trimEnd()}`;
}

function literal(value: unknown): string {
  if (value === null) return "None";
  return typeof value === "boolean" ? value ? "True" : "False" : JSON.stringify(value);
}

/** Quotes a type that may name one that is written below it. */
function quoted(type: string): string {
  return `"${type.replaceAll('"', "'")}"`;
}
