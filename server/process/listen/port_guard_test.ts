import { assertEquals } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { createServer } from "node:http";
import { freePort } from "../../testing/free_port.ts";
import { PortGuard } from "./port_guard.ts";

Deno.test("a port that is closed during a check is not reported", async () => {
  const port = freePort();
  const checked = Promise.withResolvers<void>();
  const events: string[] = [];
  const closing: { guard?: PortGuard } = {};
  closing.guard = new PortGuard({
    server: createServer(),
    // Read at the begin of a check, which is refused then, as by a listener that has closed.
    get host() {
      closing.guard?.close();
      checked.resolve();
      return "127.0.0.1";
    },
    port,
    events: {
      onUnavailable: (reason) => void events.push(reason),
      onAvailable: (reason) => void events.push(reason),
    },
    reopen: () => Promise.resolve(port),
  });
  await checked.promise;
  // Connections of this process that are refused later than that of the check.
  for (let at = 0; at < 3; at++) {
    await Deno.connect({ port }).then((made) => made.close(), () => {});
  }
  assertEquals(events, []);
});
