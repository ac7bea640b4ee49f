//! The timeline of a bar: observe, decide, mark, redeem, guard, fill, record.

use crate::execution::{BarMarket, PROFILE, Verdict};
use crate::market::Series;
use crate::portfolio::{BarCost, ComponentRun, Marked, Run, Sleeve};
use crate::strategy::catalogue::Entry;
use crate::strategy::{Context, ParamValues};

/// What is simulated: components with their share of the capital, on a scoring window.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Capital of the portfolio, accounting asset.
    pub capital: f64,
    /// The components in the order in which they trade.
    pub components: Vec<PlannedComponent>,
    /// First traded and scored bar.
    pub start: usize,
}

/// A component of a plan.
#[derive(Debug, Clone)]
pub struct PlannedComponent {
    /// Its strategy.
    pub entry: &'static Entry,
    /// Its parameters.
    pub params: ParamValues,
    /// Its share of the capital, in (0, 1].
    pub weight: f64,
}

/// Runs a plan over the bars of a series.
pub fn run(plan: &Plan, series: &Series) -> Run {
    let sy_index = series.sy_index[plan.start];
    let mut sleeves = Vec::with_capacity(plan.components.len());
    let mut components = Vec::with_capacity(plan.components.len());
    for component in &plan.components {
        let capital = plan.capital * component.weight;
        let context = Context {
            timeframe: series.clock.timeframe,
            capital,
        };
        let targets = (component.entry.decide)(&component.params, &context, series);
        let sleeve = Sleeve::new(capital, sy_index);
        sleeves.push(sleeve);
        components.push(ComponentRun::new(capital, targets, sleeve.holding));
    }
    let bars = series.bars() - plan.start;
    let run = Run {
        start: plan.start,
        capital: plan.capital,
        components,
        equity: Vec::with_capacity(bars),
        exposure_sum: 0.0,
        costs: Vec::new(),
    };
    let mut timeline = Timeline {
        series,
        sleeves,
        run,
    };
    for at in plan.start..series.bars() {
        timeline.step(at);
    }
    timeline.finish()
}

struct Timeline<'a> {
    series: &'a Series,
    sleeves: Vec<Sleeve>,
    run: Run,
}

/// Sums over the sleeves of one bar, in component order.
#[derive(Default)]
struct BarSums {
    equity_before: f64,
    equity_after: f64,
    invested: f64,
    traded: f64,
    cost: f64,
}

impl Timeline<'_> {
    fn step(&mut self, at: usize) {
        let (pt_price, sy_index) = (self.series.pt_price[at], self.series.sy_index[at]);
        let mut market = BarMarket::new(&PROFILE, self.series, at);
        let mut sums = BarSums::default();
        for (sleeve, component) in self.sleeves.iter_mut().zip(&mut self.run.components) {
            let equity = sleeve.holding.equity(pt_price, sy_index);
            let marked = Marked {
                at,
                pt_price,
                sy_index,
                equity,
            };
            let target = component.targets.target[at];
            if at >= self.series.clock.expiry_index {
                redeem(sleeve, component, marked);
            } else if let Some(intent) = sleeve.intent(&PROFILE, target, marked) {
                match market.guard(&intent) {
                    Verdict::Skipped(skipped) => component.skipped(at, skipped, target),
                    Verdict::Approved(approved) => {
                        sleeve.fill(&intent, &approved, marked);
                        market.fill(&intent, &approved);
                        component.filled(intent, approved, sleeve.holding, marked);
                        sums.traded += approved.quote.units * pt_price;
                        sums.cost += approved.fee_cost + approved.slippage_cost;
                    }
                }
            }
            sums.equity_before += equity;
            sums.equity_after += sleeve.holding.equity(pt_price, sy_index);
            sums.invested += sleeve.holding.units * pt_price;
        }
        self.record(at, &sums);
    }

    fn record(&mut self, at: usize, sums: &BarSums) {
        self.run.equity.push(sums.equity_after);
        self.run.exposure_sum += sums.invested / sums.equity_after;
        if sums.traded > 0.0 {
            let turnover = sums.traded / sums.equity_before;
            self.run.costs.push(BarCost {
                at,
                turnover,
                cost: sums.cost / sums.equity_before,
            });
        }
    }

    fn finish(self) -> Run {
        let mut run = self.run;
        for (component, sleeve) in run.components.iter_mut().zip(&self.sleeves) {
            component.holding = sleeve.holding;
        }
        run
    }
}

/// At or after expiry PT become SY; there is no intent any more.
fn redeem(sleeve: &mut Sleeve, component: &mut ComponentRun, marked: Marked) {
    let before = sleeve.holding;
    if before.units > 0.0 {
        sleeve.redeem(marked);
        component.redeemed(before, sleeve.holding, marked);
    }
}
