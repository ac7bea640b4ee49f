//! The published facts of a market, derived from its dataset.

use super::evidence::{known_index, provenance_hash};
use super::projection::no_metrics;
use crate::error::Result;
use crate::evaluation::benchmark;
use crate::evaluation::utility::Utility;
use crate::execution::{BarMarket, PROFILE, Verdict};
use crate::json::{Emit, Sink};
use crate::market::{Dataset, Series};
use crate::num::whole;
use crate::portfolio::{MarkedSleeve, Sleeve};
use crate::time;

/// Capital of the published utilities. They do not depend on it: Hold and idle have no price
/// impact.
const CAPITAL: f64 = 100_000.0;

/// Facts of a market on one timeframe.
#[derive(Debug)]
pub(super) struct MarketFacts<'a> {
    dataset: &'a Dataset,
    benchmark_utility: f64,
    idle_utility: f64,
    max_tradable_capital: f64,
}

impl<'a> MarketFacts<'a> {
    /// Returns the facts of a dataset.
    ///
    /// # Errors
    /// The dataset has fewer than two scored bars.
    pub(super) fn of(dataset: &'a Dataset) -> Result<Self> {
        let (series, start) = (&dataset.series, dataset.trade_start_index);
        let metrics = benchmark::buy_and_hold(CAPITAL, series, start)
            .zip(benchmark::idle(CAPITAL, series, start))
            .ok_or_else(|| no_metrics(dataset));
        let (buy_and_hold, idle) = metrics?;
        Ok(Self {
            dataset,
            benchmark_utility: Utility::of(&buy_and_hold).total(),
            idle_utility: Utility::of(&idle).total(),
            max_tradable_capital: max_tradable_capital(series, start),
        })
    }
}

impl Emit for MarketFacts<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let Dataset { series, trade_start_index: start, .. } = self.dataset;
        let clock = &series.clock;
        let close = |at: usize| time::iso(clock.timestamp[at]);
        let unknown = &self.dataset.unknown;
        sink.begin_object();
        sink.member("absent", &unknown.absent);
        sink.member("bars", series.bars());
        sink.member("benchmarkUtility", self.benchmark_utility);
        sink.member("datasetHash", &self.dataset.sha256);
        sink.member("estimated", &unknown.estimated);
        sink.member("expiry", time::iso(clock.expiry));
        sink.member("farExpiry", clock.far_expiry.map(time::iso));
        sink.member("features", series.features());
        sink.member("firstTimestamp", close(0));
        sink.member("idleUtility", self.idle_utility);
        sink.member("lastTimestamp", close(series.bars() - 1));
        sink.member("marketId", self.dataset.market_id);
        sink.member("marketKey", &self.dataset.market_key);
        sink.member("maxTradableCapital", self.max_tradable_capital);
        sink.member("provenance", &self.dataset.provenance);
        sink.member("provenanceHash", provenance_hash(self.dataset));
        sink.member("pyIndex", known_index(series));
        sink.member("scalarRoot", series.scalar_root);
        sink.member("scoredBars", series.bars() - start);
        sink.member("timeframe", clock.timeframe);
        sink.member("warmupBars", *start);
        sink.end_object();
    }
}

/// Returns the largest capital, to the cent, with which one sleeve can enter fully at bar `start`;
/// 0 if it never can. Every guardrail gets stricter as the trade grows, so the bound is bisected.
fn max_tradable_capital(series: &Series, start: usize) -> f64 {
    let (pt_price, sy_index) = (series.pt_price[start], series.sy_index[start]);
    let enters = |cents: i64| {
        let sleeve = Sleeve::new(cents as f64 / 100.0, sy_index);
        let equity = sleeve.position.equity(pt_price, sy_index);
        let marked = MarkedSleeve { at: start, pt_price, sy_index, equity };
        let intent = sleeve.intent(&PROFILE, PROFILE.max_abs_position, marked);
        let mut bar_market = BarMarket::new(&PROFILE, series, start);
        intent.is_some_and(|intent| matches!(bar_market.guard(&intent), Verdict::Approved(_)))
    };
    if start >= series.clock.expiry_index || !enters(1) {
        return 0.0;
    }
    let (mut low, mut high) = (1, cents_over(series.tvl[start]));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enters(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as f64 / 100.0
}

/// Returns a number of cents greater than an amount.
fn cents_over(amount: f64) -> i64 {
    whole((amount * 100.0).ceil()).map_or(i64::MAX / 2, |cents| cents + 1)
}
