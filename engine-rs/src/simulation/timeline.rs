//! The timeline of a bar: observe, decide, mark, redeem, guard, fill, record.
//!
//! Between two intents only prices change, so the loop visits only the bars on which a target
//! exceeds the deadband; the portfolio's value on the other bars follows from its holdings.

use super::plan::Plan;
use super::schedule::Schedule;
use crate::execution::{BarMarket, ExecutionProfile, SkipReason, Verdict};
use crate::market::Series;
use crate::portfolio::{BarCost, ComponentRun, Detail, HeldFrom, NearVeto, Run, Sleeve};
use crate::strategy::Targets;
use std::sync::OnceLock;

/// Runs a plan over the bars of a series.
pub fn run(plan: &Plan, series: &Series) -> Run {
    run_events(plan, series, plan.targets(series))
}

/// Runs a plan like [`run`], with targets that it was asked for before.
pub fn run_events(plan: &Plan, series: &Series, targets: Vec<Targets>) -> Run {
    finished(Timeline::new(plan, series, targets, Detail::Events))
}

/// Runs a plan for its totals: the record has no events.
pub fn run_totals(plan: &Plan, series: &Series) -> Run {
    run_decided(plan, series, plan.targets(series))
}

/// Runs a plan for its totals like [`run_totals`], with targets that it was asked for before.
pub fn run_decided(plan: &Plan, series: &Series, targets: Vec<Targets>) -> Run {
    finished(Timeline::new(plan, series, targets, Detail::Counts))
}

/// Runs a plan for its fills: the record does not count the vetoes of hold periods, nor measure the
/// others exactly.
pub fn run_fills(plan: &Plan, series: &Series) -> Run {
    run_targets(plan, series, plan.targets(series))
}

/// Runs the components of a plan for their fills, with the given targets instead of those of their
/// strategies.
pub fn run_targets(plan: &Plan, series: &Series, targets: Vec<Targets>) -> Run {
    finished(Timeline::new(plan, series, targets, Detail::Fills))
}

fn finished(mut timeline: Timeline<'_>) -> Run {
    while let Some(at) = timeline.next_bar() {
        timeline.step(at);
    }
    timeline.redeem();
    timeline.finish()
}

struct Timeline<'a> {
    profile: &'a ExecutionProfile,
    series: &'a Series,
    traders: Vec<Trader>,
    run: Run,
    /// Sums that bound the price moves, made for the first veto of a run for its fills.
    squared_moves: OnceLock<Vec<f64>>,
    /// First bar that is not processed yet.
    next: usize,
}

/// A component during a simulation.
struct Trader {
    sleeve: Sleeve,
    schedule: Schedule,
    /// First bar after the hold period; vetoes before it are already counted.
    skips_until: usize,
}

impl<'a> Timeline<'a> {
    /// Turns the capital into SY at the first scored bar.
    fn new(plan: &'a Plan, series: &'a Series, targets: Vec<Targets>, detail: Detail) -> Self {
        let count = plan.components.len();
        let (mut traders, mut components) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (planned, targets) in plan.components.iter().zip(targets) {
            let capital = plan.capital * planned.weight;
            let sleeve = Sleeve::new(capital, series.sy_index[plan.start]);
            components.push(ComponentRun::new(capital, targets, sleeve.position));
            traders.push(Trader { sleeve, schedule: Schedule::default(), skips_until: 0 });
        }
        let run = Run {
            start: plan.start,
            capital: plan.capital,
            components,
            detail,
            events: Vec::new(),
            holdings: Vec::new(),
            costs: Vec::new(),
            nearest: [None; SkipReason::ALL.len()],
        };
        let (profile, next) = (&plan.profile, plan.start);
        let squared_moves = OnceLock::new();
        let mut timeline = Self { profile, series, traders, run, squared_moves, next };
        timeline.record_holdings(plan.start);
        timeline
    }

    /// Returns the next bar before expiry on which a target exceeds the deadband.
    fn next_bar(&mut self) -> Option<usize> {
        let mut earliest = None;
        for (trader, component) in self.traders.iter_mut().zip(&self.run.components) {
            let (sleeve, steps) = (&trader.sleeve, component.targets.steps());
            let exceeds_deadband = |target| sleeve.exceeds_deadband(self.profile, target);
            let from = self.next.max(trader.skips_until);
            if let Some(at) = trader.schedule.next(steps, from, exceeds_deadband)
                && earliest.is_none_or(|earliest| at < earliest)
            {
                earliest = Some(at);
            }
        }
        earliest.filter(|at| *at < self.series.clock.expiry_index)
    }

