import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { InlineWorker } from "../testing/inline_worker.ts";
import { ApiError, StartError } from "./errors.ts";
import { run } from "../testing/programs.ts";
import { Connection, lazyRemote, WorkerLost } from "./remote.ts";
import { transfer } from "./remote_messages.ts";
import type { ServeOptions } from "./serve_remote.ts";

/** A stream whose reader may be looked at. */
class Pieces {
  made = 0;
  isEnded = false;

  async *[Symbol.asyncIterator](): AsyncGenerator<number> {
    try {
      for (let piece = 0; piece < 3; piece++) {
        this.made++;
        yield await Promise.resolve(piece);
      }
    } finally {
      this.isEnded = true;
    }
  }
}

class Service {
  readonly pieces = new Pieces();

  double(value: number): number {
    return 2 * value;
  }

  bytes(given: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return transfer(given, [given.buffer]);
  }

  refuse(): never {
    throw new ApiError("OVERLOADED", "Cannot run: it is full", {
      retryAfterMs: 5,
      cause: new Error("the queue"),
    });
  }

  fault(): Promise<never> {
    return Promise.reject(new StartError("Cannot start: no file", { cause: "ENOENT" }));
  }

  foreign(): never {
    throw Object.assign(new TypeError("odd"), { place: 7 });
  }

  stream(): Promise<AsyncIterable<number>> {
    return Promise.resolve(this.pieces);
  }

  tell(heard: (word: string, bytes: Uint8Array) => void, signal: AbortSignal): Promise<string> {
    heard("first", new Uint8Array([1]));
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        heard("last", new Uint8Array());
        resolve("aborted");
      });
    });
  }

  never(): Promise<never> {
    return new Promise(() => {});
  }

  uncloneable(): unknown {
    return () => {};
  }
}

interface Setup {
  readonly worker: InlineWorker;
  readonly service: Service;
  readonly connection: Connection<Service>;
  readonly losses: string[];
}

function setUp(): Setup {
  const service = new Service();
  const worker = new InlineWorker(service);
  const losses: string[] = [];
  const connection = new Connection<Service>(worker, {
    onLost: (reason) => losses.push(reason),
    revivers: {
      TypeError: ({ message, members }) => new TypeError(`${message} ${members["place"]}`),
    },
  });
  return { worker, service, connection, losses };
}

Deno.test("calls are answered each with its own value", async () => {
  const { remote } = setUp().connection;
  assertEquals(await Promise.all([1, 2, 3].map((value) => remote.double(value))), [2, 4, 6]);
});

Deno.test("marked buffers are moved there and back, all others are copied", async () => {
  const { remote } = setUp().connection;
  const [copied, moved] = [new Uint8Array([1, 2]), new Uint8Array([3])];
  assertEquals(await remote.bytes(copied), new Uint8Array([1, 2]));
  assertEquals(await remote.bytes(transfer(moved, [moved.buffer])), new Uint8Array([3]));
  assertEquals([copied.length, moved.length], [2, 0]);
});

Deno.test("errors cross with class, code, context and the message of their cause", async () => {
  const { remote } = setUp().connection;
  const refused = await assertRejects(() => remote.refuse(), ApiError, "Cannot run: it is full");
  assertEquals([refused.code, refused.context], ["OVERLOADED", {
    retryAfterMs: 5,
    cause: "the queue",
  }]);
  const fault = await assertRejects(() => remote.fault(), StartError, "Cannot start: no file");
  assertEquals(fault.cause, "ENOENT");
  await assertRejects(() => remote.foreign(), TypeError, "odd 7");
});

Deno.test("what cannot be cloned fails its own call, whether it goes or comes", async () => {
  const { connection: { remote }, losses } = setUp();
  await assertRejects(() => remote.uncloneable(), Error, "could not be cloned");
  await assertRejects(() => remote.double(Symbol("no number") as unknown as number));
  assertEquals([await remote.double(4), losses], [8, []]);
});

Deno.test("a stream makes a piece when one is asked for, and ends with its reader", async () => {
  const { connection: { remote }, service: { pieces } } = setUp();
  for await (const piece of await remote.stream()) {
    assertEquals([piece, pieces.made], [0, 1]);
    break;
  }
  // A call that comes after the end of the stream.
  await remote.double(1);
  assert(pieces.isEnded);
  assertEquals(await Array.fromAsync(await remote.stream()), [0, 1, 2]);
});

Deno.test("a call has callbacks and a signal, until it settles", async () => {
  const { remote } = setUp().connection;
  const heard: string[] = [];
  const abort = new AbortController();
  const told = remote.tell((word, bytes) => heard.push(word + bytes.length), abort.signal);
  await remote.double(1);
  assertEquals(heard, ["first1"]);
  abort.abort();
  assertEquals([await told, heard], ["aborted", ["first1", "last0"]]);
  assertEquals(await remote.tell(() => {}, AbortSignal.abort()), "aborted");
});

