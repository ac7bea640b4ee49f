import { LOCAL_ID_MIN, MARKET_ID_MAX } from "../../contracts/market_ids.ts";
import { sha256 } from "../../base/hash.ts";

/**
 * Returns the id of a local market. The id follows from the key, so that addresses and pins still work
 * after the same files are imported again, in this or another browser.
 */
export async function localIdOf(marketKey: string): Promise<number> {
  const digest = new DataView((await sha256(marketKey)).buffer);
  return LOCAL_ID_MIN + digest.getUint32(0) % (MARKET_ID_MAX - LOCAL_ID_MIN + 1);
}
