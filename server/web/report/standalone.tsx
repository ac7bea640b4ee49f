import { render } from "preact";
import { startColours } from "../charts/canvas_colours.ts";
import { ReportPage } from "./page.tsx";

/** The program of a `report.html` of the search command, whose report is in the page. */
const [root, source] = ["app", "report"].map((id) => document.getElementById(id));
if (root && source) {
  startColours();
  render(<ReportPage report={JSON.parse(source.textContent ?? "null")} />, root);
}
