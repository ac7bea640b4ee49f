// This module is browser compatible.

/**
 * The one text of the 64 bytes of a signature: canonical base64. `fromBase64` alone also reads texts
 * with blanks.
 */
export const SIGNATURE_TEXT = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
