// deno-lint-ignore no-external-import -- part of the runtime
import { AsyncLocalStorage } from "node:async_hooks";
import { type Sql, StoreError } from "../../server/store/sql.ts";

/** What happens to one statement of a store. A commit is a statement, too. */
export interface Failure {
  /** The number of the statement: 1 is the first. */
  readonly at: number;
  /** Whether the statement takes effect, and only its answer is lost. */
  readonly isAfter: boolean;
  /** Whether the process ends there, so that every later statement fails, too. */
  readonly isEnd: boolean;
}

/** The error of a store whose process has ended. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** Methods that run one statement. */
const STATEMENTS: ReadonlySet<PropertyKey> = new Set(["query", "executeSql", "lock"]);

/** A statement whose effect outlives its process. */
const DURABLE: { readonly isDurable: boolean } = { isDurable: true };

type Run = (...values: readonly unknown[]) => Promise<unknown>;

/** Lets one statement of the stores that it wraps fail. Only those of a story count. */
export class Failures {
  /** A queue has statements of its own, at times that no story decides. */
  readonly #stories = new AsyncLocalStorage<"told">();
  #failure: Failure | null = null;
  #count = 0;
  #failed: string | null = null;
  #running = 0;
  #durable: number[] = [];

  /** Statements of the story so far. */
  get count(): number {
    return this.#count;
  }

  /** The statements so far after which a database that dies has more than before them. */
  get durable(): readonly number[] {
    return this.#durable;
  }

  /** Whether a statement runs now. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** The statement that has failed. */
  get failed(): string | null {
    return this.#failed;
  }

  /** Whether the process has ended, and no other has taken its place. */
  get isEnded(): boolean {
    return this.#failed !== null && this.#failure?.isEnd === true;
  }

  /** Runs a story in which one statement fails, or none. */
  async during<T>(failure: Failure | null, story: () => Promise<T>): Promise<T> {
    this.#failure = failure;
    this.#failed = null;
    this.#count = 0;
    this.#durable = [];
    return await this.#stories.run("told", story);
  }

  /** Another process takes the place of the one that has ended: its statements succeed. */
  restart(): void {
    this.#failure = null;
  }

  /** Returns a database whose statements count. */
  wrap<S extends Sql>(sql: S): S {
    return this.#counting(sql, async (work) => {
      let committed = (): void => {};
      const outcome = await sql.transaction(async (open) => {
        const made = await work(this.#counting(open, null));
        committed = this.#begin("COMMIT", DURABLE);
        return made;
      });
      committed();
      return outcome;
    });
  }

  /**
   * Returns a database or an open transaction whose statements count.
   *
   * @param transaction runs a transaction; null in one
   */
  #counting<T extends object>(target: T, transaction: Sql["transaction"] | null): T {
    return new Proxy(target, {
      get: (_, name): unknown => {
        if (name === "transaction") return transaction;
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        const run: Run = member.bind(target);
        if (!STATEMENTS.has(name)) return run;
        return async (...values: readonly unknown[]): Promise<unknown> => {
          const text = `${String(name)} ${values[0]}`;
          const isDurable = transaction !== null && !/^\w+ SELECT/.test(text);
          const ended = this.#begin(text, { isDurable });
          this.#running++;
          const answer = await run(...values).finally(() => this.#running--);
          ended();
          return answer;
        };
      },
    });
  }

  /** Counts a statement, which may fail now; returns a function that fails it after its effect. */
  #begin(text: string, { isDurable }: typeof DURABLE): () => void {
    if (this.#stories.getStore() === undefined) return () => {};
    if (this.isEnded) throw new Killed("the process has ended");
    const isHit = ++this.#count === this.#failure?.at;
    if (isDurable) this.#durable.push(this.#count);
    if (isHit && !this.#failure?.isAfter) this.#fail(text);
    return () => {
      if (isHit && this.#failure?.isAfter) this.#fail(text);
    };
  }

  #fail(text: string): never {
    this.#failed = text;
    if (this.isEnded) throw new Killed("the process has ended");
    const lost = new Error("the connection was lost");
    throw new StoreError(lost, { isTemporary: true, code: null });
  }
}
