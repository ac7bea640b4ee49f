/** Text of a page in which nothing that was put in is read as markup. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Joins parts of a page; texts among them are escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const joined = strings.map((string, at) => string + textOf(parts[at] ?? ""));
  return new Html(joined.join(""));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join("");
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns a whole page. */
export function toPage(title: string, body: Html): string {
  return html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <style>${new Html(STYLE)}</style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>
  `.text;
}

/** The colours of the arena's page, `server/web/styles/theme.css`. */
const STYLE = `
:root { color-scheme: light dark;
  --surface: light-dark(#ffffff, #0e1217); --raised: light-dark(#f5f7f9, #161b22);
  --line: light-dark(#dfe4ea, #2a323d); --ink: light-dark(#17202a, #e4eaf1);
  --soft: light-dark(#52606d, #9dabba); --accent: light-dark(#0a6b62, #5fd6c4);
  --good: light-dark(#1a7f37, #56d364); --warn: light-dark(#8a5a00, #e3b341);
  --bad: light-dark(#b42318, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink);
  font: 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1.875rem; line-height: 1.2; margin: 0.25rem 0; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 0.5rem; }
.level { display: inline-block; margin: 0; font-weight: 600; color: var(--bad); }
.level.holds { color: var(--good); } .level.doubtful { color: var(--warn); }
.sentence { font-size: 1.125rem; max-width: 48rem; margin: 0.5rem 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem;
  margin: 1.5rem 0; }
.cards div { background: var(--raised); border-radius: 6px; padding: 0.75rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; font-size: 1.375rem; font-variant-numeric: tabular-nums; }
dd.note { font-size: 0.8125rem; color: var(--soft); overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; font-weight: 400; }
th { color: var(--soft); } td.good { color: var(--good); } td.bad { color: var(--bad); }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; flex: 1 1 20rem; max-width: 34rem; }
figcaption { color: var(--soft); font-size: 0.8125rem; margin-bottom: 0.25rem; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 11px; }
.cell { fill: color-mix(in oklab, var(--accent) calc(var(--share) * 100%), var(--raised)); }
.empty { fill: none; stroke: var(--line); stroke-width: 0.5; }
.bar { fill: var(--accent); } .mark { stroke: var(--bad); stroke-width: 1.5; }
pre { background: var(--raised); border-radius: 6px; padding: 1rem; overflow-x: auto; }
summary { cursor: pointer; color: var(--accent); }
`;
