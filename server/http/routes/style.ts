import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { respondStyle } from "../respond.ts";
import type { DocumentParts } from "./document.ts";
import { DOCUMENTS } from "./operations.ts";

const PATH = "/docs/style.css";

/** Serves the style sheet of the reference. It is not an operation and not in the document. */
export function mountStyle(app: Hono<AppEnv>, deps: Deps & DocumentParts): void {
  app.get(PATH, async (c) => {
    stateOf(c).route = PATH;
    return await respondStyle(c, deps, await DOCUMENTS.styleSheet(deps));
  });
}
