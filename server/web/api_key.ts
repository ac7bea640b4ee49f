import { type Stored, stored } from "./stored.ts";

/** The key of the API, empty until one is entered. Its tab stores it; no address contains it. */
export const apiKey: Stored<string> = stored(
  "arena-api-key",
  (written) => typeof written === "string" ? written : undefined,
  "",
  "tab",
);
