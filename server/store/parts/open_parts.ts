import { FolderParts } from "./folder_parts.ts";
import type { PartStore } from "./part_store.ts";
import type { S3Place } from "./s3_parts.ts";

/** A place of the points that searches keep. */
export type PartsPlace =
  | { readonly kind: "folder"; readonly path: string }
  | ({ readonly kind: "s3" } & S3Place);

/** Opens the place of the points of searches. */
export async function openParts(place: PartsPlace): Promise<PartStore> {
  if (place.kind === "folder") return new FolderParts(place.path);
  // Only loaded with an object store.
  const { S3Parts } = await import("./s3_parts.ts");
  return new S3Parts(place);
}
