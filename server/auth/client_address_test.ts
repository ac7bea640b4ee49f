import { assertEquals } from "@std/assert";
import { proxyMatcher } from "../process/listen/trusted_proxies.ts";
import { callerOf, clientAddress, networkAddress } from "./client_address.ts";

const isTrusted = await proxyMatcher(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48", "::1"]);

Deno.test("clientAddress() ignores the header of an untrusted peer", () => {
  assertEquals(clientAddress("192.0.2.1", "198.51.100.9", isTrusted), "192.0.2.1");
  assertEquals(clientAddress("10.0.0.1", "198.51.100.9", () => false), "10.0.0.1");
});

Deno.test("clientAddress() returns the right-most hop that is not a trusted proxy", () => {
  const forged = "127.0.0.1, 198.51.100.1";
  assertEquals(clientAddress("127.0.0.1", `${forged}, 192.0.2.7`, isTrusted), "192.0.2.7");
  assertEquals(
    clientAddress("::1", `${forged}, 192.0.2.7, 10.9.9.9, 2001:db8:1:2::3`, isTrusted),
    "192.0.2.7",
  );
});

Deno.test("clientAddress() returns the first of trusted proxies only", () => {
  assertEquals(clientAddress("127.0.0.1", null, isTrusted), "127.0.0.1");
  assertEquals(clientAddress("127.0.0.1", "", isTrusted), "127.0.0.1");
  assertEquals(clientAddress("127.0.0.1", "10.0.0.2, 10.0.0.1", isTrusted), "10.0.0.2");
});

Deno.test("clientAddress() reads ports, brackets and IPv4 written as IPv6", () => {
  const hops = ["192.0.2.7:5123", "[2001:db8:9::7]:443", "[2001:db8:9::7]", "::ffff:192.0.2.7"];
  assertEquals(hops.map((hop) => clientAddress("::ffff:127.0.0.1", hop, isTrusted)), [
    "192.0.2.7",
    "2001:db8:9::7",
    "2001:db8:9::7",
    "192.0.2.7",
  ]);
});

Deno.test("clientAddress() trusts no text that is not an address", () => {
  assertEquals(clientAddress("127.0.0.1", "6.6.6.6, unknown", isTrusted), "unknown");
});

Deno.test("callerOf() counts a /64 of IPv6 as one caller", () => {
  assertEquals(callerOf("192.0.2.7"), "192.0.2.7");
  const same = ["2001:DB8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"];
  assertEquals(new Set(same.map(callerOf)), new Set(["2001:db8:1:2::/64"]));
  assertEquals(callerOf("2001:db8:1:3::1"), "2001:db8:1:3::/64");
  assertEquals(callerOf("::1"), "0:0:0:0::/64");
  // The first address leaves out a group of zeros, the second does not.
  assertEquals(callerOf("2001::2:3:4:5:6:7"), "2001:0:2:3::/64");
  assertEquals(callerOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assertEquals(callerOf("2001:db8:1::2:3:4:5:6"), "2001:db8:1:2::/64");
});

Deno.test("networkAddress() returns a network or null, never a whole address or the text of a header", () => {
  const cases: [string, string | null][] = [
    ["192.0.2.7", "192.0.2.0/24"],
    ["192.0.2.7:4711", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.0/24"],
    ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", null],
    ["2001:db8:1", null],
    ["unknown", null],
    ["sa_AbCdEfGhIjKl_secret", null],
    ["1.2.3.4\n", null],
    ["2001:db8::zz\u001b", "2001:db8:0:0::/64"],
    ["sa_AbCdEfGhIjKl_:b:c:d:e:f:g:h", null],
  ];
  for (const [address, network] of cases) assertEquals(networkAddress(address), network, address);
});
