// deno-lint-ignore no-external-import -- part of the runtime
import { fileURLToPath } from "node:url";

/** The folder of the repository, as this system writes it, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));
