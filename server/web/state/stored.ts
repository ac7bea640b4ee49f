import { signal } from "@preact/signals";

/** Reads a stored value; undefined: the value is not one of this kind. */
export type Schema<T> = (written: unknown) => T | undefined;

/** How long and how far a value reaches: one tab until it closes, or every tab of this browser. */
export type Reach = "tab" | "browser";

/** Where values are stored, and where changes by other tabs are announced. */
export interface Storages {
  readonly tab: () => Storage;
  readonly browser: () => Storage;
  readonly events: EventTarget;
}

/** A signal whose value the browser stores. */
export interface Stored<T> {
  value: T;
  peek(): T;
}

let storages: Storages | null = null;

/** Reads every stored value again, by its key. */
const readers = new Map<string, () => void>();

/**
 * Declares a value that the browser stores as JSON. It has the default until {@link startStored} reads
 * it, and lasts as long as the page in a browser without storage. The default is not written.
 */
export function stored<T>(
  key: string,
  schema: Schema<T>,
  initial: T,
  reach: Reach = "browser",
): Stored<T> {
  const current = signal(initial);
  const read = (): void => {
    current.value = schema(readText(reach, key)) ?? initial;
  };
  readers.set(key, read);
  // Code that is loaded later declares its values after the start.
  if (storages !== null) read();
  return {
    get value() {
      return current.value;
    },
    set value(next: T) {
      current.value = next;
      writeText(reach, key, next === initial ? null : JSON.stringify(next));
    },
    peek: () => current.peek(),
  };
}

/** Reads all stored values and follows their changes in other tabs. */
export function startStored(from: Storages): void {
  storages = from;
  for (const read of readers.values()) read();
  from.events.addEventListener("storage", (event) => {
    const { key } = event as StorageEvent;
    // Without a key all of the storage was cleared.
    if (key === null) { for (const read of readers.values()) read(); }
    else readers.get(key)?.();
  });
}

/** Returns the parsed value of a key, or undefined. */
function readText(reach: Reach, key: string): unknown {
  try {
    return JSON.parse(storages?.[reach]().getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function writeText(reach: Reach, key: string, text: string | null): void {
  try {
    if (text === null) storages?.[reach]().removeItem(key);
    else storages?.[reach]().setItem(key, text);
  } catch {
    // Storage may be blocked or full: the value then lasts as long as the page.
  }
}
