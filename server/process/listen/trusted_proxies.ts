import type { IsTrustedProxy } from "../../auth/client_address.ts";

/**
 * Returns a function that matches the addresses of some proxies.
 *
 * @param ranges addresses and CIDR ranges, checked
 */
export async function proxyMatcher(ranges: readonly string[]): Promise<IsTrustedProxy> {
  if (ranges.length === 0) return () => false;
  // Loaded on demand, because node:net is slow to load.
  const { BlockList, isIP, isIPv6 } = await import("node:net");
  const familyOf = (address: string) => isIPv6(address) ? "ipv6" : "ipv4";
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}
