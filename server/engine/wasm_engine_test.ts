import { assertThrows } from "@std/assert";
import { makeEngine } from "../../tests/support/arena.ts";
import { EngineTrap } from "./engine.ts";

Deno.test("whatever the bindings throw is a trap", async () => {
  const engine = await makeEngine();
  // What has no length makes the bindings themselves throw.
  const notBytes = JSON.parse("null");
  assertThrows(() => engine.check(notBytes), EngineTrap);
});
