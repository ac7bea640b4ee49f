// This module is browser compatible.

import { z } from "zod";
import { datasetFacts } from "./dataset.ts";
import { ExecutionPolicySchema } from "./execution_policy.ts";
import { UtilityTermsSchema } from "./metrics.ts";
import {
  FAMILY_ID,
  InstantSchema,
  MarketIdSchema,
  Sha256Schema,
  StrategyIdSchema,
  TimeframeSchema,
} from "./scalar.ts";

/** The versions that determine every number. */
export const VersionsSchema = z.strictObject({
  engineVersion: z.string(),
  contractVersion: z.int(),
  rulesVersion: z.string(),
  policyVersion: z.int(),
  formulaVersion: z.int(),
  catalogueHash: Sha256Schema,
  sourceHash: Sha256Schema.optional(),
}).meta({ id: "Versions", description: "The versions that determine every number" });

/** One family in the list. */
export const FamilySummarySchema = z.strictObject({
  familyId: z.literal(FAMILY_ID),
  name: z.string(),
  summary: z.string(),
  versions: VersionsSchema,
}).meta({ id: "FamilySummary", description: "One family of strategies" });

/** Policy, formula, scenarios and gates, with every constant that determines a number. */
export const ProfileSchema = z.strictObject({
  executionPolicy: ExecutionPolicySchema,
  scoring: z.looseObject({
    formulaVersion: z.int(),
    benchmarkFloor: z.number(),
    weights: UtilityTermsSchema,
  }).meta({ description: "The formula of the score and its constants" }),
  gates: z.array(z.strictObject({
    gate: z.string(),
    rule: z.string(),
    threshold: z.union([z.number(), z.boolean()]),
  })).meta({ description: "Gates of eligibility" }),
  scenarios: z.looseObject({
    scenarioSeed: z.int(),
    list: z.array(z.strictObject({
      id: z.string(),
      kind: z.string(),
      inCapitalScore: z.boolean(),
      rule: z.string(),
    })),
  }).optional().meta({ description: "The scenarios in order, and their rules" }),
  capitalScore: z.looseObject({}).optional().meta({ description: "The formula and its constants" }),
  candidate: z.strictObject({
    capitalMin: z.number(),
    capitalMax: z.number(),
    capitalDecimals: z.int().meta({ description: "Maximum decimals of a capital" }),
    capitalDefault: z.string().meta({ description: "Capital of a candidate that omits it" }),
    componentsMax: z.int(),
    weightBpsTotal: z.int().meta({ description: "Sum of the weights of all components" }),
    submissionIdMax: z.int().meta({ description: "Maximum characters of a submission id" }),
  }).meta({ description: "Bounds and defaults of a candidate" }),
  timeframes: z.array(z.strictObject({ timeframe: TimeframeSchema, barsPerDay: z.int() })).meta({
    description: "Bars per day, by timeframe",
  }),
  luck: z.looseObject({}).optional().meta({ description: "Constants of the luck figures" }),
  verdict: z.looseObject({}).optional().meta({ description: "Constants of the verdict" }),
}).meta({ description: "Execution policy, scoring formula, gates, with every constant" });

/** The family with everything that determines a number. */
export const FamilySchema = FamilySummarySchema.extend(ProfileSchema.shape).meta({
  id: "Family",
  description: "Execution policy, scoring formula, gates, versions",
});

/** One dataset of a market. */
export const MarketTimeframeSchema = z.strictObject(datasetFacts).meta({
  id: "MarketTimeframe",
  description: "One dataset of a market",
});

/** A market and its datasets. */
export const MarketSchema = z.strictObject({
  id: MarketIdSchema,
  key: z.string(),
  name: z.string(),
  protocol: z.literal("pendle"),
  expiry: InstantSchema,
  farExpiry: z.nullable(InstantSchema).meta({ description: "Expiry of the next maturity" }),
  features: z.array(z.string()).meta({
    description: "Columns that strategies may require, available on every timeframe of the market",
  }),
  timeframes: z.strictObject({
    hourly: MarketTimeframeSchema.optional(),
    daily: MarketTimeframeSchema.optional(),
  }).meta({ description: "The datasets by timeframe, at least one" }),
}).meta({ id: "Market", description: "A market and its datasets" });

/** One strategy in the list. */
export const StrategySummarySchema = z.strictObject({
  strategyId: StrategyIdSchema,
  name: z.string(),
  category: z.string(),
  summary: z.string(),
  source: z.nullable(z.string()).meta({ description: "Source of the rule" }),
  requiredFeatures: z.array(z.string()),
  runnableOn: z.array(MarketIdSchema).meta({ description: "Markets with all required features" }),
}).meta({ id: "StrategySummary", description: "One strategy" });

