import { type Arena, type ArenaOptions, makeArena } from "./arena.ts";

/** How often the clock goes on, and by how much. */
const TICK_MS = 20;

/** An arena on a port of this process, for programs that speak HTTP only. */
export interface ServedArena extends AsyncDisposable {
  readonly arena: Arena;
  readonly origin: string;
  /** A key with every scope. */
  readonly key: string;
}

/** Opens an arena whose clock goes on by itself, with a budget that no test uses up. */
export async function serveArena(options: ArenaOptions = {}): Promise<ServedArena> {
  const limits = { budgetUnits: 1e6, ...options.limits };
  const arena = await makeArena({ ...options, limits });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => arena.fetch(request),
  );
  const ticking = setInterval(() => arena.clock.advance(TICK_MS), TICK_MS);
  return {
    arena,
    origin: `http://127.0.0.1:${server.addr.port}`,
    key: arena.key,
    [Symbol.asyncDispose]: () => {
      clearInterval(ticking);
      return server.shutdown();
    },
  };
}
