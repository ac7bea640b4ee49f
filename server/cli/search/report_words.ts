/** Returns a figure in five digits; a dash where there is none. */
export function figureText(figure: number | null): string {
  return figure === null ? "-" : String(Number(figure.toPrecision(5)));
}

/** Returns a share in percent. */
export function percentText(share: number | null): string {
  return share === null ? "-" : `${(100 * share).toFixed(1)} %`;
}

/** Returns a count with its thousands apart. */
export function countText(whole: number): string {
  return whole.toLocaleString("en-US");
}
