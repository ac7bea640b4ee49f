import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { respondText } from "../respond.ts";
import type { DocumentParts } from "./document.ts";
import { DOCUMENTS } from "./operations.ts";

/** Serves the texts for language models. They are not operations and not in the document. */
export function mountLlms(app: Hono<AppEnv>, deps: Deps & DocumentParts): void {
  for (const [path, name] of [["/llms.txt", "short"], ["/llms-full.txt", "full"]] as const) {
    app.get(path, async (c) => {
      stateOf(c).route = path;
      return await respondText(c, deps, (await DOCUMENTS.agentTexts(deps))[name]);
    });
  }
}
