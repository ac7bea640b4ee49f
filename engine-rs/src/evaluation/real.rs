//! A candidate on the real maturities of its market (`RULES.md` 6.8): what nobody made answers the
//! second question, and decides nothing.

use super::benchmark;
use super::utility::Utility;
use super::verdict::SAME_UTILITY;
use crate::json::{Emit, Sink};
use crate::market::{Dataset, Feature, FeatureSet, Timeframe};
use crate::num::{max, transcend};
use crate::simulation::{CoreMetrics, Plan, run_fills};
use crate::time;

/// Days back to which a day's excess is compared with itself (Newey and West).
const LAGS: usize = 10;
/// The 95 % point of a normal.
const QUANTILE: f64 = 1.645;
const DAYS_PER_YEAR: f64 = 365.0;
/// The lines of a maturity: the candidate, Hold and idle.
const LINES: usize = 3;

/// A candidate on a panel of real maturities.
#[derive(Debug)]
pub struct Real<'d> {
    market_key: &'d str,
    timeframe: Timeframe,
    rows: Vec<Row<'d>>,
    from: i64,
    to: i64,
    /// Distinct days on which a maturity was scored.
    days: usize,
    utilities: [f64; LINES],
    /// Excess over Hold and over idle.
    over: [Excess; 2],
    /// Maturities on which it is better than Hold, and than idle.
    better: [usize; 2],
}

/// A maturity of the panel.
#[derive(Debug)]
struct Row<'d> {
    dataset: &'d Dataset,
    /// What it lacks.
    missing: Vec<&'static str>,
    fills: usize,
    /// The candidate, Hold and idle; empty if it cannot run.
    lines: Vec<(CoreMetrics, Vec<f64>)>,
}

/// Mean excess return per year with its 90 % interval.
#[derive(Debug, Clone, Copy)]
struct Excess([f64; 3]);

/// A day with the sum of the excesses of its maturities.
#[derive(Debug)]
struct Day {
    at: i64,
    /// First day of the maturity that began first.
    since: i64,
    maturities: f64,
    excess: [f64; 2],
}

impl<'d> Real<'d> {
    /// Runs a plan on each maturity of a market's panel from that one's own start.
    ///
    /// # Errors
    /// The reason why there is nothing to tell.
    pub fn of(
        market: &'d Dataset,
        panel: &[&'d Dataset],
        plan: &Plan,
    ) -> Result<Self, &'static str> {
        let own = market.series.clock.timeframe;
        let has = |timeframe| panel.iter().any(|one| one.series.clock.timeframe == timeframe);
        let timeframe = if has(own) { own } else { Timeframe::Daily };
        if !has(timeframe) {
            return Err("no-history");
        }
        let Some(plan) = plan.on(own, timeframe) else { return Err("hourly-windows") };
        let mut real = Self {
            market_key: &market.market_key,
            timeframe,
            rows: Vec::new(),
            from: i64::MAX,
            to: i64::MIN,
            days: 0,
            utilities: [0.0; LINES],
            over: [Excess([0.0; 3]); 2],
            better: [0; 2],
        };
        for dataset in panel {
            if dataset.series.clock.timeframe == timeframe {
                real.add(dataset, &plan);
            }
        }
        if real.tell() { Ok(real) } else { Err("not-runnable") }
    }

    /// Runs a maturity, once, and keeps the order of expiry.
    fn add(&mut self, dataset: &'d Dataset, plan: &Plan) {
        let key = |one: &'d Dataset| (one.series.clock.expiry, one.sha256.as_str());
        let mut at = 0;
        while at < self.rows.len() && key(self.rows[at].dataset) < key(dataset) {
            at += 1;
        }
        if at == self.rows.len() || key(self.rows[at].dataset) != key(dataset) {
            self.rows.insert(at, Row::of(dataset, plan));
        }
    }

    /// Joins the rows; returns whether one ran.
    fn tell(&mut self) -> bool {
        let (mut days, mut sum) = (Vec::new(), 0.0);
        for row in self.rows.iter().filter(|row| !row.lines.is_empty()) {
            let closes = &row.dataset.series.clock.timestamp;
            self.from = self.from.min(closes[row.dataset.trade_start_index]);
            self.to = self.to.max(closes[closes.len() - 1]);
            sum += row.days();
            for line in 0..LINES {
                self.utilities[line] += row.days() * row.utility(line);
                if line > 0 && row.utility(0) - row.utility(line) > SAME_UTILITY {
                    self.better[line - 1] += 1;
                }
            }
            row.add_days(&mut days);
        }
        for line in 0..LINES {
            self.utilities[line] /= sum;
        }
        self.days = days.len();
        self.over = [Excess::of(&days, 0), Excess::of(&days, 1)];
        self.days > 0
    }
}

impl<'d> Row<'d> {
    fn of(dataset: &'d Dataset, plan: &Plan) -> Self {
        let mut row = Self { dataset, missing: Vec::new(), fills: 0, lines: Vec::new() };
        let mut needed = FeatureSet::default();
        for component in &plan.components {
            needed = needed.with(component.entry.features(&component.params));
        }
        let offered = dataset.series.features();
        for feature in Feature::ALL {
            if needed.has(feature) && !offered.has(feature) {
                row.missing.push(feature.name());
            }
        }
        if row.missing.is_empty() && row.run(plan).is_none() {
            row.missing.push("scoredBars");
        }
        row
    }

