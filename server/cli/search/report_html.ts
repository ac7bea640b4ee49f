import type { SearchReport } from "../../search/report/report.ts";

/** The built page. */
const DIST = new URL("../../web/dist/", import.meta.url);

/**
 * Returns the page of a report: one file with the program and the styles of the arena's page, which
 * needs no server and loads nothing.
 */
export async function reportHtml(report: SearchReport): Promise<string> {
  const [program, ...styles] = await Promise.all(
    ["report.js", "style.css"].map((name) => Deno.readTextFile(new URL(name, DIST))),
  );
  const title = report.plan.base.components.map(({ strategyId }) => strategyId).join(", ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Search: ${escapeText(title)}</title>
<style>${styles.join("")}</style>
</head>
<body>
<div id="app"></div>
<noscript>${escapeText(report.verdict.sentence)} The rest of this page needs JavaScript.</noscript>
<script type="application/json" id="report">${inlineJson(report)}</script>
<script type="module">${inlineProgram(program ?? "")}</script>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Writes JSON that cannot end its element. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Escapes the end tag, which a program contains only in strings, where the backslash has no effect. */
function inlineProgram(program: string): string {
  return program.replaceAll(/<\/(script)/gi, "<\\/$1");
}
