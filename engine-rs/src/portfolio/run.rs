//! The record of a run, from which every view is projected.

use super::{Event, EventKind, HeldFrom, MarkedSleeve, Position, equity_path};
use crate::execution::{Approved, Intent, SkipReason, Skipped};
use crate::market::Series;
use crate::strategy::Targets;

/// The record of one component, except its events.
#[derive(Debug, Clone)]
pub struct ComponentRun {
    /// Capital of the sleeve.
    pub capital: f64,
    /// Targets of the strategy.
    pub targets: Targets,
    /// Numbers of fills and skips.
    pub counts: Counts,
    /// Holding at the end.
    pub position: Position,
    /// Holdings from its fills and its redemption on, each with its first bar.
    pub changes: Vec<(usize, Position)>,
    /// Position of the component's latest event among all events.
    latest: Option<usize>,
}

impl ComponentRun {
    /// Returns the record of a component before its first scored bar.
    pub fn new(capital: f64, targets: Targets, position: Position) -> Self {
        let (counts, changes) = (Counts::default(), Vec::new());
        Self { capital, targets, counts, position, changes, latest: None }
    }
}

/// Counts of a component, in bars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executed intents.
    pub fills: usize,
    /// Vetoed intents by reason, in the order of [`SkipReason::ALL`].
    pub skips_by_reason: [usize; SkipReason::ALL.len()],
}

impl Counts {
    /// Returns the number of vetoed intents.
    pub fn skips(&self) -> usize {
        self.skips_by_reason.iter().sum()
    }

    /// Returns the number of intents.
    pub fn intents(&self) -> usize {
        self.fills + self.skips()
    }

    /// Returns the sum of two counts.
    #[must_use]
    pub fn merge(mut self, other: &Self) -> Self {
        self.fills += other.fills;
        for (mine, theirs) in self.skips_by_reason.iter_mut().zip(other.skips_by_reason) {
            *mine += theirs;
        }
        self
    }
}

/// Turnover and cost of the portfolio at a bar with fills, as fractions of its equity before them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BarCost {
    /// The bar.
    pub at: usize,
    /// Traded value.
    pub turnover: f64,
    /// Fees and slippage.
    pub cost: f64,
}

/// Detail of the record of a run. It does not affect the trades.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Fills only; vetoes are neither counted nor recorded.
    Fills,
    /// Fills, and the number of vetoes.
    Counts,
    /// Fills and vetoes as events, in the order of time.
    Events,
}

/// A veto and its distance from the limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearVeto {
    /// The component.
    pub component: usize,
    /// The bar.
    pub at: usize,
    /// The measured value.
    pub value: f64,
    /// The allowed value.
    pub limit: f64,
}

impl NearVeto {
    fn distance(&self) -> f64 {
        (self.value - self.limit).abs()
    }
}

/// The record of all components.
#[derive(Debug, Clone)]
pub struct Run {
    /// First traded and scored bar.
    pub start: usize,
    /// Capital of the portfolio.
    pub capital: f64,
    /// The components in their order.
    pub components: Vec<ComponentRun>,
    /// Detail of this record.
    pub detail: Detail,
    /// Fills, skips and redemptions by time and then by component.
    pub events: Vec<Event>,
    /// Total holding of all sleeves, from the first scored bar onwards.
    pub holdings: Vec<HeldFrom>,
    /// The bars with fills.
    pub costs: Vec<BarCost>,
    /// The veto of each reason that was nearest to its limit (the first of equal ones), in the
    /// order of [`SkipReason::ALL`].
    pub nearest: [Option<NearVeto>; SkipReason::ALL.len()],
}

impl Run {
    /// Returns the total counts of all components.
    pub fn counts(&self) -> Counts {
        self.components
            .iter()
            .fold(Counts::default(), |sum, component| sum.merge(&component.counts))
    }

    /// Returns the value of a component at the last bar less that of its capital left in SY, as a
    /// fraction of the capital of the portfolio.
    pub fn excess(&self, component: &ComponentRun, series: &Series) -> f64 {
        let last = series.bars() - 1;
        let (index, price) = (series.sy_index[last], series.pt_price[last]);
        let idle = component.capital / series.sy_index[self.start] * index;
        (component.position.equity(price, index) - idle) / self.capital
    }

    /// Returns the equity of the portfolio after the trades of each scored bar.
    pub fn equity(&self, series: &Series) -> Vec<f64> {
        equity_path(&self.holdings, series)
    }

    /// Returns the total turnover and cost of all bars.
    pub fn cost_sums(&self) -> (f64, f64) {
        let add = |(turnover, cost), bar: &BarCost| (turnover + bar.turnover, cost + bar.cost);
        self.costs.iter().fold((0.0, 0.0), add)
    }

    /// Returns the events of a component in the order of time.
    pub fn events_of(&self, component: usize) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.component == component)
    }

    /// Records a fill.
    pub fn filled(
        &mut self,
        component: usize,
        at: usize,
        fill: (Intent, Approved),
        after: Position,
    ) {
        let (intent, approved) = fill;
        let record = &mut self.components[component];
        record.counts.fills += 1;
        record.changes.push((at, after));
        self.push(component, at, EventKind::Fill { intent, approved, after });
    }

    /// Records a veto; equal vetoes on adjacent bars are one event.
    pub fn skipped(&mut self, component: usize, at: usize, skipped: Skipped, target: f64) {
        let Skipped { reason, value, limit, .. } = skipped;
        self.near(reason, NearVeto { component, at, value, limit });
        let record = &mut self.components[component];
        record.counts.skips_by_reason[reason as usize] += 1;
        if self.detail != Detail::Events {
            return;
        }
        let latest = record.latest.and_then(|latest| self.events.get_mut(latest));
        if !latest.is_some_and(|latest| latest.joined(at, &skipped, target)) {
            self.push(component, at, EventKind::Skip { skipped, target, bars: 1 });
        }
    }

    /// Keeps a veto if it is nearer to its limit than the earlier ones of its reason.
    pub fn near(&mut self, reason: SkipReason, veto: NearVeto) {
        let nearest = &mut self.nearest[reason as usize];
        if nearest.is_none_or(|nearest| veto.distance() < nearest.distance()) {
            *nearest = Some(veto);
        }
    }

    /// Returns the reason that vetoed most bars (the first of equal ones) with its nearest veto.
    /// The counts are those of the whole run.
    pub fn nearest(&self, counts: &Counts) -> Option<(SkipReason, NearVeto)> {
        let (mut most, mut found) = (0, None);
        for reason in SkipReason::ALL {
            let bars = counts.skips_by_reason[reason as usize];
            if bars > most {
                (most, found) = (bars, Some(reason));
            }
        }
        let reason = found?;
        self.nearest[reason as usize].map(|veto| (reason, veto))
    }

    /// Records a redemption.
    pub fn redeemed(
        &mut self,
        component: usize,
        marked: MarkedSleeve,
        before: Position,
        after: Position,
    ) {
        let notional = before.units * marked.pt_price;
        self.components[component].changes.push((marked.at, after));
        let kind = EventKind::Redemption { units: before.units, notional, after };
        self.push(component, marked.at, kind);
    }

    fn push(&mut self, component: usize, at: usize, kind: EventKind) {
        if self.detail != Detail::Events {
            return;
        }
        self.components[component].latest = Some(self.events.len());
        self.events.push(Event { at, component, kind });
    }
}

#[cfg(test)]
mod tests;
