// This module is browser compatible.

import { type Published, publishText } from "./published.ts";

/** Stands in a text for the address by which its reader reached the server. */
export const ORIGIN = "http://arena.invalid";

/** An origin that can be pasted into a shell without quotes; any other is replaced by the usual one. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]{1,255}$/;
const USUAL_ORIGIN = "http://127.0.0.1:8080";
/** Origins whose text is kept and compressed: a caller may name any, and none may fill the memory. */
const KEPT_MAX = 16;

/** A text that names the address by which its reader reached the server. */
export class PublishedByOrigin {
  readonly #text: string;
  readonly #kept = new Map<string, Promise<Published>>();

  /** @param text has {@linkcode ORIGIN} in the place of the address */
  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text for a reader. */
  async for(given: string): Promise<Published> {
    const origin = PLAIN_ORIGIN.test(given) ? given : USUAL_ORIGIN;
    const kept = this.#kept.get(origin);
    if (kept !== undefined) return await kept;
    const published = publishText(this.#text.replaceAll(ORIGIN, origin));
    if (this.#kept.size >= KEPT_MAX) return { ...await published, isForOnce: true };
    this.#kept.set(origin, published);
    return await published;
  }
}
