/**
 * Connects to a port of this process and says whether anybody accepts: an accepted connection is
 * answered or closed, one that the system keeps for a deaf server is neither.
 *
 * @param patience resolves when no answer is expected any more
 * @throws {Error} when no connection can be made at all
 */
export async function knock(
  address: Deno.ConnectOptions,
  patience: () => Promise<void>,
): Promise<boolean> {
  const over = new AbortController();
  const heard = visit(address, over.signal).then(() => true);
  try {
    return await Promise.race([heard, patience().then(() => false)]);
  } finally {
    over.abort();
  }
}

/** Says goodbye at once, and waits for the other side to do the same. */
async function visit(address: Deno.ConnectOptions, over: AbortSignal): Promise<void> {
  const connection = await Deno.connect(address);
  try {
    over.addEventListener("abort", () => connection.close());
    if (over.aborted) return connection.close();
    await connection.closeWrite();
    await connection.read(new Uint8Array(1));
  } catch {
    // A reset is an answer too.
  }
}

/** Returns the address under which a process reaches its own port. */
export function ownAddress(host: string, port: number): { hostname: string; port: number } {
  const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host];
  return { hostname: loopback ?? host, port };
}
