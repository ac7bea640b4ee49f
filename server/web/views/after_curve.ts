// This module is browser compatible.

/**
 * The parts that follow the first curve. They are one file, since the bundler makes a file of each
 * piece of code that two files share, and each file is a request.
 *
 * @module
 */
import "./first_parts.ts";

export { startHistory } from "../history/history.ts";
export { ChartTab } from "./workbench/chart_tab.tsx";
export { Verdict } from "./workbench/verdict.tsx";