Deno.test("a worker that fails is lost with all its calls, once, and is terminated", async () => {
  const { connection, worker, losses } = setUp();
  const calls = [connection.remote.never(), connection.remote.never()];
  const failed = Promise.allSettled(calls);
  worker.fail("out of memory");
  worker.fail("out of memory");
  for (const call of calls) {
    await assertRejects(() => call, WorkerLost, "Cannot use a worker: out of memory");
  }
  await failed;
  await assertRejects(() => connection.remote.double(1), WorkerLost);
  assertEquals([losses, worker.isTerminated, connection.isClosed], [["out of memory"], true, true]);
});

Deno.test("a connection that is closed fails its calls with the reason, and is not lost", async () => {
  const { connection, worker, losses } = setUp();
  const call = connection.remote.never();
  connection.close(new RangeError("enough"));
  await assertRejects(() => call, RangeError, "enough");
  assertEquals([losses, worker.isTerminated], [[], true]);
});

Deno.test("a fatal error ends the worker, and its other calls with it", async () => {
  const worker = new InlineWorker(new Service());
  const isFatal = (error: Error): boolean => error instanceof StartError;
  const { remote } = new Connection<Service>(worker, { isFatal });
  await assertRejects(() => remote.refuse(), ApiError);
  assertEquals([await remote.double(1), worker.isTerminated], [2, false]);
  const other = remote.never();
  await assertRejects(() => remote.fault(), StartError);
  await assertRejects(() => other, StartError);
  assert(worker.isTerminated);
});

Deno.test("calls in order begin when the one before has settled", async () => {
  const log: string[] = [];
  const service = {
    async wait(name: string): Promise<void> {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    },
  };
  const called = async (options: ServeOptions): Promise<readonly string[]> => {
    const { remote } = new Connection<typeof service>(new InlineWorker(service, options));
    await Promise.all([remote.wait("a"), remote.wait("b")]);
    return log.splice(0);
  };
  assertEquals(await called({ isInOrder: true }), ["a begins", "a ends", "b begins", "b ends"]);
  assertEquals(await called({}), ["a begins", "b begins", "a ends", "b ends"]);
});

Deno.test("a lazy worker starts with the first call, and again after it was lost", async () => {
  const workers: InlineWorker[] = [];
  let started = 0;
  const lazy = lazyRemote<Service, number>(
    () => {
      const worker = new InlineWorker(new Service());
      workers.push(worker);
      return new Connection<Service>(worker);
    },
    async ({ remote }) => {
      await remote.double(1);
      return ++started;
    },
  );
  assertEquals(workers.length, 0);
  assertEquals(await Promise.all([lazy.remote.double(1), lazy.remote.double(2)]), [2, 4]);
  assertEquals([workers.length, await lazy.open()], [1, 1]);
  workers[0]?.fail("out of memory");
  assertEquals([await lazy.remote.double(3), workers.length, started], [6, 2, 2]);
  lazy.close();
  assertEquals([await lazy.open(), workers[1]?.isTerminated], [3, true]);
});

Deno.test("a start that fails ends the worker, fails its calls, and is tried again", async () => {
  const workers: InlineWorker[] = [];
  const lazy = lazyRemote<Service>(
    () => {
      const worker = new InlineWorker(new Service());
      workers.push(worker);
      return new Connection<Service>(worker);
    },
    async ({ remote }) => {
      if (workers.length === 1) await remote.fault();
    },
  );
  await assertRejects(() => lazy.remote.double(1), StartError);
  assertEquals([workers[0]?.isTerminated, await lazy.remote.double(1)], [true, 2]);
});

/** A program whose thread breaks. Deno prints that, which would look like a fault of the tests. */
const BREAKING = `
  import { Connection } from "${import.meta.resolve("./remote.ts")}";

  const code = \`
    import { serveRemote } from "${import.meta.resolve("./serve_remote.ts")}";
    serveRemote(self, {
      double: (value) => 2 * value,
      break: () => { setTimeout(() => { throw new Error("broken"); }, 0); },
    });
  \`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const lost = Promise.withResolvers();
  const { remote } = new Connection(new Worker(url, { type: "module" }), { onLost: lost.resolve });
  console.log(await remote.double(21));
  await remote.break();
  console.log(await lost.promise);
`;

Deno.test("a thread is served as one on this thread is", async () => {
  const { stdout, stderr } = await run(Deno.execPath(), ["eval", "--no-check", BREAKING]);
  const [answer, lost = ""] = stdout.split("\n");
  assertEquals(answer, "42", stderr);
  assertStringIncludes(lost, "broken");
});
