import type { KeyRecord } from "../../store/key_store.ts";

/** Ids of the keys on which a restore undoes something. */
export interface LostChanges {
  /** Revoked since the backup: they work again. */
  readonly revocations: readonly string[];
  /** Rotated since: the older key works again, the newer one does not. */
  readonly rotations: readonly string[];
  /** Of other scopes, limits, expiry or name since. */
  readonly changes: readonly string[];
  /** Made since: they are gone. */
  readonly creations: readonly string[];
}

/** Returns what is undone when some keys take the place of the present ones. */
export function findLostChanges(
  present: readonly KeyRecord[],
  next: readonly KeyRecord[],
): LostChanges {
  const nextById = new Map(next.map((record) => [record.id, record]));
  const idsOf = (isSo: (now: KeyRecord, then: KeyRecord) => boolean): readonly string[] =>
    present.filter((now) => {
      const then = nextById.get(now.id);
      return then !== undefined && isSo(now, then);
    }).map(({ id }) => id);
  return {
    revocations: idsOf((now, then) => now.status === "revoked" && then.status === "active"),
    rotations: idsOf((now, then) => now.hash.toHex() !== then.hash.toHex()),
    changes: idsOf((now, then) => settingsOf(now) !== settingsOf(then)),
    creations: present.filter(({ id }) => !nextById.has(id)).map(({ id }) => id),
  };
}

function settingsOf({ name, scopes, expiresAt, limits }: KeyRecord): string {
  return JSON.stringify([name, scopes.toSorted(), expiresAt, limits]);
}

/** Returns what is undone, a sentence each; nothing where nothing is. */
export function lostChangesText(undone: LostChanges): readonly string[] {
  const sentences: readonly (readonly [readonly string[], string])[] = [
    [undone.revocations, "Revoked since the backup, and working again"],
    [undone.rotations, "Rotated since: the older key works again, the newer one does not"],
    [undone.changes, "Updated since, and as before again"],
    [undone.creations, "Made since, and gone"],
  ];
  return sentences.filter(([ids]) => ids.length > 0)
    .map(([ids, sentence]) => `${sentence}: ${ids.join(", ")}`);
}
