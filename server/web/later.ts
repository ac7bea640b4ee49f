/**
 * Everything that the first view of the page does not need. It is loaded together, as one file: split
 * further, the bundler would make a file of each piece of code that two of the parts share. `lazily`
 * names the parts.
 *
 * @module
 */
export { Palette } from "./components/palette.tsx";
export { TermList } from "./components/term_list.tsx";
export { startHistory } from "./history/history.ts";
export { CompareView } from "./views/compare/view.tsx";
export { PracticeView } from "./views/season/practice_view.tsx";
export { readEntryHalves } from "./views/season/season_files.ts";
export { SeasonView } from "./views/season/season_view.tsx";
export { OwnWork } from "./views/work/own_work.tsx";
export { WorkView } from "./views/work/view.tsx";
export { ExpressionEditor } from "./views/workbench/expression_editor.tsx";
export { MarketView } from "./views/workbench/market/view.tsx";
export { savePicture } from "./views/workbench/picture.ts";
export { RealView } from "./views/workbench/real/view.tsx";
export { RoundTripsTab } from "./views/workbench/round_trips.tsx";
export { ChartTab } from "./views/workbench/run_charts.tsx";
export { saveRows } from "./views/workbench/rows.ts";
export { HalfBar } from "./views/workbench/scenarios/half_bar.tsx";
export { ScenariosView } from "./views/workbench/scenarios/view.tsx";
export { StrategyPicker } from "./views/workbench/strategy_picker.tsx";
export { SweepView } from "./views/workbench/sweep/view.tsx";
export { RuleName } from "./views/workbench/verdict.tsx";
export { Spoken } from "./views/workbench/verdict.tsx";
export { Verdict } from "./views/workbench/verdict.tsx";
export { VerifyView } from "./views/workbench/verify/view.tsx";
export { WhyTab } from "./views/workbench/why_tab.tsx";
export { writtenAsTexts } from "./views/workbench/written_as_texts.ts";
