// This module is browser compatible.

import { z } from "zod";
import { SIGNATURE_TEXT } from "./signature_text.ts";

/** A signed statement of the arena. */
export const ReceiptSchema = z.strictObject({
  payload: z.string().max(131_072).meta({ description: "Canonical JSON; its bytes are signed" }),
  keyId: z.string().regex(/^[0-9a-f]{16}$/).meta({ description: "Id of the signing key" }),
  signature: z.string().regex(SIGNATURE_TEXT).meta({
    description: "Ed25519: 64 bytes in base64",
  }),
}).meta({ id: "Receipt", description: "A signed statement of the arena" });
