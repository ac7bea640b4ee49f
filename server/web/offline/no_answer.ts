/**
 * Status with which the service worker answers for a server that does not. The page asks for the
 * seasons at every load, and browsers report each failed request as an error.
 */
export const NO_ANSWER = 204;