    fn run(&mut self, plan: &Plan) -> Option<()> {
        let (series, start) = (&self.dataset.series, self.dataset.trade_start_index);
        let mut plan = plan.clone();
        plan.start = start;
        let record = run_fills(&plan, series);
        let costs = record.cost_sums();
        let own = CoreMetrics::with_daily(plan.capital, &record.holdings, series, costs)?;
        let hold = benchmark::hold_daily(plan.capital, series, start)?;
        self.fills = record.counts().fills;
        self.lines = vec![own, hold, benchmark::idle_daily(plan.capital, series, start)?];
        Some(())
    }

    fn utility(&self, line: usize) -> f64 {
        Utility::of(&self.lines[line].0).total()
    }

    /// Returns the scored days.
    fn days(&self) -> f64 {
        let bars = self.dataset.series.bars() - self.dataset.trade_start_index;
        bars as f64 / self.dataset.series.clock.timeframe.bars_per_day() as f64
    }

    /// Adds the excess of its days to those of the maturities before it.
    fn add_days(&self, all: &mut Vec<Day>) {
        let start = self.dataset.trade_start_index;
        let since = time::day_of_close(self.dataset.series.clock.timestamp[start]);
        let (mut day, mut place) = (since, 0);
        for (at, own) in self.lines[0].1.iter().enumerate() {
            while place < all.len() && all[place].at < day {
                place += 1;
            }
            if place == all.len() || all[place].at != day {
                all.insert(place, Day { at: day, since, maturities: 0.0, excess: [0.0; 2] });
            }
            let found = &mut all[place];
            found.since = found.since.min(since);
            found.maturities += 1.0;
            for (sum, (_, line)) in found.excess.iter_mut().zip(&self.lines[1..]) {
                *sum += transcend::ln_1p(*own) - transcend::ln_1p(line[at]);
            }
            day += 1;
        }
    }
}

impl Day {
    fn excess(&self, line: usize) -> f64 {
        self.excess[line] / self.maturities
    }
}

impl Excess {
    /// Estimates a mean whose days depend on those before them. A pair of days counts if one maturity
    /// has both, whose days have no gap.
    fn of(days: &[Day], line: usize) -> Self {
        let count = days.len() as f64;
        let mean = days.iter().fold(0.0, |sum, day| sum + day.excess(line)) / count;
        let mut variance = 0.0;
        for lag in 0..=LAGS {
            let mut sum = 0.0;
            // As many places back as days, since a maturity that has both has those between them.
            for (late, early) in days.iter().skip(lag).zip(days) {
                if late.since <= early.at {
                    sum += (late.excess(line) - mean) * (early.excess(line) - mean);
                }
            }
            let weight = 1.0 - lag as f64 / (LAGS + 1) as f64;
            variance += if lag == 0 { sum } else { 2.0 * weight * sum };
        }
        let half = QUANTILE * DAYS_PER_YEAR * max(variance, 0.0).sqrt() / count;
        let mean = DAYS_PER_YEAR * mean;
        Self([mean, mean - half, mean + half])
    }
}

impl Emit for Real<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let [own, hold, idle] = self.utilities;
        sink.begin_object();
        sink.member("betterThanHold", self.better[0]);
        sink.member("betterThanIdle", self.better[1]);
        sink.member("edge", own - max(hold, idle));
        sink.member("from", time::iso(self.from));
        sink.member("hindsight", true);
        sink.member("holdUtility", hold);
        sink.member("idleUtility", idle);
        sink.member("overHold", self.over[0]);
        sink.member("overIdle", self.over[1]);
        sink.member("panel", format!("{}-{}", self.market_key, self.timeframe.name()));
        sink.member("rows", &self.rows);
        sink.member("scoredDays", self.days);
        sink.member("timeframe", self.timeframe);
        sink.member("to", time::iso(self.to));
        sink.member("utility", own);
        sink.end_object();
    }
}

impl Emit for Row<'_> {
    fn emit(&self, sink: &mut dyn Sink) {
        let ran = !self.lines.is_empty();
        let figure = |line: usize| ran.then(|| self.utility(line));
        sink.begin_object();
        sink.member("datasetHash", &self.dataset.sha256);
        sink.member("estimated", &self.dataset.unknown.estimated);
        sink.member("expiry", time::iso(self.dataset.series.clock.expiry));
        sink.member("fills", ran.then_some(self.fills));
        sink.member("holdUtility", figure(1));
        sink.member("idleUtility", figure(2));
        sink.member("marketKey", &self.dataset.market_key);
        sink.member("missing", &self.missing);
        sink.member("scoredDays", ran.then(|| self.days()));
        sink.member("status", if ran { "ran" } else { "not-runnable" });
        sink.member("utility", figure(0));
        sink.end_object();
    }
}

impl Emit for Excess {
    fn emit(&self, sink: &mut dyn Sink) {
        let Self([mean, low, high]) = *self;
        sink.begin_object();
        sink.member("high", high);
        sink.member("low", low);
        sink.member("perYear", mean);
        sink.end_object();
    }
}
