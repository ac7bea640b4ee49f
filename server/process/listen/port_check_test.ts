import { assertEquals } from "@std/assert";
import { isAccepting } from "./port_check.ts";

for (
  const [says, acceptsAt, expected] of [
    [
      "a server that accepts late, as a starved process does, is not taken for a stuck one",
      5,
      true,
    ],
    ["a server that never accepts is stuck", Infinity, false],
  ] as const
) {
  Deno.test(says, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    let turns = 0;
    const accepting = Promise.withResolvers<void>();
    const turn = async (): Promise<void> => {
      if (++turns === acceptsAt) {
        const connection = await listener.accept();
        connection.close();
        // The closed connection is all that the check waits for.
        await accepting.promise;
      }
    };
    const port = listener.addr.transport === "tcp" ? listener.addr.port : 0;
    assertEquals(await isAccepting({ hostname: "127.0.0.1", port }, turn), expected);
    accepting.resolve();
    listener.close();
  });
}
