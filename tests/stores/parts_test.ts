import { assertEquals, assertRejects } from "@std/assert";
import { FolderParts } from "../../server/store/parts/folder_parts.ts";
import type { PartStore } from "../../server/store/parts/part_store.ts";
import { S3Parts } from "../../server/store/parts/s3_parts.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { S3Server } from "../../server/testing/s3_server.ts";
import { needing } from "../../server/testing/tools.ts";

const encoder = new TextEncoder();

/** Tests that every place of parts passes. */
async function testParts(parts: PartStore): Promise<void> {
  assertEquals(await parts.searchIds(), []);
  const large = new Uint8Array(3_000_000).map((_, at) => at % 251);
  await parts.put("a/1.parquet", large);
  await parts.put("a/2.parquet", encoder.encode("two"));
  await parts.put("a/2.parquet", encoder.encode("two"));
  await parts.put("b/3.parquet", encoder.encode("three"));
  assertEquals(await parts.get("a/1.parquet"), large);
  assertEquals(await parts.get("a/2.parquet"), encoder.encode("two"));
  assertEquals((await parts.searchIds()).toSorted(), ["a", "b"]);
  await parts.remove("a");
  await parts.remove("none");
  assertEquals(await parts.searchIds(), ["b"]);
  await assertRejects(() => parts.get("a/1.parquet"));
  assertEquals(await parts.get("b/3.parquet"), encoder.encode("three"));
}

Deno.test("parts in a folder", () =>
  withFolder(async (folder) => {
    await testParts(new FolderParts(`${folder}/points`));
    // A killed writer leaves a file of another name, which goes with its search.
    await Deno.writeTextFile(`${folder}/points/b/4.parquet.0.partial`, "half");
    await new FolderParts(`${folder}/points`).remove("b");
    assertEquals(await Array.fromAsync(Deno.readDir(`${folder}/points`)), []);
  }));

Deno.test({
  ...needing(["moto"], "parts in a bucket of a real server"),
  async fn(): Promise<void> {
    await using server = await S3Server.start();
    const place = await server.bucket();
    await testParts(new S3Parts(place));
    await testParts(new S3Parts({ ...place, prefix: "team/points/" }));
    const missing = new S3Parts({ ...place, bucket: "missing" });
    const { message } = await assertRejects(() => missing.put("a/1", encoder.encode("1")), Error);
    assertEquals(message, "the object store answers 404 (NoSuchBucket) to PUT /missing/a/1");
  },
});

Deno.test("a listing of many pages is read to its end, and names are decoded", async () => {
  const asked: string[] = [];
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${searchParams.get("prefix")} ${searchParams.get("continuation-token")}`);
      const isFirst = searchParams.get("continuation-token") === null;
      return new Response(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Prefix>p/</Prefix>${
          isFirst
            ? "<IsTruncated>true</IsTruncated><NextContinuationToken>a+b=</NextContinuationToken>" +
              "<CommonPrefixes><Prefix>p/one&amp;1/</Prefix></CommonPrefixes>"
            : "<CommonPrefixes><Prefix>p/two/</Prefix></CommonPrefixes>"
        }</ListBucketResult>`,
      );
    },
  );
  const parts = new S3Parts({
    endpoint: `http://127.0.0.1:${server.addr.port}`,
    region: "us-east-1",
    bucket: "bucket",
    prefix: "p/",
    accessKeyId: "a",
    secretAccessKey: "b",
  });
  assertEquals(await parts.searchIds(), ["one&1", "two"]);
  assertEquals(asked, ["p/ null", "p/ a+b="]);
});
