//! The official run under other conditions (`RULES.md` 6.9): costs, delay, capital and calendar. It
//! decides nothing.

mod calendar;
mod wanted;

use super::benchmark;
use super::official::Official;
use super::utility::{Utility, score};
use super::verdict::SAME_UTILITY;
use crate::execution::{ExecutionProfile, PROFILE};
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::num::stats::ratio;
use crate::num::{max, min};
use crate::portfolio::{ComponentRun, Run};
use crate::simulation::{CoreMetrics, Plan, run_targets};
use crate::strategy::{Columns, Targets};
use calendar::{Stretch, correlations, thirds, worst};
use wanted::Wanted;

/// Multiples of the costs.
const TIMES: [f64; 4] = [0.0, 1.0, 2.0, 4.0];
/// Capitals, two for each power of ten, as whole numbers.
const CAPITALS: [f64; 11] =
    [1e3, 3_162.0, 1e4, 31_623.0, 1e5, 316_228.0, 1e6, 3_162_278.0, 1e7, 31_622_777.0, 1e8];
/// Halvings between two capitals.
const CAPITAL_STEPS: usize = 6;
/// Largest fee, as a root of basis points, and halvings below it.
const FEE_ROOT_MAX: f64 = 8.0;
const FEE_STEPS: usize = 8;
/// The official run under other conditions.
#[derive(Debug)]
pub struct WhatIf {
    capital: Vec<Case>,
    costs: Vec<Case>,
    next_bar: Case,
    break_even_capital: Option<f64>,
    break_even_fee: Option<f64>,
    thirds: Vec<Stretch>,
    worst: Option<Stretch>,
    correlations: Option<Vec<Vec<Option<f64>>>>,
}

/// A run under one other condition: the figures of [`NAMES`].
#[derive(Debug)]
struct Case([Option<f64>; NAMES.len()]);

/// The condition is `capital` or `times`; `filledShare` alone may be null.
const NAMES: [&str; 7] = ["capital", "edge", FILLED_SHARE, "fills", "score", "times", "utility"];
const FILLED_SHARE: &str = "filledShare";

/// What the cases change.
struct Asked<'a> {
    official: &'a Official<'a>,
    plan: Plan,
    series: Series,
    columns: Columns<'a>,
    /// Largest value of the pool in shares of SY, over the scored bars.
    deepest: f64,
    /// Utility of Hold and of idle capital.
    hold: f64,
    idle: f64,
}

impl WhatIf {
    /// Runs the candidate of an official run under each condition; `None` with fewer than two scored
    /// bars.
    pub fn of(official: &Official<'_>) -> Option<Self> {
        let Official { dataset, plan, run } = *official;
        let (series, start) = (&dataset.series, plan.start);
        let (hold, hold_daily) = benchmark::hold_daily(plan.capital, series, start)?;
        let (idle, idle_daily) = benchmark::idle_daily(plan.capital, series, start)?;
        let mut asked = Asked {
            official,
            plan: plan.clone(),
            series: series.clone(),
            columns: Columns::of(series),
            deepest: (start..series.bars())
                .fold(0.0, |most, at| max(most, series.tvl[at] / series.sy_index[at])),
            hold: Utility::of(&hold).total(),
            idle: Utility::of(&idle).total(),
        };
        let targets = run.record.components.iter().map(|component| component.targets.clone());
        let mut wanted = Wanted::of(plan, series, targets.collect());
        let mut late = wanted.targets.clone();
        late.iter_mut().for_each(Targets::delay);
        let mut late = Wanted::of(plan, series, late);
        let next_bar = asked.case(&mut late)?.0;
        let (capital, break_even_capital) = asked.capitals(&mut wanted)?;
        asked.plan.capital = plan.capital;
        let costs = asked.costs(&mut wanted, series.scalar_root)?;
        asked.series.scalar_root = series.scalar_root;
        let break_even_fee = asked.break_even_fee(run.record);
        let daily = [&run.daily, &hold_daily, &idle_daily];
        Some(Self {
            capital,
            costs,
            next_bar,
            break_even_capital,
            break_even_fee,
            thirds: thirds(official, daily),
            worst: worst(official, daily),
            correlations: correlations(run.record, series),
        })
    }
}

