// This module is browser compatible.

import { z } from "zod";

/** The process is alive. */
export const HealthSchema = z.strictObject({
  status: z.literal("ok"),
  engineVersion: z.string(),
  rulesVersion: z.string(),
  uptimeSeconds: z.number().min(0),
}).meta({ id: "Health", description: "The process is alive" });

/** The process accepts requests. */
export const ReadinessSchema = z.strictObject({
  status: z.literal("ready"),
  skippedFolders: z.array(z.string()).meta({
    description: "Folders of imported markets that are unusable; the log has the reasons",
  }),
}).meta({ id: "Readiness", description: "The process accepts requests" });

/** The description of the service. */
export const DocumentSchema = z.looseObject({
  openapi: z.string(),
}).meta({ id: "Document", description: "An OpenAPI 3.1 document" });

/** A page for people. */
export const PageSchema = z.string().meta({
  id: "Page",
  description: "An HTML page without scripts",
});
