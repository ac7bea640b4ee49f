import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { respondText } from "../respond.ts";
import { type Published, publishText } from "../../services/published.ts";
import { examplesOf } from "./document.ts";
import type { Operation } from "./operation.ts";

/** Serves the texts for language models. They are not operations and not in the document. */
export function mountLlms(app: Hono<AppEnv>, deps: Deps, operations: readonly Operation[]): void {
  let texts: Promise<Readonly<Record<string, Published>>> | null = null;
  for (const path of ["/llms.txt", "/llms-full.txt"]) {
    app.get(path, async (c) => {
      stateOf(c).route = path;
      texts ??= makeTexts(operations, deps);
      texts.catch(() => texts = null);
      const text = (await texts)[path];
      if (text === undefined) throw new Error(`There is no text for ${path}`);
      return await respondText(c, deps, text);
    });
  }
}

async function makeTexts(
  operations: readonly Operation[],
  deps: Deps,
): Promise<Readonly<Record<string, Published>>> {
  const { llmsFullText, llmsText } = await import("../docs/llms.ts");
  const parts = { operations, examples: await examplesOf(deps) };
  return {
    "/llms.txt": await publishText(llmsText(parts)),
    "/llms-full.txt": await publishText(llmsFullText(parts)),
  };
}
