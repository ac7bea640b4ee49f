//! A run on its scored window: what its metrics are computed from.

use crate::market::Series;
use crate::metric::{DAYS_PER_YEAR, Drawdown, Tail, returns, sharpe, tail_risk, walk, walk_pair};
use crate::portfolio::Run;

/// The five metrics that the utility is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoreMetrics {
    /// Mean return of a bar times the bars of a year.
    pub annualized_mean_return: f64,
    /// Deepest fall from a peak, fraction of it.
    pub max_drawdown: f64,
    /// Mean of the worst twentieth of the daily losses.
    pub cvar: f64,
    /// Traded value per day, fraction of equity.
    pub turnover: f64,
    /// Fees and slippage per day, fraction of equity.
    pub execution_cost: f64,
}

impl CoreMetrics {
    /// Returns the five metrics of a run; `None` with fewer than two scored bars.
    pub fn of(run: &Run, series: &Series) -> Option<Self> {
        Self::of_path(run.capital, &run.equity, series, run.cost_sums())
    }

    /// Returns the five metrics of a path of equities that ends with the last bar, with the sums of
    /// its turnover and cost; `None` with fewer than two bars.
    pub fn of_path(
        capital: f64,
        equity: &[f64],
        series: &Series,
        costs: (f64, f64),
    ) -> Option<Self> {
        let start = series.bars() - equity.len();
        let daily = daily_returns(capital, equity, series, start);
        Path::of(capital, equity, &daily, series).map(|path| path.core(costs))
    }

    /// Returns what [`Self::of_path`] returns of each of two paths from one capital on one clock,
    /// in hardly more time than of one.
    pub fn of_pair(
        capital: f64,
        paths: [(&[f64], &Series); 2],
        costs: [(f64, f64); 2],
    ) -> Option<[Self; 2]> {
        let [left, right] = walk_pair(capital, paths.map(|(equity, _)| equity))?;
        let core = |walked, (equity, series): (&[f64], &Series), costs| {
            let start = series.bars() - equity.len();
            let daily = daily_returns(capital, equity, series, start);
            Path::walked(walked, equity, &daily, series).map(|path| path.core(costs))
        };
        Some([core(left, paths[0], costs[0])?, core(right, paths[1], costs[1])?])
    }
}

/// A run with the series and figures that its metrics are computed from, all of the scored window.
#[derive(Debug)]
pub struct ScoredRun<'a> {
    /// The record: holdings, costs, counts, and the equity after each bar.
    pub record: &'a Run,
    /// The bars it ran on, warmup included.
    pub series: &'a Series,
    /// The terms of the utility.
    pub core: CoreMetrics,
    /// The deepest fall.
    pub drawdown: Drawdown,
    /// The worst twentieth of the days.
    pub tail: Tail,
    /// Scored days; part of a day counts as that.
    pub days: f64,
    /// Daily returns, oldest first; one at least.
    pub daily: Vec<f64>,
    /// Daily returns less the growth of SY on the same days.
    pub excess: Vec<f64>,
}

impl<'a> ScoredRun<'a> {
    /// Returns the scored window of a run; `None` with fewer than two scored bars.
    #[inline(never)]
    pub fn of(record: &'a Run, series: &'a Series) -> Option<Self> {
        if record.equity.len() < 2 {
            return None;
        }
        let daily = daily_returns(record.capital, &record.equity, series, record.start);
        let idle = daily_growth(series, record.start);
        let excess = daily.iter().zip(idle).map(|(day, idle)| day - idle).collect();
        let path = Path::of(record.capital, &record.equity, &daily, series)?;
        let core = path.core(record.cost_sums());
        let Path { drawdown, tail, days, .. } = path;
        Some(Self { record, series, core, drawdown, tail, days, daily, excess })
    }

    /// Returns what the capital has become, as a multiple of it.
    pub fn growth(&self) -> f64 {
        self.record.equity.last().map_or(1.0, |equity| equity / self.record.capital)
    }

    /// Returns a number of bars in days.
    pub fn days_of(&self, bars: usize) -> f64 {
        bars as f64 / self.series.clock.timeframe.bars_per_day() as f64
    }

