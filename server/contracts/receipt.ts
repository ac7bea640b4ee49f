// This module is browser compatible.

import { z } from "zod";

/** A signed statement of the arena. */
export const ReceiptSchema = z.strictObject({
  payload: z.string().max(131_072).meta({ description: "Canonical JSON; its bytes are signed" }),
  keyId: z.string().regex(/^[0-9a-f]{16}$/).meta({ description: "Id of the signing key" }),
  signature: z.string().max(100).meta({ description: "Ed25519, base64" }),
}).meta({ id: "Receipt", description: "A signed statement of the arena" });
