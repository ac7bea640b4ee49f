/**
 * Everything that the first view of the page does not need. It is loaded together, as one file: split
 * further, the bundler would make a file of each piece of code that two of the parts share.
 *
 * @module
 */
export { writtenAsTexts } from "../model/written_as_texts.ts";
export { Palette } from "../components/palette.tsx";
export { savePicture } from "../components/picture.ts";
export { TermList } from "../components/term_list.tsx";
export { startHistory } from "../history/history.ts";
export { CompareView } from "./compare/view.tsx";
export { PracticeView } from "./season/practice_view.tsx";
export { SeasonView } from "./season/season_view.tsx";
export { WorkView } from "./work/view.tsx";
export { ChartTab } from "./workbench/run_charts.tsx";
export { ExpressionEditor } from "./workbench/expression/editor.tsx";
export { MarketView } from "./workbench/market/view.tsx";
export { RoundTripsTab } from "./workbench/round_trips.tsx";
export { RowsTab } from "./workbench/run_tables.tsx";
export { ScenariosView } from "./workbench/scenarios/view.tsx";
export { StrategyPicker } from "./workbench/strategy_picker.tsx";
export { SweepView } from "./workbench/sweep/view.tsx";
export { Verdict } from "./workbench/verdict.tsx";
export { VerifyView } from "./workbench/verify/view.tsx";
export { WhyTab } from "./workbench/why_tab.tsx";
