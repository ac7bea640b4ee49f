/** Returns a port that nobody has, for a program that cannot say which one it took. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
