import { assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../base/errors.ts";
import type { PartsPlace } from "../store/parts/open_parts.ts";
import { readConfig } from "./config.ts";
import { partsPlaceOf } from "./parts_place.ts";

const FILES: Readonly<Record<string, string>> = {
  "good": "[default]\naws_access_key_id = AK\naws_secret_access_key=s/e+c\n",
  "half": "aws_access_key_id = AK\n",
};

function placeOf(variables: Readonly<Record<string, string>>): Promise<PartsPlace> {
  return partsPlaceOf(readConfig((name) => variables[name]), (path) => {
    const text = FILES[path];
    return text === undefined ? Promise.reject(new Error("no such file")) : Promise.resolve(text);
  });
}

Deno.test("points are beside the searches, in a folder, or in a bucket", async () => {
  assertEquals(await placeOf({}), { kind: "folder", path: "data/searches-points" });
  assertEquals(await placeOf({ ARENA_SEARCH_POINTS: "/srv/points" }), {
    kind: "folder",
    path: "/srv/points",
  });
  const bucket = { ARENA_SEARCH_POINTS: "s3://arena/a/b", ARENA_S3_CREDENTIALS: "good" };
  assertEquals(await placeOf(bucket), {
    kind: "s3",
    bucket: "arena",
    prefix: "a/b/",
    region: "us-east-1",
    endpoint: "https://s3.us-east-1.amazonaws.com",
    accessKeyId: "AK",
    secretAccessKey: "s/e+c",
  });
});

Deno.test("a wrong place of points is refused with its setting, and no secret", async () => {
  const reasonOf = async (variables: Readonly<Record<string, string>>): Promise<string> =>
    (await assertRejects(() => placeOf(variables), StartError)).message;
  assertEquals(
    await reasonOf({ ARENA_SEARCH_POINTS: "s3://No" }),
    'Cannot start: ARENA_SEARCH_POINTS is "s3://No", must be a folder or s3://BUCKET/PREFIX',
  );
  const points = { ARENA_SEARCH_POINTS: "s3://arena" };
  assertEquals(
    await reasonOf(points),
    "Cannot start: ARENA_S3_CREDENTIALS is not set, must name a file with aws_access_key_id and " +
      "aws_secret_access_key",
  );
  assertEquals(
    await reasonOf({ ...points, ARENA_S3_CREDENTIALS: "none" }),
    "Cannot start: ARENA_S3_CREDENTIALS, none: no such file",
  );
  assertEquals(
    await reasonOf({ ...points, ARENA_S3_CREDENTIALS: "half" }),
    "Cannot start: ARENA_S3_CREDENTIALS, half: must have the lines aws_access_key_id = ... and " +
      "aws_secret_access_key = ...",
  );
});
