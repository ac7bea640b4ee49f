//! Daily returns of candidates and of the two passive lines, and round trips.

use super::super::super::candidate::Candidate;
use super::super::super::datasets::dataset_of;
use super::super::super::view_columns::holdings_of;
use super::search::Search;
use super::stage::Window;
use crate::contract::projection::no_metrics;
use crate::error::Result;
use crate::evaluation::benchmark::{buy_and_hold, hold_holdings, idle, idle_holding};
use crate::evaluation::utility::{BENCHMARK_FLOOR, Utility};
use crate::market::Dataset;
use crate::num::max;
use crate::portfolio::{Run, equity_path};
use crate::simulation::{run, run_fills};
use crate::time::day_of_close;

/// Excess under which a trip counts as equal to its line.
const EQUAL: f64 = 1e-9;
/// Capital of the lines, whose utilities do not depend on it.
const CAPITAL: f64 = 100_000.0;
/// The lines, in the order of their names.
pub(super) const HOLD: usize = 0;
pub(super) const IDLE: usize = 1;

/// Daily returns of candidates in a window, and of the two passive lines.
pub(super) struct Returns {
    /// Hold, then idle.
    pub(super) lines: [Line; 2],
    /// One per candidate; `None` if it did not run.
    pub(super) candidates: Vec<Option<Vec<f64>>>,
    /// Excess of each round trip of the first candidate over each line; `None` if it did not run.
    pub(super) trips: Option<[Vec<f64>; 2]>,
}

/// Daily returns of a passive line, and its score on the scale of candidates.
pub(super) struct Line {
    pub(super) days: Vec<f64>,
    pub(super) score: f64,
}

impl Returns {
    /// Returns the place of the better line.
    pub(super) fn better(&self) -> usize {
        if self.lines[HOLD].score >= self.lines[IDLE].score { HOLD } else { IDLE }
    }

    /// Returns the returns of candidates, joined over the markets of a plan: those of capital that is
    /// spread evenly over them each day. Days beyond those of the shortest market are left out.
    #[inline(never)]
    pub(super) fn of(
        search: &Search<'_>,
        window: Option<Window>,
        candidates: &[Candidate],
    ) -> Result<Self> {
        if search.ids.is_empty() {
            return Self::on_market(search, window, candidates, candidates[0].market_id);
        }
        let each = search.ids.iter().map(|id| Self::on_market(search, window, candidates, *id));
        let each: Vec<Self> = each.collect::<Result<_>>()?;
        let line = |place: usize| Line {
            days: mean_days(&each.iter().map(|one| &*one.lines[place].days).collect::<Vec<_>>()),
            score: search
                .joined(1.0, &each.iter().map(|one| one.lines[place].score).collect::<Vec<_>>()),
        };
        let of_candidate = |at: usize| -> Option<Vec<f64>> {
            let days: Option<Vec<&[f64]>> =
                each.iter().map(|one| one.candidates[at].as_deref()).collect();
            days.map(|days| mean_days(&days))
        };
        let trips_over = |line: usize| -> Option<Vec<f64>> {
            let all: Option<Vec<&[f64]>> =
                each.iter().map(|one| one.trips.as_ref().map(|trips| &*trips[line])).collect();
            all.map(|all| all.concat())
        };
        Ok(Self {
            lines: [line(HOLD), line(IDLE)],
            candidates: (0..candidates.len()).map(of_candidate).collect(),
            trips: trips_over(HOLD).zip(trips_over(IDLE)).map(<[_; 2]>::from),
        })
    }

