import { listPendle } from "../../datasets/fetch/pendle.ts";
import type { PendleMarket } from "../../datasets/fetch/pendle_answers.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import { print } from "../../process/output.ts";
import { SURROUNDINGS } from "./fetched.ts";
import type { ImportOrder } from "./import_options.ts";
import type { Made } from "./make_market.ts";
import { AnswerFolder } from "./staging.ts";

const CHAIN = "1";
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * Imports all maturities of an asset, expired ones too, one after the other, and prints one report. A
 * maturity that is there stays; one that cannot be imported is a line with its reason. Run again, it
 * goes on where it stopped.
 *
 * @param importOne imports one market
 * @throws {StartError} when the service refuses, or when nothing is imported
 */
export async function importAll(
  order: ImportOrder,
  importOne: (order: ImportOrder) => Promise<Made>,
): Promise<void> {
  const { chain = CHAIN, asset = "" } = order.spec;
  const store = new AnswerFolder(`${order.into}/.${asset}-${chain}.markets`);
  const markets = await listPendle({ chain, asset }, store, SURROUNDINGS, order.api);
  if (markets.length === 0) {
    await store.remove();
    throw new StartError(`Cannot import: the service has no market of ${asset} on chain ${chain}`);
  }
  const keys = markets.map((market) => keyOf(asset, market));
  const made: Made[] = [];
  const rows: (readonly [string, string])[] = [];
  const report = (): void =>
    print(
      order.isJson
        ? JSON.stringify({
          markets: made.map(({ target, facts }) => ({ folder: target, ...facts })),
          rows,
        })
        : [
          ...made.flatMap(({ lines, target }) => [...lines, target, ""]),
          ...rows.map((row) => row.join(": ")),
        ]
          .join("\n"),
    );
  for (const [at, known] of markets.entries()) {
    // Two markets of one day are told apart by their addresses.
    const isTwice = keys.filter((key) => key === keys[at]).length > 1;
    const key = `${keys[at]}${isTwice ? `-${known.address.slice(2, 8).toLowerCase()}` : ""}`;
    const isThere = await Deno.stat(`${order.into}/${key}`).then(() => true, () => false);
    if (isThere && !order.isReplacing) {
      rows.push([key, `it is there; datasets append ${key} adds its newest bars`]);
      continue;
    }
    const hasExpired = Date.parse(known.expiry) <= SURROUNDINGS.now();
    const timeframe = order.timeframe ?? (hasExpired ? "daily" : "hourly");
    const spec = { ...order.spec, chain, market: known.address, marketKey: key, name: key };
    try {
      made.push(await importOne({ ...order, timeframe, spec, known }));
      rows.push([key, "imported"]);
    } catch (error) {
      const reason = messageOf(error);
      if (!(error instanceof StartError) || !/^Cannot import/.test(reason)) {
        report();
        throw error;
      }
      rows.push([key, reason]);
    }
  }
  await store.remove();
  report();
  if (rows.every(([, outcome]) => /^Cannot/.test(outcome))) {
    throw new StartError(`Cannot import: none of the ${rows.length} markets of ${asset}`);
  }
}

/** Returns the key of a maturity, as `susde-25sep2025`. */
function keyOf(asset: string, { expiry }: PendleMarket): string {
  const day = new Date(expiry);
  return `${asset}-${day.getUTCDate()}${MONTHS[day.getUTCMonth()]}${day.getUTCFullYear()}`;
}
