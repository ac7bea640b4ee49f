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

/** Steps of shade of a map, from the least to the most. */
export const SHADES = 20;

const SHADE_RULES = Array.from({ length: SHADES + 1 }, (_, shade) => {
  const share = Math.round(8 + 92 * shade / SHADES);
  return `.shade-${shade} { fill: color-mix(in oklab, var(--accent) ${share}%, var(--raised)); }`;
}).join("\n");

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
main { max-width: 76rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 0.5rem; }
p { max-width: 48rem; }
.asked { color: var(--soft); margin: 0.25rem 0 1.5rem; }
.verdict { --level: var(--bad); border-left: 4px solid var(--level); padding: 0.25rem 0 0.25rem 1.25rem; }
.verdict.holds { --level: var(--good); } .verdict.doubtful { --level: var(--warn); }
.level { margin: 0; font-weight: 650; color: var(--level); }
.sentence { font-size: 1.25rem; line-height: 1.4; margin: 0.25rem 0; }
.verdict ul { margin: 0.5rem 0; padding-left: 1.25rem; color: var(--soft); max-width: 56rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 0.75rem;
  margin: 1.75rem 0; }
.cards div { background: var(--raised); border-radius: 6px; padding: 0.75rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.good > dd:not(.note), td.good { color: var(--good); }
.bad > dd:not(.note), td.bad { color: var(--bad); }
dd.note { font-size: 0.8125rem; line-height: 1.45; color: var(--soft); overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: 0 2.5rem; align-items: start; }
.pair > * { min-width: 0; }
@media (min-width: 64rem) { .pair.folds { grid-template-columns: 22rem minmax(0, 1fr); } }
.wide { overflow-x: auto; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.25rem 1.25rem 0.25rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; font-weight: 400; }
th { color: var(--soft); }
td { overflow-wrap: anywhere; } section > table td { white-space: normal; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
  gap: 1.5rem; align-items: end; }
figure { margin: 0 0 1rem; max-width: 26rem; }
figcaption { color: var(--soft); font-size: 0.8125rem; margin-bottom: 0.375rem; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--soft); font-size: 11px; }
${SHADE_RULES}
.empty { fill: none; stroke: var(--line); stroke-width: 0.5; }
.frame { fill: none; stroke: var(--ink); stroke-width: 2; }
.bar, .dot { fill: var(--accent); } .dot.under { fill: var(--bad); }
.ring { fill: var(--surface); stroke: var(--accent); stroke-width: 1.5; }
.track, .axis { fill: var(--line); } .mark { fill: var(--bad); }
pre { background: var(--raised); border-radius: 6px; padding: 1rem; overflow-x: auto; }
summary { cursor: pointer; color: var(--accent); }
details { margin-top: 0.75rem; }
@media print { details { display: none; } }
`;