    #[inline(never)]
    fn on_market(
        search: &Search<'_>,
        window: Option<Window>,
        candidates: &[Candidate],
        market_id: u32,
    ) -> Result<Self> {
        let dataset = search.datasets.dataset(market_id, candidates[0].timeframe)?;
        let cut = window.map(|(start, end)| Dataset {
            trade_start_index: start,
            series: dataset.series.first(end),
            ..dataset.clone()
        });
        let Dataset { series, trade_start_index: start, .. } = cut.as_ref().unwrap_or(dataset);
        let (start, timestamp) = (*start, &series.clock.timestamp);
        let bars = series.bars();
        let is_last = |bar: &usize| {
            bar + 1 == bars || day_of_close(timestamp[bar + 1]) != day_of_close(timestamp[*bar])
        };
        let ends: Vec<usize> = (start..bars).filter(is_last).map(|bar| bar - start).collect();
        let metrics = buy_and_hold(CAPITAL, series, start).zip(idle(CAPITAL, series, start));
        let (hold, idle) = metrics.ok_or_else(|| no_metrics(dataset))?;
        let utilities = [hold, idle].map(|metrics| Utility::of(&metrics).total());
        let paths = [
            equity_path(&hold_holdings(1.0, series, start), series),
            equity_path(&[idle_holding(1.0, series, start)], series),
        ];
        let mut trips = None;
        let all = candidates.iter().enumerate().map(|(at, candidate)| {
            let candidate = Candidate { market_id, ..candidate.clone() };
            dataset_of(search.datasets.all(), &candidate).ok()?;
            let plan = candidate.plan(start);
            let record = if at == 0 { run(&plan, series) } else { run_fills(&plan, series) };
            let equity = record.equity(series);
            if at == 0 {
                let units = units_of(&record, series);
                let path: Vec<f64> = equity.iter().map(|one| one / candidate.capital).collect();
                trips = Some([
                    trips_of(&path, &units, (&paths[HOLD], -1)),
                    trips_of(&path, &units, (&paths[IDLE], 1)),
                ]);
            }
            Some(days_of(&equity, &ends, candidate.capital))
        });
        let candidates = all.collect();
        let floor = max(utilities[HOLD], BENCHMARK_FLOOR);
        let line = |place: usize| Line {
            days: days_of(&paths[place], &ends, 1.0),
            score: 100.0 * utilities[place] / floor,
        };
        Ok(Self { lines: [line(HOLD), line(IDLE)], candidates, trips })
    }
}

/// Returns the return of each day from the wealth at its last bar.
#[inline(never)]
fn days_of(path: &[f64], ends: &[usize], capital: f64) -> Vec<f64> {
    let mut before = 1.0;
    let days = ends.iter().map(|bar| {
        let wealth = path[*bar] / capital;
        let day = wealth / before - 1.0;
        before = wealth;
        day
    });
    days.collect()
}

/// Returns the excess of one over another, day by day.
#[inline(never)]
pub(super) fn excess(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(day, other)| day - other).collect()
}

#[inline(never)]
fn mean_days(each: &[&[f64]]) -> Vec<f64> {
    let length = each.iter().map(|days| days.len()).min().unwrap_or(0);
    let mean = |day: usize| each.iter().map(|days| days[day]).sum::<f64>() / each.len() as f64;
    (0..length).map(mean).collect()
}

/// Returns the units of PT of all components at each scored bar.
fn units_of(run: &Run, series: &crate::market::Series) -> Vec<f64> {
    let mut units = vec![0.0; series.bars() - run.start];
    for component in 0..run.components.len() {
        for (bars, held) in holdings_of(run, component, series) {
            for unit in &mut units[bars.start - run.start..bars.end - run.start] {
                *unit += held.units;
            }
        }
    }
    units
}

/// Returns the excess of each round trip over a passive line, as a sum of bar returns. Against idle, a
/// round trip begins with the first purchase after a sale (an `opening` of 1), and against Hold with the
/// first sale after a purchase; it lasts until the next one begins. The bars before the first trip are a
/// trip as well. Trips without any excess are left out: there the candidate is the line.
#[inline(never)]
fn trips_of(equity: &[f64], units: &[f64], (line, opening): (&[f64], i32)) -> Vec<f64> {
    let (mut trips, mut sum, mut last) = (Vec::new(), 0.0_f64, 0);
    let growth =
        |path: &[f64], bar: usize| path[bar] / if bar == 0 { 1.0 } else { path[bar - 1] } - 1.0;
    for bar in 0..equity.len() {
        let change = units[bar] - if bar == 0 { 0.0 } else { units[bar - 1] };
        let side = i32::from(change > 0.0) - i32::from(change < 0.0);
        if side == opening && last != opening {
            if sum.abs() >= EQUAL {
                trips.push(sum);
            }
            sum = 0.0;
        }
        if side != 0 {
            last = side;
        }
        sum += growth(equity, bar) - growth(line, bar);
    }
    if sum.abs() >= EQUAL {
        trips.push(sum);
    }
    trips
}
