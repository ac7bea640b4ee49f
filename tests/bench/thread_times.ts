/** Processor time of the threads of a process by kind, microseconds. */
export interface ThreadTimes {
  /** The thread that serves requests. */
  readonly main: number;
  /** Engines in workers. */
  readonly workers: number;
  /** Compiler, garbage collector and files. */
  readonly others: number;
}

const MICROSECONDS_PER_NANOSECOND = 1e-3;

/**
 * Returns the processor time of a process's threads since their start, as counted by Linux. Unlike
 * requests per second, it does not depend on other load on the machine.
 *
 * @param pid the process
 */
export function threadTimes(pid: number): ThreadTimes {
  const times = { main: 0, workers: 0, others: 0 };
  const folder = `/proc/${pid}/task`;
  for (const { name } of Deno.readDirSync(folder)) {
    const [nanoseconds] = Deno.readTextFileSync(`${folder}/${name}/schedstat`).split(" ");
    const comm = Deno.readTextFileSync(`${folder}/${name}/comm`);
    const kind = Number(name) === pid ? "main" : comm.startsWith("worker") ? "workers" : "others";
    times[kind] += Number(nanoseconds) * MICROSECONDS_PER_NANOSECOND;
  }
  return times;
}

/** Returns the total. */
export function total({ main, workers, others }: ThreadTimes): number {
  return main + workers + others;
}

/** Returns the processor time between two readings, per request. */
export function perRequest(from: ThreadTimes, to: ThreadTimes, requests: number): ThreadTimes {
  return {
    main: (to.main - from.main) / requests,
    workers: (to.workers - from.workers) / requests,
    others: (to.others - from.others) / requests,
  };
}
