import type { Hono } from "hono";
import { type AppEnv, type Deps, stateOf } from "../context.ts";
import { ApiError } from "../../base/errors.ts";
import type { WebFiles } from "../../services/web_files.ts";
import { respondFile } from "../respond_file.ts";

/** The page in a browser. */
export interface PageParts {
  /** Read on first use. */
  readonly webFiles: () => Promise<WebFiles>;
}

/** Serves the page and its files. They are not operations and not in the document. */
export function mountPage(app: Hono<AppEnv>, { webFiles, codedBodies }: Deps & PageParts): void {
  for (const path of ["/", "/service_worker.js", "/favicon.ico", "/assets/:name"]) {
    app.get(path, async (c) => {
      stateOf(c).route = path;
      const file = (await webFiles()).get(c.req.path);
      if (file !== undefined) return await respondFile(c, codedBodies, file);
      throw new ApiError("NOT_FOUND", `Cannot find ${c.req.path}: the page has no such file`);
    });
  }
}
