import { assertEquals } from "@std/assert";
import { Served } from "./served.ts";

class Other extends Served {
  readonly greeting: string;
  readonly log = "";

  constructor(port: number) {
    super();
    this.greeting = `the server listens on http://127.0.0.1:${port} `;
  }

  override async [Symbol.asyncDispose](): Promise<void> {}
}

Deno.test("a patient client asks an overloaded server again, until it has room", async () => {
  const statuses = [503, 503, 200];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.json({ data: "at last" }, { status: statuses.shift() ?? 500 }),
  );
  await using other = new Other(server.addr.port);
  const answer: unknown = await other.patientClient("key").listSeasons();
  assertEquals([answer, statuses], ["at last", []]);
  await server.shutdown();
});
