import ts from "typescript";
import { z } from "zod";
import { createAuxiliaryTypeStore, createTypeAlias, printNode, zodToTs } from "zod-to-ts";
import { CandidateSchema, StrategyParamsSchema } from "../../server/contracts/candidate.ts";
import {
  CatalogueEntrySchema,
  FamilySchema,
  FamilySummarySchema,
  MarketSchema,
  ProfileSchema,
  StrategyParametersSchema,
  StrategySchema,
  StrategySummarySchema,
} from "../../server/contracts/catalog.ts";
import {
  DatasetEntrySchema,
  DatasetSummarySchema,
  ManifestEntrySchema,
  ManifestMarketSchema,
  ManifestSchema,
} from "../../server/contracts/dataset.ts";
import { EvaluationRequestSchema, EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { HealthSchema, ReadinessSchema } from "../../server/contracts/health.ts";
import { KeySchema } from "../../server/contracts/key.ts";
import {
  LeaderboardSchema,
  PublishedSchema,
  PublishRequestSchema,
  UnpublishedSchema,
} from "../../server/contracts/leaderboard.ts";
import { FieldErrorSchema, ProblemSchema } from "../../server/contracts/problem.ts";
import { TimeframeSchema } from "../../server/contracts/scalar.ts";
import {
  SearchListSchema,
  SearchPointsSchema,
  SearchRequestSchema,
  SearchStartSchema,
  SearchViewSchema,
} from "../../server/contracts/search.ts";
import {
  EnteredSchema,
  EntryListSchema,
  EntryRequestSchema,
  SeasonListSchema,
} from "../../server/contracts/season.ts";
import {
  BatchSchema,
  CandidateCheckSchema,
  CheckedCandidateSchema,
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../server/contracts/simulation.ts";
import { SweepErrorSchema, SweepPointSchema } from "../../server/contracts/sweep.ts";

const HEAD = `/**
 * The data types of the engine and of the service. Losses, costs and turnover are positive; instants
 * are ISO 8601 in UTC; null marks undefined numbers. Written from the schemas of the service
 * by \`deno task build:package\`: change those.
 */
`;

/** Schemas without a name in the service's OpenAPI document, which names the others. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  CatalogueEntry: CatalogueEntrySchema,
  CheckedCandidate: CheckedCandidateSchema,
  DatasetEntry: DatasetEntrySchema,
  DatasetSummary: DatasetSummarySchema,
  Manifest: ManifestSchema,
  ManifestEntry: ManifestEntrySchema,
  ManifestMarket: ManifestMarketSchema,
  Profile: ProfileSchema,
  StrategyParams: StrategyParamsSchema,
  SweepError: SweepErrorSchema,
  SweepPoint: SweepPointSchema,
  Timeframe: TimeframeSchema,
};

/** The exported types; the types that they refer to are exported too. */
const ROOTS: readonly z.ZodType[] = [
  ...Object.values(NAMED),
  BatchSchema,
  CandidateCheckSchema,
  CandidateSchema,
  EnteredSchema,
  EntryListSchema,
  EntryRequestSchema,
  EvaluationRequestSchema,
  EvaluationSchema,
  FamilySchema,
  FamilySummarySchema,
  FieldErrorSchema,
  FullSimulationSchema,
  HealthSchema,
  KeySchema,
  LeaderboardSchema,
  MarketSchema,
  ProblemSchema,
  PublishedSchema,
  PublishRequestSchema,
  ReadinessSchema,
  SearchListSchema,
  SearchPointsSchema,
  SearchRequestSchema,
  SearchStartSchema,
  SearchViewSchema,
  SeasonListSchema,
  StrategyParametersSchema,
  StrategySchema,
  StrategySummarySchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
  UnpublishedSchema,
];

const { createTypeReferenceNode } = ts.factory;

const names = new Map<z.core.$ZodType, string>(
  Object.entries(NAMED).map(([name, schema]) => [schema, name]),
);

/** Returns the text of `pkg/types.d.ts`, not formatted. */
export function typesFile(): string {
  const printed = new Map<string, string>();
  const waiting: z.core.$ZodType[] = [...ROOTS];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    const name = schemaName(schema);
    if (name === undefined) throw new Error("Cannot write a type: its schema has no name");
    if (!printed.has(name)) printed.set(name, makeDeclaration(name, schema, waiting));
  }
  const sorted = [...printed].toSorted(([a], [b]) => a < b ? -1 : 1);
  return HEAD + sorted.map(([, text]) => `\n${text}\n`).join("");
}

function schemaName(schema: z.core.$ZodType): string | undefined {
  return names.get(schema) ?? z.globalRegistry.get(schema)?.id;
}

/** @param waiting gets the schemas that the type refers to by their names */
function makeDeclaration(
  name: string,
  schema: z.core.$ZodType,
  waiting: z.core.$ZodType[],
): string {
  const description = z.globalRegistry.get(schema)?.description;
  const comment = description === undefined ? "" : `/** ${description}. */\n`;
  const alias = createTypeAlias(typeNode(schema, waiting), name);
  return `${comment}export ${printNode(alias)}`;
}

function typeNode(schema: z.core.$ZodType, waiting: z.core.$ZodType[]): ts.TypeNode {
  // A strict object would get an index signature of `never`, which its own members do not satisfy.
  const whole = schema instanceof z.ZodObject && isStrict(schema) ? asSent(schema.strip()) : schema;
  const overrideFunction = (part: z.core.$ZodType): ts.TypeNode | undefined => {
    if (part === whole) return undefined;
    const name = schemaName(part);
    if (name === undefined) {
      return part instanceof z.ZodObject ? typeNode(part, waiting) : undefined;
    }
    waiting.push(part);
    return createTypeReferenceNode(name);
  };
  const auxiliaryTypeStore = createAuxiliaryTypeStore();
  return zodToTs(whole, { auxiliaryTypeStore, overrideFunction }).node;
}

/** Returns an object as a caller sends it: members with a default are optional. */
function asSent(schema: z.ZodObject): z.ZodObject {
  const defaults = Object.entries(schema.shape).flatMap(([name, member]) =>
    member instanceof z.ZodDefault
      ? [[name, z.optional(member.unwrap()).meta({ ...z.globalRegistry.get(member) })]]
      : []
  );
  return defaults.length === 0 ? schema : schema.extend(Object.fromEntries(defaults));
}

function isStrict(schema: z.ZodObject): boolean {
  return schema.def.catchall?._zod.def.type === "never";
}
