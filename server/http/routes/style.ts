import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { respondStyle } from "../respond.ts";
import { type Published, publishText } from "../../services/published.ts";

const PATH = "/docs/style.css";

/** Serves the style sheet of the reference. It is not an operation and not in the document. */
export function mountStyle(app: Hono<AppEnv>, deps: Deps): void {
  let sheet: Promise<Published> | null = null;
  app.get(PATH, async (c) => {
    stateOf(c).route = PATH;
    sheet ??= import("../docs/style.ts").then(({ STYLE_SHEET }) => publishText(STYLE_SHEET));
    return await respondStyle(c, deps, await sheet);
  });
}