    /// Checks and fills the intents of a bar, sleeve after sleeve.
    fn step(&mut self, at: usize) {
        let pt_price = self.series.pt_price[at];
        let mut bar_market = BarMarket::new(self.profile, self.series, at);
        if self.run.detail == Detail::Fills {
            bar_market = bar_market.with_bounds(&self.squared_moves);
        }
        let (mut traded, mut cost) = (0.0, 0.0);
        for (component, trader) in self.traders.iter_mut().enumerate() {
            if at < trader.skips_until {
                continue;
            }
            let sleeve = &mut trader.sleeve;
            let marked = sleeve.mark(at, self.series);
            let steps = self.run.components[component].targets.steps();
            let target = trader.schedule.target(steps, at);
            let Some(intent) = sleeve.intent(self.profile, target, marked) else {
                continue;
            };
            match bar_market.guard(&intent) {
                Verdict::Skipped(skipped) => self.run.skipped(component, at, skipped, target),
                Verdict::Approved(approved) => {
                    sleeve.fill(&intent, &approved, marked);
                    bar_market.fill(&intent, &approved);
                    self.run.filled(component, at, (intent, approved), sleeve.position);
                    traded += approved.quote.units * pt_price;
                    cost += approved.fee_cost + approved.slippage_cost;
                    if self.run.detail != Detail::Events {
                        trader.skip_hold_period(at, (self.profile, self.series));
                    }
                    if self.run.detail == Detail::Counts {
                        let rules = (self.profile, self.series);
                        trader.count_hold_period((component, at), rules, &mut self.run);
                    }
                }
            }
        }
        if traded > 0.0 {
            let before = self.run.holdings.last().map_or(0.0, |held| held.equity(self.series, at));
            let costs = BarCost { at, turnover: traded / before, cost: cost / before };
            self.run.costs.push(costs);
            self.record_holdings(at);
        }
        self.next = at + 1;
    }

    /// Turns all PT into SY at expiry, or at the first scored bar after it.
    fn redeem(&mut self) {
        let at = self.series.clock.expiry_index;
        if at >= self.series.bars() || at < self.run.start {
            return;
        }
        for (component, trader) in self.traders.iter_mut().enumerate() {
            let sleeve = &mut trader.sleeve;
            let (before, marked) = (sleeve.position, sleeve.mark(at, self.series));
            if before.units > 0.0 {
                sleeve.redeem(marked);
                self.run.redeemed(component, marked, before, sleeve.position);
            }
        }
        self.record_holdings(at);
    }

    /// Records the total holding of all sleeves after bar `at`.
    fn record_holdings(&mut self, at: usize) {
        let mut held = HeldFrom { at, shares: 0.0, units: 0.0 };
        for trader in &self.traders {
            held.shares += trader.sleeve.position.shares;
            held.units += trader.sleeve.position.units;
        }
        match self.run.holdings.last_mut() {
            Some(last) if last.at == at => *last = held,
            _ => self.run.holdings.push(held),
        }
    }

    fn finish(self) -> Run {
        let mut run = self.run;
        for (component, trader) in run.components.iter_mut().zip(&self.traders) {
            component.position = trader.sleeve.position;
        }
        run
    }
}

impl Trader {
    /// Skips the bars of the hold period after a fill, in which only prices change.
    fn skip_hold_period(
        &mut self,
        filled_at: usize,
        (profile, series): (&ExecutionProfile, &Series),
    ) {
        let hold_bars = profile.min_hold_bars(series.clock.timeframe) as usize;
        self.skips_until = series.clock.expiry_index.min(filled_at + hold_bars);
    }

    /// Counts the vetoes of a skipped hold period; the last one is the nearest to its limit.
    fn count_hold_period(
        &mut self,
        (component, filled_at): (usize, usize),
        (profile, series): (&ExecutionProfile, &Series),
        run: &mut Run,
    ) {
        let (mut at, mut vetoes, mut last) = (filled_at + 1, 0, None);
        // A veto one bar too early is the nearest that there can be.
        let known = run.nearest[SkipReason::MinHoldBars as usize];
        let is_found = known.is_some_and(|veto| veto.limit - veto.value <= 1.0);
        let record = &mut run.components[component];
        let steps = record.targets.steps();
        while at < self.skips_until {
            let target = self.schedule.target(steps, at);
            let end = self.schedule.until(steps).unwrap_or(usize::MAX).min(self.skips_until);
            if self.sleeve.exceeds_deadband(profile, target) {
                let wants = |at: &usize| {
                    let marked = self.sleeve.mark(*at, series);
                    self.sleeve.sized_order(target, marked).2 > 0.0
                };
                let wanted = (at..end).filter(wants).count();
                if wanted > 0 && !is_found {
                    last = (at..end).rfind(wants);
                }
                vetoes += wanted;
            }
            at = end;
        }
        record.counts.skips_by_reason[SkipReason::MinHoldBars as usize] += vetoes;
        if let Some(at) = last {
            let limit = f64::from(profile.min_hold_bars(series.clock.timeframe));
            let value = (at - filled_at) as f64;
            run.near(SkipReason::MinHoldBars, NearVeto { component, at, value, limit });
        }
    }
}

#[cfg(test)]
mod tests;
