import type { S3Place } from "../store/parts/s3_parts.ts";
import { freePort } from "./free_port.ts";
import { until } from "./until.ts";

/** An S3-compatible object store: the server of moto, which checks requests as AWS does. */
export class S3Server implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #endpoint: string;

  private constructor(child: Deno.ChildProcess, endpoint: string) {
    this.#process = child;
    this.#endpoint = endpoint;
  }

  static async start(): Promise<S3Server> {
    const port = freePort();
    const child = new Deno.Command("python3", {
      args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const store = new S3Server(child, `http://127.0.0.1:${port}`);
    await until(() =>
      fetch(store.#endpoint).then(({ body }) => body?.cancel()).then(() => true, () => false)
    );
    return store;
  }

  /** Makes an empty bucket. */
  async bucket(): Promise<S3Place> {
    const bucket = `b${crypto.randomUUID()}`;
    const { body } = await fetch(`${this.#endpoint}/${bucket}`, { method: "PUT" });
    await body?.cancel();
    return {
      endpoint: this.#endpoint,
      region: "us-east-1",
      bucket,
      prefix: "",
      accessKeyId: "arena",
      secretAccessKey: "secret",
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGTERM");
    await this.#process.status;
  }
}
