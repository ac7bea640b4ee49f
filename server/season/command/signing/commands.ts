import { type Command, JSON_OPTION } from "../../../cli/command_line.ts";
import { option } from "../../../cli/option.ts";

const NOTES =
  "The file is that of ARENA_SIGNING_KEY_FILE. The log of the arena records every key, so " +
  "that a receipt can be verified for ever; a server need not run, and a running one takes a new key " +
  "within a second.";

/** The commands on the signing key, see `runSigning`. */
export const SIGNING_COMMANDS = {
  create: {
    name: "signing create",
    summary: "Creates the first key that signs receipts.",
    options: { json: JSON_OPTION },
    notes: NOTES,
    examples: ["ARENA_SIGNING_KEY_FILE=data/signing.key signing create"],
  },
  rotate: {
    name: "signing rotate",
    summary: "Replaces the key by a new one, which the old one signs.",
    options: {
      until: option(
        "ISO",
        "End of the old key, in the past when it has leaked; 10 seconds from now by default",
      ),
      json: JSON_OPTION,
    },
    notes: `${NOTES} Several servers need the new file before the end of the old key.`,
    examples: ["signing rotate", "signing rotate --until 2026-11-20T00:00:00Z"],
  },
  list: {
    name: "signing list",
    summary: "Lists all keys with the time in which each signs.",
    options: { json: JSON_OPTION },
    examples: ["signing list"],
  },
} as const satisfies Readonly<Record<string, Command>>;
