// This module is browser compatible.

import { AwsClient } from "aws4fetch";
import type { PartStore } from "./part_store.ts";

/** A bucket of an S3-compatible object store, and who may use it. */
export interface S3Place {
  /** Such as `https://s3.eu-central-1.amazonaws.com`; the bucket becomes a part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins every key; empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const REQUEST_MS = 60_000;
/** Attempts after an answer that says the object store is busy. */
const RETRIES = 3;

/** Parts in a bucket. */
export class S3Parts implements PartStore {
  readonly #client: AwsClient;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ endpoint, bucket, prefix, ...access }: S3Place) {
    this.#client = new AwsClient({ ...access, service: "s3", retries: RETRIES });
    this.#bucket = `${endpoint.replace(/\/$/, "")}/${bucket}`;
    this.#prefix = prefix;
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.#send("PUT", this.#urlOf(key), bytes);
    await response.body?.cancel();
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.#send("GET", this.#urlOf(key))).arrayBuffer());
  }

  async searchIds(): Promise<readonly string[]> {
    const found = await this.#list({ prefix: this.#prefix, delimiter: "/" }, "Prefix");
    return found.filter((name) => name.startsWith(this.#prefix) && name.endsWith("/"))
      .map((name) => name.slice(this.#prefix.length, -1)).filter((id) => id !== "");
  }

  async remove(searchId: string): Promise<void> {
    const keys = await this.#list({ prefix: `${this.#prefix}${searchId}/` }, "Key");
    for (const key of keys) {
      const response = await this.#send("DELETE", `${this.#bucket}/${encodeURI(key)}`);
      await response.body?.cancel();
    }
  }

  #urlOf(key: string): string {
    return `${this.#bucket}/${encodeURI(this.#prefix + key)}`;
  }

  /** Returns the texts of an element of all pages of a listing. */
  async #list(query: Readonly<Record<string, string>>, element: string): Promise<string[]> {
    const found: string[] = [];
    let token: string | undefined;
    do {
      const page = new URLSearchParams({
        "list-type": "2",
        ...query,
        ...(token !== undefined && { "continuation-token": token }),
      });
      const text = await (await this.#send("GET", `${this.#bucket}?${page}`)).text();
      found.push(...textsOf(text, element));
      [token] = textsOf(text, "NextContinuationToken");
    } while (token !== undefined);
    return found;
  }

  async #send(
    method: string,
    url: string,
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const response = await this.#client.fetch(url, { method, signal, ...(body && { body }) });
    if (response.ok) return response;
    const [code = "no code"] = textsOf(await response.text(), "Code");
    // The path of the object, without host and query.
    const { pathname } = new URL(url);
    throw new Error(
      `the object store answers ${response.status} (${code}) to ${method} ${pathname}`,
    );
  }
}

/** Returns the texts of the elements of a name; the answers of S3 nest none in itself. */
function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))]
    .map(([, text = ""]) =>
      text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "")
    );
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
