// This module is browser compatible.

/** Answers a request; the address is that of the connection's other end. */
export type Answer = (request: Request, remoteAddress: string) => Response | Promise<Response>;

/** An open port. */
export interface Listener {
  readonly port: number;
  /** Accepts nothing more; resolves when every answer is sent. */
  close(): Promise<void>;
}

/** Is told how a port fares. A process that runs out of file descriptors cannot accept connections. */
export interface PortWatch {
  /** No connection is accepted any more. */
  refuses(reason: string): void;
  /** Connections are accepted again. */
  accepts(reason: string): void;
}
