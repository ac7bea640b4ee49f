/**
 * A server that accepts nothing in so many turns of the event loop is stuck. Turns are counted, as
 * seconds also pass while the whole process is suspended or starved, and to close the port would reset
 * the connections that wait then.
 */
const TURNS = 20;
const TURN_MS = 100;

/**
 * Connects to a port of this process and returns whether the server accepts the connection. The server
 * closes an accepted connection; one that waits in the backlog of a stuck server stays open.
 *
 * @param turn resolves in a later turn of the event loop
 * @throws {Error} when no connection can be made at all
 */
export async function isAccepting(
  address: Deno.ConnectOptions,
  turn: () => Promise<void> = pause,
): Promise<boolean> {
  const over = new AbortController();
  let isAccepted = false;
  const accepted = connectAndClose(address, over.signal).then(() => void (isAccepted = true));
  try {
    for (let turns = 0; turns < TURNS && !isAccepted; turns++) {
      await Promise.race([accepted, turn()]);
    }
    return isAccepted;
  } finally {
    over.abort();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS));
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
