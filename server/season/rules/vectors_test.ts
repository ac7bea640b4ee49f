import { assert, assertEquals } from "@std/assert";
import { canonicalJson } from "../../base/canonical_json.ts";
import { ROOT } from "../../testing/root.ts";
import { keyTagOf } from "./key_tag.ts";
import { EMPTY_HEAD, headOf, leafOf, nextHead } from "./log.ts";
import { signingKeyOf } from "../../process/signing_key.ts";
import { isSigned, type PublicKey, type Receipt } from "./receipt.ts";
import { pathSeedsOf, seasonSeedOf, secretHashOf } from "./seeds.ts";

/** Numbers of an independent implementation of the rules of seasons. */
const vectors = JSON.parse(await Deno.readTextFile(`${ROOT}tests/golden/season.json`));

interface LogRecord {
  readonly canonical: string;
  readonly leaf: string;
  readonly head: string;
}
const log: readonly LogRecord[] = vectors.log;
const keys: readonly PublicKey[] = vectors.signing.keys;
const receipts: readonly Receipt[] = vectors.signing.receipts;

Deno.test("canonical JSON is that of RFC 8785", () => {
  for (const [text, wanted] of vectors.canonicalNumbers) {
    assertEquals(canonicalJson(Number(text)), wanted);
  }
  for (const { canonical } of log) assertEquals(canonicalJson(JSON.parse(canonical)), canonical);
  for (const { payload } of receipts) assertEquals(canonicalJson(JSON.parse(payload)), payload);
  // Members are sorted by code units, not by letters.
  assertEquals(
    canonicalJson({
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\ud83d\ude00": 5,
      "\u0080": 6,
      "\u00f6": 7,
    }),
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  );
});

Deno.test("the log is the chain of an independent implementation", async () => {
  let head = EMPTY_HEAD;
  for (const record of log) {
    const leaf = await leafOf(JSON.parse(record.canonical));
    head = await nextHead(head, leaf);
    assertEquals([leaf.toHex(), head.toHex()], [record.leaf, record.head]);
  }
});

Deno.test("secret, entries and beacon decide the seeds of the paths", async () => {
  const { secret, secretHash, beacon, entriesRoot, seeds } = vectors.season;
  const bytes = Uint8Array.fromHex(secret);
  assertEquals(await secretHashOf(bytes), secretHash);
  const entries = log.filter(({ canonical }) => canonical.includes('"kind":"entry"'));
  const root = await headOf(entries.map(({ leaf }) => Uint8Array.fromHex(leaf)));
  assertEquals(root.toHex(), entriesRoot);
  for (const wanted of seeds) {
    const seed = await seasonSeedOf({
      secret: bytes,
      entriesRoot: wanted.entries === 0 ? await headOf([]) : root,
      beacon: wanted.beacon === "" ? null : Uint8Array.fromHex(beacon),
    });
    assertEquals(seed.toHex(), wanted.seasonSeed);
    const paths = await pathSeedsOf(seed, 512);
    for (const { s, seed: text } of wanted.paths) assertEquals(String(paths[s - 1]), text);
  }
});

Deno.test("tags of keys are those of an independent implementation", async () => {
  const { callers, keyTags, keyTagOfEvaluation } = vectors.entries;
  for (const [number, caller] of Object.entries<string>(callers)) {
    assertEquals(await keyTagOf("autumn-1", caller), keyTags[number]);
  }
  assertEquals(await keyTagOf("", callers[1]), keyTagOfEvaluation);
});

Deno.test("receipts are signed as an independent implementation signs them", async () => {
  for (const [at, seed] of vectors.signing.seeds.entries()) {
    const key = signingKeyOf(Uint8Array.fromHex(seed));
    assertEquals([key.keyId, key.publicKey], [keys[at]?.keyId, keys[at]?.publicKey]);
    for (const receipt of receipts.filter(({ keyId }) => keyId === key.keyId)) {
      assertEquals(key.sign(JSON.parse(receipt.payload)), receipt);
      assert(await isSigned(receipt, key));
    }
  }
});