    /// Returns the Sharpe ratio of a day, not annualised.
    pub fn daily_sharpe(&self) -> Option<f64> {
        sharpe(&self.excess).map(|annual| annual / DAYS_PER_YEAR.sqrt())
    }
}

/// The figures that follow from the path of equities alone.
struct Path {
    annualized_mean_return: f64,
    drawdown: Drawdown,
    tail: Tail,
    days: f64,
}

impl Path {
    fn of(capital: f64, equity: &[f64], daily: &[f64], series: &Series) -> Option<Self> {
        Self::walked(walk(capital, equity)?, equity, daily, series)
    }

    fn walked(
        (mean_return, drawdown): (f64, Drawdown),
        equity: &[f64],
        daily: &[f64],
        series: &Series,
    ) -> Option<Self> {
        if equity.len() < 2 {
            return None;
        }
        let timeframe = series.clock.timeframe;
        Some(Self {
            annualized_mean_return: mean_return * timeframe.bars_per_year(),
            drawdown,
            tail: tail_risk(daily)?,
            days: equity.len() as f64 / timeframe.bars_per_day() as f64,
        })
    }

    fn core(&self, (turnover, cost): (f64, f64)) -> CoreMetrics {
        CoreMetrics {
            annualized_mean_return: self.annualized_mean_return,
            max_drawdown: self.drawdown.depth,
            cvar: self.tail.cvar,
            turnover: turnover / self.days,
            execution_cost: cost / self.days,
        }
    }
}

/// Returns the daily returns of a path that starts at bar `start`: the last equity of each UTC day
/// against the day before, the first against `capital`.
pub fn daily_returns(capital: f64, equity: &[f64], series: &Series, start: usize) -> Vec<f64> {
    let ends = series.clock.day_ends.iter().filter(|end| **end >= start);
    let closes: Vec<f64> = ends.map(|end| equity[end - start]).collect();
    returns(capital, &closes).collect()
}

