// This module is browser compatible.

export type IsTrustedProxy = (address: string) => boolean;

/**
 * Returns the address that a request comes from. Proxies append the address of their peer, so
 * `X-Forwarded-For` is read from its right end, and only as far as trusted proxies have written it: a
 * client can send anything further left.
 *
 * @param peerAddress address of the connection's peer
 * @param forwardedFor the header, null when it is absent
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const isTrusted = (address: string) => address.startsWith("10.");
 * assertEquals(clientAddress("10.0.0.1", "6.6.6.6, 192.0.2.7, 10.0.0.2", isTrusted), "192.0.2.7");
 * assertEquals(clientAddress("192.0.2.8", "6.6.6.6", isTrusted), "192.0.2.8");
 * ```
 */
export function clientAddress(
  peerAddress: string,
  forwardedFor: string | null,
  isTrusted: IsTrustedProxy,
): string {
  const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), peerAddress]
    .filter((hop) => hop !== "").map(withoutPort);
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? peerAddress;
}

/**
 * Returns the unit that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address,
 * because a caller usually controls all of its /64.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(callerOf("2001:db8::7"), "2001:db8:0:0::/64");
 * assertEquals(callerOf("::ffff:192.0.2.7"), "192.0.2.7");
 * ```
 */
export function callerOf(address: string): string {
  const plain = withoutPort(address);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const left = head === "" ? [] : head;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - tail.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...tail ?? []];
  return `${groups.slice(0, 4).join(":").toLowerCase()}::/64`;
}

/**
 * Returns the network of an address: enough to find the source of a flood, too little to identify one
 * caller. Null when the text, which a client may have written, is not an address.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(networkAddress("192.0.2.7"), "192.0.2.0/24");
 * assertEquals(networkAddress("2001:db8::7"), "2001:db8:0:0::/64");
 * assertEquals(networkAddress("unknown"), null);
 * ```
 */
export function networkAddress(address: string): string | null {
  const caller = callerOf(address);
  if (/^(?:[0-9a-f]{1,4}:){4}:\/64$/.test(caller)) return caller;
  const [, network] = /^((?:\d{1,3}\.){3})\d{1,3}$/.exec(caller) ?? [];
  return network === undefined ? null : `${network}0/24`;
}

/** Removes a port, which some proxies append, and the IPv6 prefix of an IPv4 address. */
function withoutPort(hop: string): string {
  const [, bracketed] = /^\[(.+)\](?::\d+)?$/.exec(hop) ?? [];
  const address = bracketed ?? hop.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
