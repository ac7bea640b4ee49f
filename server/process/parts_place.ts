import { messageOf, StartError } from "../base/errors.ts";
import type { PartsPlace } from "../store/parts/open_parts.ts";
import type { S3Place } from "../store/parts/s3_parts.ts";
import type { Config } from "./config.ts";

const BUCKET = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/;

/**
 * Returns the place of the points of searches.
 *
 * @param read returns the content of a file
 * @throws {StartError} when a setting of the object store is missing or wrong
 */
export async function partsPlaceOf(
  { searches: { file, points, s3Endpoint, s3Region, s3Credentials } }: Pick<Config, "searches">,
  read: (path: string) => Promise<string>,
): Promise<PartsPlace> {
  const place = points ?? `${file.replace(/\.sqlite$/, "")}-points`;
  if (!place.startsWith("s3:")) return { kind: "folder", path: place };
  const [, bucket, path = ""] = BUCKET.exec(place) ?? [];
  if (bucket === undefined) {
    throw new StartError(
      `Cannot start: ARENA_SEARCH_POINTS is "${place}", must be a folder or s3://BUCKET/PREFIX`,
    );
  }
  return {
    kind: "s3",
    bucket,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    region: s3Region,
    endpoint: s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`,
    ...await credentialsOf(s3Credentials, read),
  };
}

/** Reads a credentials file of the AWS tools; its first profile counts. */
async function credentialsOf(
  path: string | null,
  read: (path: string) => Promise<string>,
): Promise<Pick<S3Place, "accessKeyId" | "secretAccessKey">> {
  if (path === null) {
    throw new StartError(
      "Cannot start: ARENA_S3_CREDENTIALS is not set, must name a file with aws_access_key_id and " +
        "aws_secret_access_key",
    );
  }
  let text: string;
  try {
    text = await read(path);
  } catch (cause) {
    throw new StartError(`Cannot start: ARENA_S3_CREDENTIALS, ${path}: ${messageOf(cause)}`, {
      cause,
    });
  }
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^\\s*${name}\\s*=\\s*(\\S+)\\s*$`, "m").exec(text)?.[1];
  const [accessKeyId, secretAccessKey] = [
    valueOf("aws_access_key_id"),
    valueOf("aws_secret_access_key"),
  ];
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey };
  }
  throw new StartError(
    `Cannot start: ARENA_S3_CREDENTIALS, ${path}: must have the lines aws_access_key_id = ... and ` +
      "aws_secret_access_key = ...",
  );
}
