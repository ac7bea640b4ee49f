// This module is browser compatible.

/**
 * Jobs that wait, in a line for each key. The keys take turns, so who sends much waits for himself
 * and not others for him. A key may wait with as many jobs as it leaves places free: however many
 * keys fill the room, there is a place for the next one (Choudhury and Hahne 1998, dynamic queue
 * length thresholds).
 */
export class FairQueue<T extends { readonly keyId: string }> {
  readonly #placesMax: number;
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  /** @param placesMax jobs that may wait */
  constructor(placesMax: number) {
    this.#placesMax = placesMax;
  }

  /** How many jobs wait. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether one more job of the key may wait. */
  hasRoom(keyId: string): boolean {
    return (this.#lines.get(keyId)?.length ?? 0) < this.#placesMax - this.#size;
  }

  /** Adds a job to the line of its key; a key that had none has its turn after all others. */
  push(job: T): void {
    const line = this.#lines.get(job.keyId);
    if (line) line.push(job);
    else this.#lines.set(job.keyId, [job]);
    this.#size++;
  }

  /** Adds jobs that have had their turn: they go first, in their order. */
  putBack(jobs: readonly T[]): void {
    const [...others] = this.#lines;
    this.#lines.clear();
    for (const job of jobs) this.push(job);
    for (const [keyId, line] of others) {
      this.#lines.set(keyId, [...this.#lines.get(keyId) ?? [], ...line]);
    }
  }

  /** Returns the job whose turn it is among the keys that may go; it stays where it is. */
  next(mayGo: (keyId: string) => boolean): T | null {
    for (const [keyId, [job]] of this.#lines) {
      if (job && mayGo(keyId)) return job;
    }
    return null;
  }

  /** Takes the first job of a key; the key's next turn is after that of all others. */
  take({ keyId }: T): void {
    const line = this.#lines.get(keyId) ?? [];
    this.#lines.delete(keyId);
    if (line.shift() !== undefined) this.#size--;
    if (line.length > 0) this.#lines.set(keyId, line);
  }

  /** Takes all jobs. */
  takeAll(): readonly T[] {
    const jobs = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return jobs;
  }
}
