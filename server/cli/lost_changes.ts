import type { KeyRecord } from "../store/key_store.ts";

/** Ids of the keys whose changes a restore loses. */
export interface LostChanges {
  /** Revoked since the backup: these keys work again. */
  readonly revocations: readonly string[];
  /** Rotated since: the older key works again, the newer one does not. */
  readonly rotations: readonly string[];
  /** Scopes, limits, expiry or name changed since. */
  readonly changes: readonly string[];
  /** Created since: these keys are gone. */
  readonly creations: readonly string[];
}

/** Returns the changes that are lost when other keys replace the present ones. */
export function findLostChanges(
  present: readonly KeyRecord[],
  next: readonly KeyRecord[],
): LostChanges {
  const nextById = new Map(next.map((record) => [record.id, record]));
  const idsWhere = (isChanged: (now: KeyRecord, then: KeyRecord) => boolean): readonly string[] =>
    present.filter((now) => {
      const then = nextById.get(now.id);
      return then !== undefined && isChanged(now, then);
    }).map(({ id }) => id);
  return {
    revocations: idsWhere((now, then) => now.status === "revoked" && then.status === "active"),
    rotations: idsWhere((now, then) => now.hash.toHex() !== then.hash.toHex()),
    changes: idsWhere((now, then) => settingsText(now) !== settingsText(then)),
    creations: present.filter(({ id }) => !nextById.has(id)).map(({ id }) => id),
  };
}

function settingsText({ name, scopes, expiresAt, limits }: KeyRecord): string {
  return JSON.stringify([name, scopes.toSorted(), expiresAt, limits]);
}

/** Returns one sentence per kind of change that is lost. */
export function lostChangesText(undone: LostChanges): readonly string[] {
  const sentences: readonly (readonly [readonly string[], string])[] = [
    [undone.revocations, "Revoked since the backup; these keys work again"],
    [undone.rotations, "Rotated since; the older keys work again, the newer ones do not"],
    [undone.changes, "Updated since; the earlier settings are back"],
    [undone.creations, "Created since; these keys are gone"],
  ];
  return sentences.filter(([ids]) => ids.length > 0)
    .map(([ids, sentence]) => `${sentence}: ${ids.join(", ")}`);
}
