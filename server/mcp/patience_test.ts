import { assertEquals } from "@std/assert";
import { patient } from "./patience.ts";

/** Sends a request whose response is always the same; returns how often it was sent. */
async function sends(retryAfter: string): Promise<number> {
  let [nowMs, sent] = [0, 0];
  const clock = {
    nowMs: (): number => nowMs,
    after(delayMs: number, callback: () => void): () => void {
      nowMs += Number.isNaN(delayMs) ? 0 : delayMs;
      callback();
      return () => {};
    },
  };
  const send = patient(() => {
    sent += 1;
    if (sent > 100) throw new Error("it is sent without end");
    return new Response(null, { status: 503, headers: { "retry-after": retryAfter } });
  }, clock);
  assertEquals((await send(new Request("http://arena.test/"))).status, 503);
  return sent;
}

Deno.test("a rejected request is sent again for ten seconds at most, whatever a proxy answers", async () => {
  assertEquals(await sends("2"), 6);
  assertEquals(await sends("0"), 11);
  assertEquals(await sends("60"), 1);
  assertEquals(await sends("Wed, 21 Oct 2026 07:28:00 GMT"), 1);
});
