// This module is browser compatible.

/** Handles a request; the address is that of the connection's peer. */
export type RequestHandler = (
  request: Request,
  remoteAddress: string,
) => Response | Promise<Response>;

/** An open port. */
export interface Listener {
  readonly port: number;
  /** Stops accepting connections; resolves when every response is sent. */
  close(): Promise<void>;
}

/** Events of a port. A process that runs out of file descriptors cannot accept connections. */
export interface PortEvents {
  /** The port does not accept connections. */
  onUnavailable(reason: string): void;
  /** The port accepts connections again. */
  onAvailable(reason: string): void;
}