impl Asked<'_> {
    /// Returns the table by capital, and the largest tried capital with an edge, between the first two
    /// of the table of which only the smaller one has an edge.
    fn capitals(&mut self, wanted: &mut Wanted) -> Option<(Vec<Case>, Option<f64>)> {
        let (mut table, mut ends, mut before) = (Vec::new(), None, None);
        for capital in CAPITALS {
            let (mut case, has_edge) = self.with_capital(wanted, capital)?;
            case.0[0] = Some(capital);
            table.push(case);
            if !has_edge && ends.is_none() {
                ends = before.map(|with| (with, capital));
            }
            before = has_edge.then_some(capital);
        }
        let Some((mut with, mut without)) = ends else { return Some((table, None)) };
        for _ in 0..CAPITAL_STEPS {
            let middle = (with * without).sqrt().floor();
            if self.with_capital(wanted, middle)?.1 { with = middle } else { without = middle }
        }
        Some((table, Some(with)))
    }

    fn with_capital(&mut self, wanted: &mut Wanted, capital: f64) -> Option<(Case, bool)> {
        self.plan.capital = capital;
        if capital.total_cmp(&self.official.plan.capital).is_eq() {
            return Some(self.official_case(wanted));
        }
        if wanted.targets.iter().any(|targets| targets.reads_capital) {
            let targets = self.plan.targets_by(&mut self.columns);
            return self.case(&mut Wanted::of(&self.plan, &self.series, targets));
        }
        self.case(wanted)
    }

    /// A curve as many times as steep moves the price as many times as far.
    fn costs(&mut self, wanted: &mut Wanted, scalar_root: f64) -> Option<Vec<Case>> {
        let mut table = Vec::new();
        for times in TIMES {
            self.series.scalar_root = scalar_root / times;
            let (mut case, _) = self.with_fee(times * PROFILE.fee_bps, wanted)?;
            case.0[5] = Some(times);
            table.push(case);
        }
        Some(table)
    }

    /// Returns the largest tried fee under which the trades of a run have an edge, if there is one
    /// without a fee and none at the largest fee.
    fn break_even_fee(&mut self, record: &Run) -> Option<f64> {
        let fills = |component: &ComponentRun| {
            let fills = component.changes[..component.counts.fills].iter();
            Targets::of_changes(fills.map(|(at, after)| (*at, after.target)))
        };
        self.plan.profile = ExecutionProfile {
            max_estimated_slippage_bps: f64::INFINITY,
            max_trade_pct_liquidity: f64::INFINITY,
            min_hold_bars: (0, 0),
            min_edge_to_cost_ratio: 0.0,
            min_position_delta: f64::MIN_POSITIVE,
            ..PROFILE
        };
        let trades = record.components.iter().map(fills).collect();
        let mut trades = Wanted::of(&self.plan, &self.series, trades);
        let (mut with, mut without) = (0.0, FEE_ROOT_MAX);
        if !self.with_fee(with, &mut trades)?.1 || self.with_fee(without * without, &mut trades)?.1
        {
            return None;
        }
        for _ in 0..FEE_STEPS {
            let middle = with + (without - with) / 2.0;
            let has_edge = self.with_fee(middle * middle, &mut trades)?.1;
            if has_edge { with = middle } else { without = middle }
        }
        Some(with * with)
    }

    fn with_fee(&mut self, fee_bps: f64, wanted: &mut Wanted) -> Option<(Case, bool)> {
        let Plan { capital, start, profile, .. } = &mut self.plan;
        profile.fee_bps = fee_bps;
        let hold = benchmark::hold_under(profile, *capital, &self.series, *start)?;
        self.hold = Utility::of(&hold.0).total();
        self.case(wanted)
    }

    /// Returns the most shares of SY that the pool takes on any bar, by more than rounding.
    fn most(&self) -> f64 {
        1.000_001 * self.plan.profile.max_trade_pct_liquidity * self.deepest
    }

    /// Runs the plan as it stands; returns its figures, and whether it has an edge.
    #[inline(never)]
    fn case(&self, wanted: &mut Wanted) -> Option<(Case, bool)> {
        if wanted.is_out(&self.plan, self.most()) {
            return Some(self.figures(wanted, None));
        }
        let record = run_targets(&self.plan, &self.series, core::mem::take(&mut wanted.targets));
        let core = CoreMetrics::of(&record, &self.series)?;
        let figures = self.figures(wanted, Some((&record, &core)));
        let components = record.components.into_iter();
        wanted.targets = components.map(|component| component.targets).collect();
        Some(figures)
    }

    /// Returns the same of the official plan.
    fn official_case(&self, wanted: &Wanted) -> (Case, bool) {
        let run = self.official.run;
        self.figures(
            wanted,
            (!wanted.is_out(&self.plan, self.most())).then_some((run.record, &run.core)),
        )
    }

    /// Returns the figures of a run; without one, of idle capital.
    fn figures(&self, wanted: &Wanted, run: Option<(&Run, &CoreMetrics)>) -> (Case, bool) {
        let (mut utility, mut fills, mut filled) = (self.idle, 0.0, 0.0);
        if let Some((record, core)) = run {
            utility = Utility::of(core).total();
            fills = record.counts().fills as f64;
            for (planned, component) in self.plan.components.iter().zip(&record.components) {
                let (mut from, mut moved) = (0.0, 0.0);
                for (_, after) in &component.changes[..component.counts.fills] {
                    moved += (after.target - from).abs();
                    from = after.target;
                }
                filled += planned.weight * moved;
            }
        }
        let share = ratio(Some(filled), Some(wanted.moved)).map(|share| min(share, 1.0));
        let edge = utility - max(self.hold, self.idle);
        let score = score(utility, self.hold).0;
        let figures = [None, Some(edge), share, Some(fills), Some(score), None, Some(utility)];
        (Case(figures), edge > SAME_UTILITY)
    }
}

impl Emit for WhatIf {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("breakEvenCapital", self.break_even_capital);
        sink.member("breakEvenFeeBps", self.break_even_fee);
        sink.member("capital", &self.capital);
        sink.member("correlations", &self.correlations);
        sink.member("costs", &self.costs);
        sink.member("nextBar", &self.next_bar);
        sink.member("thirds", &self.thirds);
        sink.member("worstDays", &self.worst);
        sink.end_object();
    }
}

impl Emit for Case {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        for (name, value) in NAMES.iter().zip(self.0) {
            if value.is_some() || *name == FILLED_SHARE {
                sink.member(name, value);
            }
        }
        sink.end_object();
    }
}
