const WRITTEN = /^([+-]?)(\d{1,3}(?:[,_ ]\d{3})+|\d+)?(\.\d+)?(?:e\+?(\d{1,2}))?\s*([kmb]?)$/i;
const ZEROS: Readonly<Record<string, number>> = { "": 0, k: 3, m: 6, b: 9 };

/**
 * Converts a number as people write it ("100,000", "1e6", "2.5m") to the form that the engine reads. Any
 * other text is returned unchanged, for the engine to report.
 */
export function plainNumber(text: string): string {
  const found = WRITTEN.exec(text.trim());
  if (found === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0", letter = ""] = found;
  const decimals = fraction.slice(1);
  if (whole + decimals === "") return text;
  const shift = Number(exponent) + (ZEROS[letter.toLowerCase()] ?? 0);
  const digits = whole.replaceAll(/[,_ ]/g, "") + decimals.padEnd(shift, "0");
  const point = digits.length - Math.max(0, decimals.length - shift);
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point);
  return `${sign === "-" ? "-" : ""}${left === "" ? "0" : left}${right === "" ? "" : `.${right}`}`;
}
