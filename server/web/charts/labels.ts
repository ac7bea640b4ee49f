/** A label and its preferred height. */
export interface Label {
  readonly text: string;
  readonly colour: string;
  /** Preferred height of its middle, pixels from the top. */
  readonly y: number;
}

/**
 * Places labels without overlap, in order, each as near to its preferred height as possible and within
 * the bounds if there is room.
 *
 * @param gap smallest distance between two middles
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const at = (y: number) => ({ text: "", colour: "", y });
 * assertEquals(spread([at(52), at(50)], 10, 0, 100).map(({ y }) => y), [50, 60]);
 * ```
 */
export function spread(
  labels: readonly Label[],
  gap: number,
  top: number,
  bottom: number,
): readonly Label[] {
  const placed: Label[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const above = placed.at(-1);
    placed.push({ ...label, y: Math.max(label.y, above ? above.y + gap : top) });
  }
  let limit = bottom;
  return placed.toReversed().map((label) => {
    const y = Math.min(label.y, limit);
    limit = y - gap;
    return { ...label, y };
  }).toReversed();
}

/**
 * Shortens the name of a label until the label fits; its value is never cut.
 *
 * @param widthOf width of a text, in the units of `room`
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cut("Bollinger: 3 %", 20, ({ length }) => length), "Bollinger: 3 %");
 * assertEquals(cut("Bollinger: 3 %", 11, ({ length }) => length), "Bolli…: 3 %");
 * ```
 */
export function cut(text: string, room: number, widthOf: (text: string) => number): string {
  const at = text.lastIndexOf(": ");
  let [name, fitted] = [text.slice(0, at), text];
  while (widthOf(fitted) > room && name.length > 1) {
    name = name.slice(0, -1);
    fitted = `${name}…${text.slice(at)}`;
  }
  return fitted;
}
