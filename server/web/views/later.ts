// This module is browser compatible.

/**
 * The views and tabs that the first view of the page does not need, and their code. They are loaded together, as one
 * file: split further, the bundler would make a file of each piece of code that two of them share.
 *
 * @module
 */
import "./first_parts.ts";

export { writtenAsTexts } from "../model/written_as_texts.ts";
export { Palette } from "../components/palette.tsx";
export { TermList } from "../components/term_list.tsx";
export { CompareView } from "./compare/view.tsx";
export { PracticeView } from "./season/practice_view.tsx";
export { SeasonView } from "./season/season_view.tsx";
export { WorkView } from "./work/view.tsx";
export { ExpressionEditor } from "./workbench/expression/editor.tsx";
export { MarketCharts } from "./workbench/market/market_charts.tsx";
export { MarketView } from "./workbench/market/view.tsx";
export { RoundTripsTab } from "./workbench/round_trips.tsx";
export { RowsTab } from "./workbench/run_tables.tsx";
export { ScenariosView } from "./workbench/scenarios/view.tsx";
export { StrategyPicker } from "./workbench/strategy_picker.tsx";
export { SweepView } from "./workbench/sweep/view.tsx";
export { VerifyView } from "./workbench/verify/view.tsx";
export { WhyTab } from "./workbench/why_tab.tsx";
