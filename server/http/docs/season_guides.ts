// This module is browser compatible.

import { FAMILY_ID } from "../../contracts/scalar.ts";
import type { ErrorGuide } from "./error_guide.ts";

const PATH = `/v1/families/${FAMILY_ID}/seasons`;
const ENTRIES = `${PATH}/autumn-2/entries`;

/** The guides to the codes of seasons and practice boards. */
export const SEASON_GUIDES = {
  SEASON_NOT_FOUND: {
    meaning:
      "The arena has no season with the id in the path, or the key has no entry with the number " +
      "in the path. The request cost one unit, an entry 10 per component.",
    remedies: [`Take the id from \`GET ${PATH}\`, and the number from the entries of your key.`],
    example: {
      detail: `Cannot find the season "autumn-2": no season has this id, see GET ${PATH}`,
      path: ENTRIES,
    },
  },
  SEASON_NOT_OPEN: {
    meaning:
      "A season takes entries from `opensAt` until `closesAt`, by the clock of the arena, unless " +
      "it was declared void. `state` is the state that was found. The entry was not accepted. A " +
      "server whose rules are other than those of the season takes none either, and says so.",
    remedies: [
      "Wait until `opensAt` if the season is announced.",
      `Find a season that is open in \`GET ${PATH}\`.`,
      "An entry that was accepted before is in the list of your key's entries.",
    ],
    example: {
      detail:
        'Cannot enter "autumn-2": it is closed, and takes entries from 2026-11-01T00:00:00Z ' +
        "until 2026-11-15T00:00:00Z while it is open",
      path: ENTRIES,
      members: {
        state: "closed",
        opensAt: "2026-11-01T00:00:00Z",
        closesAt: "2026-11-15T00:00:00Z",
      },
    },
  },
  ENTRY_QUOTA_EXCEEDED: {
    meaning:
      "Each key has a number of entries in a season, on all its boards together, and an entry " +
      "cannot be taken back. On a practice board a key has at most 20 rows, and `detail` lists " +
      "them. Waiting does not help. Nothing was accepted.",
    remedies: [
      "Keep the entries that the key has in a season: the list of its entries shows them.",
      "Withdraw a row of the practice board, then publish again.",
    ],
    example: {
      detail: 'Cannot enter "autumn-2": this key has 5 entries on all its boards together, at ' +
        "most 5 are allowed; an entry cannot be taken back",
      path: ENTRIES,
      members: { limit: 5, used: 5 },
    },
  },
  RECEIPT_INVALID: {
    meaning:
      "A practice board takes receipts of this arena for evaluations of the calling key on an " +
      "official dataset. `check` names what failed. Nothing was published; the request cost one unit.",
    remedies: [
      "Send `data.receipt` of an evaluation unchanged, with the key that evaluated.",
      "Evaluate again where the arena has another address or signing key now.",
    ],
    example: {
      detail: "Cannot publish the receipt: it is of an evaluation by another key",
      path: `/v1/families/${FAMILY_ID}/leaderboard`,
      members: { check: "keyTag" },
    },
  },
} as const satisfies Record<string, ErrorGuide>;
