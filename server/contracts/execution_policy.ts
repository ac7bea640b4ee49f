// This module is browser compatible.

import { z } from "zod";

/** The execution rules of every simulation, owned by the service (`RULES.md` 4). */
export const ExecutionPolicySchema = z.strictObject({
  policyVersion: z.int(),
  fillRule: z.literal("close"),
  positionMode: z.literal("long_only"),
  feeBps: z.number(),
  slippageBps: z.number(),
  ammExecutionMode: z.literal("pool_state"),
  ammAdjustmentBps: z.number(),
  maxAbsPosition: z.number(),
  initialPosition: z.number(),
  maxEstimatedSlippageBps: z.number(),
  maxTradePctLiquidity: z.number().meta({ description: "Fraction of tvl" }),
  minHoldBars: z.strictObject({ hourly: z.int(), daily: z.int() }),
  minEdgeToCostRatio: z.number(),
  edgeHorizonDays: z.number(),
  minPositionDelta: z.number(),
  idleAsset: z.literal("sy"),
}).meta({ id: "ExecutionPolicy", description: "The execution rules of every simulation" });
