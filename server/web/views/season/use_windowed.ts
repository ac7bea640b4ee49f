import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useMedia } from "../../hooks.ts";

/** Height of a row, rem; on a narrow screen a row has two lines. */
const [HEIGHT, NARROW_HEIGHT] = [3, 5.25];
const NARROW = "(width < 60rem)";
/** Rows drawn beyond the screen, so that scrolling shows no gaps. */
const SPARE = 12;
/** Rows drawn before the screen is measured. */
const FIRST = 30;

interface WindowedProps {
  readonly count: number;
  /** Rows that are not loaded yet, for which the list keeps room. */
  readonly missing: number;
  /** The row with its details under it; -1 without one. */
  readonly openAt: number;
}

/** A long list that draws only the rows near the screen. */
export interface Windowed {
  /** The box of the rows, and the details of the open row. */
  readonly box: RefObject<HTMLTableSectionElement | null>;
  readonly detail: RefObject<HTMLTableRowElement | null>;
  readonly rowHeight: number;
  /** Height of all rows, pixels. */
  readonly height: number;
  /** Rows to draw, ascending, and the last one on the screen. */
  readonly shown: readonly number[];
  readonly last: number;
  rowTop(at: number): number;
  /** Moves the focus by the arrow keys. */
  move(event: KeyboardEvent): void;
}

/** Returns which rows of a list of the page to draw, and where. */
export function useWindowed({ count, missing, openAt }: WindowedProps): Windowed {
  const box = useRef<HTMLTableSectionElement>(null);
  const detail = useRef<HTMLTableRowElement>(null);
  const [[first, last], setRange] = useState<readonly [number, number]>([0, FIRST]);
  const [detailHeight, setDetailHeight] = useState(0);
  const [focusAt, setFocusAt] = useState(-1);
  const rowHeight = useRowHeight();
  const below = openAt < 0 ? 0 : detailHeight;
  const rowTop = (at: number): number => at * rowHeight + (openAt >= 0 && at > openAt ? below : 0);
  const rowAt = (y: number): number => {
    const at = Math.floor(y / rowHeight);
    return openAt < 0 || at <= openAt ? at : Math.max(openAt, Math.floor((y - below) / rowHeight));
  };

  useEffect(() => {
    const look = (): void => {
      const top = -(box.current?.getBoundingClientRect().top ?? 0);
      const seen = [rowAt(Math.max(0, top)), rowAt(Math.max(0, top + innerHeight))] as const;
      setRange((before) => before[0] === seen[0] && before[1] === seen[1] ? before : seen);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [rowHeight, below, openAt, count]);

  useLayoutEffect(() => {
    const { current } = detail;
    if (current === null) return;
    const measure = (): void => setDetailHeight(current.offsetHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [openAt]);

  const opened = useRef(-1);
  useEffect(() => {
    // An address with an entry leads to its row, once.
    if (openAt < 0 || opened.current >= 0) return;
    opened.current = openAt;
    const top = (box.current?.getBoundingClientRect().top ?? 0) + rowTop(openAt);
    if (top > innerHeight - rowHeight) scrollBy(0, top - innerHeight / 4);
  }, [openAt]);

  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-at="${focusAt}"] button`);
    if (row && !row.closest("tr")?.contains(document.activeElement)) row.focus();
  }, [focusAt]);
  const move = (event: KeyboardEvent): void => {
    const at = Number((event.target as Element).closest<HTMLElement>("[data-at]")?.dataset["at"]);
    const next = Number.isNaN(at) ? null : rowAfter(event.key, at, count);
    if (next === null) return;
    event.preventDefault();
    setFocusAt(next);
  };

  const [from, to] = [Math.max(0, first - SPARE), Math.min(count, last + SPARE + 1)];
  const near = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const kept = [openAt, focusAt].filter((at) => at >= 0 && at < count && (at < from || at >= to));
  return {
    box,
    detail,
    rowHeight,
    height: (count + missing) * rowHeight + below,
    shown: [...new Set([...near, ...kept])].sort((a, b) => a - b),
    last,
    rowTop,
    move,
  };
}

/** Returns the row to which a key leads; null for other keys. */
function rowAfter(key: string, at: number, count: number): number | null {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, count - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: count - 1,
  };
  return rows[key] ?? null;
}

/** Returns the height of a row on this screen, pixels. */
function useRowHeight(): number {
  const isNarrow = useMedia(NARROW);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rem * (isNarrow ? NARROW_HEIGHT : HEIGHT);
}
