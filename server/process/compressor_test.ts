import { assertEquals } from "@std/assert";
import type { Effort } from "../services/web_files.ts";
import { Compressor } from "./compressor.ts";

const EFFORTS: readonly Effort[] = ["best", "quick"];

Deno.test("a caller does not wait for the smallest form of another file", async () => {
  const compressor = new Compressor();
  const compress = (bytes: number, effort: Effort): Promise<unknown> =>
    compressor.compress(crypto.getRandomValues(new Uint8Array(bytes)), "br", effort);
  try {
    // Both workers have begun.
    await Promise.all(EFFORTS.map((effort) => compress(1, effort)));
    const order: Effort[] = [];
    const sizes = { best: 65_536, quick: 1 } as const;
    await Promise.all(EFFORTS.map(async (effort) => {
      await compress(sizes[effort], effort);
      order.push(effort);
    }));
    assertEquals(order, ["quick", "best"]);
  } finally {
    compressor.close();
  }
});
