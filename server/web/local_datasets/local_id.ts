// This module is browser compatible.

import { MARKET_ID_MAX, OWN_ID_MIN } from "../../contracts/market_ids.ts";
import { sha256 } from "../../base/hash.ts";

/**
 * Returns the id of a market of the reader's own. It follows from the key, so that an address or a pin
 * finds the market again when its files were removed and given once more, here or by someone else.
 */
export async function ownIdOf(marketKey: string): Promise<number> {
  const digest = new DataView((await sha256(marketKey)).buffer);
  return OWN_ID_MIN + digest.getUint32(0) % (MARKET_ID_MAX - OWN_ID_MIN + 1);
}
