// This module is browser compatible.

/** The process cannot start, or a command cannot run; the message is a sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}
