import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { ApiError } from "../../base/errors.ts";
import { respondPage, respondStyle } from "../respond.ts";
import type { DocumentParts } from "./document.ts";
import { DOCUMENTS } from "./operations.ts";

const PATH = "/docs/style.css";
const PAGE = "/docs/:page";

/** Serves the style sheet and the further pages of the reference. They are not in the document. */
export function mountStyle(app: Hono<AppEnv>, deps: Deps & DocumentParts): void {
  app.get(PATH, async (c) => {
    stateOf(c).route = PATH;
    return await respondStyle(c, deps, await DOCUMENTS.styleSheet(deps));
  });
  app.get(PAGE, async (c) => {
    stateOf(c).route = PAGE;
    const found = (await DOCUMENTS.reference(deps)).pages.get(c.req.path);
    if (found !== undefined) return await respondPage(c, deps, found);
    throw new ApiError("NOT_FOUND", `Cannot find ${c.req.path}: see /docs for all pages`);
  });
}
