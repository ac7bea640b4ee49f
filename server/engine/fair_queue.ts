// This module is browser compatible.

/**
 * Waiting jobs, in one queue per key. The keys take turns, so a key that sends many jobs delays only
 * itself. A key may queue as many jobs as there are free places left: however many keys fill the
 * queue, the next one finds a place (Choudhury and Hahne 1998, dynamic queue length thresholds).
 */
export class FairQueue<T extends { readonly keyId: string }> {
  readonly #sizeMax: number;
  /** In the order of their turns; no queue is empty. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  /** @param sizeMax jobs that may wait */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /** The number of waiting jobs. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether a job of the key waits. */
  has(keyId: string): boolean {
    return this.#queues.has(keyId);
  }

  /** Returns whether one more job of the key may wait. */
  hasRoom(keyId: string): boolean {
    return (this.#queues.get(keyId)?.length ?? 0) < this.#sizeMax - this.#size;
  }

  /** Adds a job to the queue of its key; a new key has its turn after all others. */
  push(job: T): void {
    const queue = this.#queues.get(job.keyId);
    if (queue) queue.push(job);
    else this.#queues.set(job.keyId, [job]);
    this.#size++;
  }

  /** Puts back jobs that had their turn: they run first, in their order. */
  requeue(jobs: readonly T[]): void {
    const [...others] = this.#queues;
    this.#queues.clear();
    for (const job of jobs) this.push(job);
    for (const [keyId, queue] of others) {
      this.#queues.set(keyId, [...this.#queues.get(keyId) ?? [], ...queue]);
    }
  }

  /** Returns the job whose turn it is among the first of each key that may run, without taking it. */
  next(mayRun: (job: T) => boolean): T | null {
    for (const [job] of this.#queues.values()) {
      if (job && mayRun(job)) return job;
    }
    return null;
  }

  /** Takes the first job of a key; the key's next turn comes after all others. */
  take({ keyId }: T): void {
    const queue = this.#queues.get(keyId) ?? [];
    this.#queues.delete(keyId);
    if (queue.shift() !== undefined) this.#size--;
    if (queue.length > 0) this.#queues.set(keyId, queue);
  }

  /** Removes a waiting job; its key keeps its turn. */
  remove(job: T): void {
    const queue = this.#queues.get(job.keyId) ?? [];
    const at = queue.indexOf(job);
    if (at < 0) return;
    queue.splice(at, 1);
    this.#size--;
    if (queue.length === 0) this.#queues.delete(job.keyId);
  }

  /** Takes all jobs. */
  takeAll(): readonly T[] {
    const jobs = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#size = 0;
    return jobs;
  }
}