/// Returns the daily growth of SY on the same days, that of the first day from bar `start`.
fn daily_growth(series: &Series, start: usize) -> Vec<f64> {
    daily_returns(series.sy_index[start], &series.sy_index[start..], series, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{annualized_volatility, compound_annual_return, sortino};
    use crate::portfolio::{BarCost, Detail, HeldFrom};
    use crate::simulation::{Metrics, Value};
    use crate::strategy::testing::Bars;

    /// Four days from bar 1 on, from a capital of 100: 125, 100, 150, 150; SY grows by a quarter.
    fn run() -> (Run, Series) {
        let index = [4.0, 4.0, 5.0, 5.0, 5.0];
        let series = Bars::daily(5, 30)
            .with(|series| &mut series.pt_price, &[0.5; 5])
            .with(|series| &mut series.sy_index, &index)
            .0;
        let held = HeldFrom { at: 1, shares: 10.0, units: 20.0 };
        let run = Run {
            start: 1,
            capital: 100.0,
            components: Vec::new(),
            detail: Detail::Counts,
            events: Vec::new(),
            holdings: vec![held],
            equity: vec![125.0, 100.0, 150.0, 150.0],
            costs: vec![
                BarCost { at: 1, turnover: 0.5, cost: 0.25 },
                BarCost { at: 3, turnover: 1.5, cost: 0.5 },
            ],
            nearest: [None; 5],
        };
        (run, series)
    }

    #[test]
    fn the_metrics_of_four_days() {
        let (record, series) = run();
        let run = ScoredRun::of(&record, &series).unwrap();
        let daily = [125.0 / 100.0 - 1.0, 100.0 / 125.0 - 1.0, 150.0 / 100.0 - 1.0, 0.0];
        // SY grows from bar 1 to bar 2
        let excess = [daily[0], daily[1] - 0.25, daily[2], 0.0];
        assert_eq!((run.daily.as_slice(), run.excess.as_slice()), (&daily[..], &excess[..]));
        let mean = (daily[0] + daily[1] + daily[2] + daily[3]) / 4.0;
        let depth = 1.0 - 100.0 / 125.0;
        let compound = compound_annual_return(1.5, 4.0);
        let sum = |held: f64| 20.0 * 0.5 / held;
        let core = CoreMetrics {
            annualized_mean_return: mean * 365.0,
            max_drawdown: depth,
            cvar: -daily[1],
            turnover: (0.5 + 1.5) / 4.0,
            execution_cost: (0.25 + 0.5) / 4.0,
        };
        assert_eq!((run.core, CoreMetrics::of(&record, &series)), (core, Some(core)));
        assert_eq!(run.days, 4.0);
        assert_eq!(run.daily_sharpe(), sharpe(&excess).map(|year| year / 365.0_f64.sqrt()));
        let metrics = Metrics::of(&run);
        for (name, expected) in [
            ("annualizedMeanReturn", Some(core.annualized_mean_return)),
            ("maxDrawdown", Some(depth)),
            ("cvar", Some(core.cvar)),
            ("turnover", Some(core.turnover)),
            ("executionCost", Some(core.execution_cost)),
            ("compoundAnnualReturn", Some(compound)),
            ("annualizedVolatility", annualized_volatility(&daily)),
            ("sharpe", sharpe(&excess)),
            ("sortino", sortino(&excess)),
            // the peak is bar 1, back on bar 3
            ("maxDrawdownDays", Some(2.0)),
            ("calmar", Some(compound / depth)),
            ("valueAtRisk", Some(-daily[1])),
            ("exposure", Some((sum(125.0) + sum(100.0) + sum(150.0) + sum(150.0)) / 4.0)),
            ("hitRate", Some(2.0 / 4.0)),
            ("fills", Some(0.0)),
            ("bestDay", Some(0.5)),
            ("worstDay", Some(daily[1])),
        ] {
            assert_eq!(value(&metrics, name), Value::Number(expected.unwrap()), "{name}");
        }
        assert_eq!(value(&metrics, "drawdownRecovered"), Value::Flag(true));
    }

    fn value(metrics: &Metrics, name: &str) -> Value {
        metrics.members().find(|(member, _)| *member == name).unwrap().1
    }

    #[test]
    fn where_there_is_no_number_it_is_missing() {
        let (record, series) = run();
        let steady = Run { equity: vec![100.0; 4], costs: Vec::new(), ..record };
        let metrics = Metrics::of(&ScoredRun::of(&steady, &series).unwrap());
        assert_eq!(value(&metrics, "calmar"), Value::Missing);
        assert_eq!(value(&metrics, "annualizedVolatility"), Value::Number(0.0));
    }

    #[test]
    fn two_scored_bars_are_enough_and_one_is_not() {
        let (run, series) = run();
        for (bars, there) in [(2, true), (1, false), (0, false)] {
            let equity = run.equity[..bars].to_vec();
            let short =
                Run { start: series.bars() - bars, equity, costs: Vec::new(), ..run.clone() };
            let holdings = vec![HeldFrom { at: short.start, ..run.holdings[0] }];
            let short = Run { holdings, ..short };
            assert_eq!(ScoredRun::of(&short, &series).is_some(), there, "{bars}");
            assert_eq!(CoreMetrics::of(&short, &series).is_some(), there, "{bars}");
        }
    }

    #[test]
    fn hourly_bars_are_scaled_to_days_and_years() {
        // 48 hours from the bar that closes at 01:00; the days end at 00:00
        let series = Bars::hourly(48, 30).0;
        let equity: Vec<f64> = (1..=48).map(|hour| 100.0 + f64::from(hour)).collect();
        let path = Path::of(100.0, &equity, &[24.0 / 100.0, 24.0 / 124.0], &series).unwrap();
        let mean = crate::metric::walk(100.0, &equity).unwrap().0;
        assert_eq!(path.days, 2.0);
        assert_eq!(path.annualized_mean_return, mean * 8_760.0);
        let record = Run { start: 0, equity: equity.clone(), ..run().0 };
        assert_eq!(ScoredRun::of(&record, &series).unwrap().days_of(36), 1.5);
        assert_eq!(
            daily_returns(100.0, &equity, &series, 0),
            [124.0 / 100.0 - 1.0, 148.0 / 124.0 - 1.0]
        );
        // from hour 12 on: what is left of the first day, against the capital
        let late = daily_returns(112.0, &equity[12..], &series, 12);
        assert_eq!(late, [124.0 / 112.0 - 1.0, 148.0 / 124.0 - 1.0]);
        assert_eq!(daily_growth(&series, 12), [0.0, 0.0]);
    }
}
