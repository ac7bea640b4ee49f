/** The secret of the seasons of tests. */
export const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);

/** The reveal of a season of tests, which has no beacon. */
export const REVEAL = { secret: SECRET, beaconSignature: null, beacon: null };
