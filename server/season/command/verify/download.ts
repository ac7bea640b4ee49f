import type { Clock } from "../../../base/clock.ts";
import { messageOf, StartError } from "../../../base/errors.ts";

/** The content of a file. */
export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Downloads a file; resolves with null when the server has no such file.
 *
 * @throws {StartError} when the address does not answer
 */
export type Download = (url: string) => Promise<Bytes | null>;

/** The parts of a program that downloads use. */
export interface DownloadHost {
  readonly clock: Pick<Clock, "after">;
  /** Prints a line beside the output. */
  printError(line: string): void;
}

/** Largest file that is read over the network: a matrix of 10,000 rows has 164 MB. */
const BYTES_MAX = 400_000_000;
const TIMEOUT_MS = 60_000;
const SECOND_MS = 1000;
/** The longest time to wait for a server that asks for it, in all downloads of a verification. */
const WAITS_MAX_S = 600;
/** The status of a budget that is used up, and of a server that is busy. */
const LATER: ReadonlySet<number> = new Set([429, 503]);

/** Returns downloads that wait as long as the server asks for, within ten minutes in all. */
export function downloads({ clock, printError }: DownloadHost): Download {
  let leftS = WAITS_MAX_S;
  const download: Download = async (url) => {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await bounded(response);
    await response.body?.cancel();
    const { status } = response;
    if (status === 404) return null;
    const seconds = LATER.has(status) ? retryAfter(response) : null;
    if (seconds === null) throw new Error(`the status is ${status}`);
    if (seconds > leftS) {
      throw new Error(
        `the status is ${status}, and the server asks to wait ${seconds} s; ${leftS} s are left of ` +
          `the ${WAITS_MAX_S} s that a verification waits`,
      );
    }
    leftS -= seconds;
    printError(`Waiting ${seconds} s: ${url} has the status ${status}, and asks for it`);
    await new Promise<void>((resolve) => clock.after(seconds * SECOND_MS, resolve));
    return await download(url);
  };
  return async (url) => {
    try {
      return await download(url);
    } catch (cause) {
      throw new StartError(`Cannot read ${url}: ${failureText(cause)}`, { cause });
    }
  };
}

/** Returns the seconds of `Retry-After`, at least 1; null without a number. */
function retryAfter({ headers }: Response): number | null {
  const text = headers.get("retry-after") ?? "";
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : null;
}

/** Returns why a request failed; Node says it in the cause alone. */
function failureText(thrown: unknown): string {
  const { message, cause } = Object(thrown);
  return message === "fetch failed" && cause instanceof Error ? cause.message : messageOf(thrown);
}

async function bounded(response: Response): Promise<Bytes> {
  const parts: Bytes[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error(`it has more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return await new Blob(parts).bytes();
}
