/**
 * Connects to a port of this process and returns whether the server accepts the connection. The server
 * closes an accepted connection; one that waits in the backlog of a stuck server stays open.
 *
 * @param timeout resolves when the check gives up
 * @throws {Error} when no connection can be made at all
 */
export async function isAccepting(
  address: Deno.ConnectOptions,
  timeout: () => Promise<void>,
): Promise<boolean> {
  const over = new AbortController();
  const accepted = connectAndClose(address, over.signal).then(() => true);
  try {
    return await Promise.race([accepted, timeout().then(() => false)]);
  } finally {
    over.abort();
  }
}

/** Closes its side of the connection at once and waits until the server closes the other. */
async function connectAndClose(address: Deno.ConnectOptions, over: AbortSignal): Promise<void> {
  const connection = await Deno.connect(address);
  try {
    over.addEventListener("abort", () => connection.close());
    if (over.aborted) return connection.close();
    await connection.closeWrite();
    await connection.read(new Uint8Array(1));
  } catch {
    // A reset shows that the connection was accepted, too.
  }
}

/** Returns the address at which this process reaches its own port. */
export function ownAddress(host: string, port: number): { hostname: string; port: number } {
  const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host];
  return { hostname: loopback ?? host, port };
}