const WindowConstraintsSchema = z.strictObject({
  minimumBars: z.int().min(0).meta({ description: "Shortest length, in bars" }),
  maximum: z.number().meta({ description: "Longest length, in days" }),
});

const RangeConstraintsSchema = z.strictObject({ minimum: z.number(), maximum: z.number() });

const parameterFields = {
  name: z.string(),
  title: z.string().meta({ description: "Name for people" }),
  description: z.string(),
  unit: z.nullable(z.string()),
};

/** One parameter of a strategy. */
export const ParameterSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...parameterFields,
    type: z.literal("window"),
    defaultValue: z.number(),
    constraints: WindowConstraintsSchema,
  }).meta({ id: "WindowParameter", description: "A length of time, in days" }),
  z.strictObject({
    ...parameterFields,
    type: z.enum(["integer", "number"]),
    defaultValue: z.number(),
    constraints: RangeConstraintsSchema,
  }).meta({ id: "NumberParameter", description: "A number within a range" }),
  z.strictObject({
    ...parameterFields,
    type: z.literal("string"),
    defaultValue: z.string(),
    constraints: z.strictObject({ enum: z.array(z.string()).min(1) }),
  }).meta({ id: "ChoiceParameter", description: "One of several words" }),
]).meta({ id: "Parameter", description: "One parameter of a strategy" });
export type Parameter = z.infer<typeof ParameterSchema>;

/** A constraint on the order of two parameters. */
export const RelationSchema = z.strictObject({
  left: z.string(),
  operator: z.enum(["<", "<="]),
  right: z.string(),
  message: z.string(),
}).meta({ id: "Relation", description: "A constraint on the order of two parameters" });

const description = z.string().optional().meta({
  description: "One line; the engine alone has none",
});

const LanguageNameSchema = z.strictObject({
  name: z.string(),
  requiredFeatures: z.array(z.string()),
  description,
});

/** The language of the texts of the strategy `expression`. */
export const LanguageSchema = z.strictObject({
  columns: z.array(LanguageNameSchema).meta({ description: "Columns of the bars" }),
  constants: z.array(LanguageNameSchema).meta({ description: "Numbers of the market and sleeve" }),
  functions: z.array(z.strictObject({
    name: z.string(),
    signature: z.string(),
    weight: z.int().min(0).meta({ description: "About its nanoseconds per bar" }),
    description,
    example: z.string().optional().meta({ description: "A text that uses it" }),
  })),
  limits: z.strictObject({
    characters: z.int().meta({ description: "Most characters of a text" }),
    depth: z.int().meta({ description: "Most brackets, calls and signs that are open at once" }),
    nameCharacters: z.int().meta({ description: "Most characters of an own name" }),
    names: z.int().meta({ description: "Most own names of a component" }),
    parts: z.int().meta({ description: "Most parts of a text" }),
    textsCharacters: z.int().meta({ description: "Most characters of a component's texts" }),
    weight: z.int().meta({ description: "Most that a component weighs" }),
    windowDays: z.int().meta({ description: "Longest window, days" }),
  }),
  words: z.array(z.string()).meta({ description: "Words of the grammar, which are no names" }),
}).meta({
  id: "Language",
  description: "The language of the texts of expression; RULES.md 8 has its rules",
});

const language = LanguageSchema.optional().meta({
  description:
    "The language of its texts; only expression has one. Its parameters are target, or " +
    "enter and exit, and numbers and texts under names of the caller's own",
});

/** One strategy with its parameters. */
export const StrategySchema = StrategySummarySchema.extend({
  parameters: z.array(ParameterSchema),
  relations: z.array(RelationSchema),
  language,
}).meta({ id: "Strategy", description: "One strategy with its parameters" });

/** One strategy as listed by the engine, which does not know the markets. */
export const CatalogueEntrySchema = StrategySchema.omit({ runnableOn: true }).meta({
  description: "One strategy, as listed by the engine",
});

/** The parameters of a strategy, for people and as a JSON Schema. */
export const StrategyParametersSchema = z.strictObject({
  strategyId: StrategyIdSchema,
  parameters: z.array(ParameterSchema),
  relations: z.array(RelationSchema),
  language,
  schema: z.looseObject({ type: z.literal("object") }).meta({
    description: "JSON Schema (2020-12) of the whole strategyParams object",
  }),
}).meta({ id: "StrategyParameters", description: "Parameters, relations and a JSON Schema" });

export type MarketTimeframe = z.infer<typeof MarketTimeframeSchema>;
export type Market = z.infer<typeof MarketSchema>;
export type StrategySummary = z.infer<typeof StrategySummarySchema>;
export type Language = z.infer<typeof LanguageSchema>;
export type StrategyParameters = z.infer<typeof StrategyParametersSchema>;
