import { html, raw } from "hono/html";

/** A piece of a page. Interpolated text is escaped, other pieces are not. */
export type Html = ReturnType<typeof html>;

export { html };

const encoded = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Returns a sentence with its `code` and [links](url) as elements. */
export function prose(sentence: string): readonly Html[] {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: label, 3: url, index } of sentence.matchAll(encoded)) {
    pieces.push(html`${sentence.slice(end, index)}`);
    pieces.push(
      code === undefined ? html`<a href="${url}">${label}</a>` : html`<code>${code}</code>`,
    );
    end = index + whole.length;
  }
  return [...pieces, html`${sentence.slice(end)}`];
}

export interface PageParts {
  readonly title: string;
  readonly description: string;
  /** The table of contents beside the main part; a page without one is narrow. */
  readonly contents?: Html;
  readonly main: Html;
}

/** Returns a whole page, without scripts and with one style sheet of this server. */
export async function page({ title, description, contents, main }: PageParts): Promise<string> {
  const whole = await html`
    ${raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <meta name="description" content="${description}">
        <link rel="icon" href="/favicon.ico" type="image/svg+xml">
        <link rel="stylesheet" href="/docs/style.css">
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to the content</a>
        <header class="bar">
          <a class="brand" href="/">Strategy arena</a>
          <a href="/docs">Reference</a>
          <a href="/docs/verify">Verify</a>
          <a href="/docs#errors">Errors</a>
          <a href="/openapi/v1.json">OpenAPI</a>
        </header>
        <div class="page${contents === undefined ? "" : " wide"}">
    ${contents ?? ""}
    <main id="main">${main}</main>
        </div>
      </body>
    </html>
  `;
  return String(whole).trim();
}
