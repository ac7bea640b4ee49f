import { FAMILY_ID } from "../../contracts/family_id.ts";
import { KEY_COST } from "../../limits/cost.ts";
import { type KeyParts as Services, keyView } from "../../season/service/key_view.ts";
import { accountOf, charge } from "../charge.ts";
import { stateOf } from "../context.ts";
import { respond } from "../respond.ts";
import type { CatalogParts } from "./catalog.ts";
import type { Operation } from "./operation.ts";
import { readSearcher, type SearchParts } from "./searches.ts";

/** What a key is described from. */
export type KeyParts = CatalogParts & SearchParts & Services;

/** The operation that shows a key to itself. */
export const KEY_OPERATIONS: readonly Operation<KeyParts>[] = [{
  id: "getKey",
  method: "get",
  path: `/v1/families/${FAMILY_ID}/key`,
  scope: "strategy:read",
  tag: "key",
  cost: `${KEY_COST} compute units`,
  summary: "Returns the scopes, limits, tries, entries and publications of the key itself",
  hasBody: false,
  isConditional: false,
  codes: ["OVERLOADED"],
  handle: async (c, deps) => {
    charge(c, deps, KEY_COST);
    const { key } = stateOf(c);
    if (key === undefined) throw new Error("Cannot show a key: the request is not authenticated");
    const account = accountOf(c);
    const { marketList: markets } = await deps.catalog();
    const asker = { key, searcher: readSearcher(c, deps), markets };
    const limits = { policy: account.policy, left: account.remaining(deps.clock.nowMs()) };
    return respond(c, deps, await keyView(deps, asker, limits));
  },
}];
