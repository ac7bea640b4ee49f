import { type Html, html } from "./html.ts";

const LINE_LENGTH_MAX = 72;
const TOKEN =
  /("(?:\\.|[^"\\])*")(?=(:)?)|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(true|false|null)|([^"\d\-tfn]+|.)/g;

/** Returns JSON with syntax colours. */
export function jsonView(value: unknown): Html {
  const pieces = [...printJson(value, "").matchAll(TOKEN)].map(
    ([, quoted, colon, number, word, rest]) => {
      if (quoted !== undefined) {
        return html`<span class="${colon === undefined ? "text" : "name"}">${quoted}</span>`;
      }
      if (number !== undefined) return html`<span class="number">${number}</span>`;
      return word === undefined ? html`${rest ?? ""}` : html`<span class="word">${word}</span>`;
    },
  );
  return html`<pre><code>${pieces}</code></pre>`;
}

/** Prints JSON with short values on one line. */
export function printJson(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null) return line;
  const spaced = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  if (spaced.length <= LINE_LENGTH_MAX - indent.length) return spaced;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((element) => printJson(element, inner))
    : Object.entries(value).map(([name, member]) =>
      `${JSON.stringify(name)}: ${printJson(member, inner)}`
    );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.map((text) => inner + text).join(",\n")}\n${indent}${close}`;
}

/** Returns preformatted text, such as shell commands or HTTP. */
export function textView(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}
