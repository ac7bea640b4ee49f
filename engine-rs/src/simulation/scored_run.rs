//! A run on its scored window, the input of its metrics.

use super::daily_growth;
use super::walk::{Drawdown, Walk};
use crate::market::{Series, Timeframe};
use crate::metric::{DAYS_PER_YEAR, Tail, sharpe, tail_risk};
use crate::num::stats::Spread;
use crate::portfolio::{HeldFrom, Run};

/// The five metrics that make up the utility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoreMetrics {
    /// Mean return of a bar times the bars of a year.
    pub annualized_mean_return: f64,
    /// Deepest fall from a peak, as a fraction of it.
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
        Self::of_holdings(run.capital, &run.holdings, series, run.cost_sums())
    }

    /// Returns the five metrics of holdings, with the sums of their turnover and cost; `None` with
    /// fewer than two bars from the first holding onwards.
    pub fn of_holdings(
        capital: f64,
        holdings: &[HeldFrom],
        series: &Series,
        costs: (f64, f64),
    ) -> Option<Self> {
        Self::with_daily(capital, holdings, series, costs).map(|(core, _)| core)
    }

    /// Returns the five metrics of holdings, with their daily returns.
    #[inline(never)]
    pub fn with_daily(
        capital: f64,
        holdings: &[HeldFrom],
        series: &Series,
        costs: (f64, f64),
    ) -> Option<(Self, Vec<f64>)> {
        let walk = Walk::of(capital, holdings, series)?;
        let daily = walk.daily_returns(capital);
        let tail = tail_risk(&daily)?;
        Some((Self::walked(&walk, tail, series.clock.timeframe, costs), daily))
    }

    fn walked(walk: &Walk, tail: Tail, timeframe: Timeframe, (turnover, cost): (f64, f64)) -> Self {
        let days = days(walk.bars, timeframe);
        Self {
            annualized_mean_return: walk.mean_return * timeframe.bars_per_year(),
            max_drawdown: walk.fall.depth(),
            cvar: tail.cvar,
            turnover: turnover / days,
            execution_cost: cost / days,
        }
    }
}

/// Converts a number of bars to days.
fn days(bars: usize, timeframe: Timeframe) -> f64 {
    bars as f64 / timeframe.bars_per_day() as f64
}

/// A run with the series and figures of the scored window that its metrics need.
#[derive(Debug)]
pub struct ScoredRun<'a> {
    /// The record: holdings, costs and counts.
    pub record: &'a Run,
    /// The bars it ran on, warmup included.
    pub series: &'a Series,
    /// The terms of the utility.
    pub core: CoreMetrics,
    /// The deepest fall.
    pub drawdown: Drawdown,
    /// The worst twentieth of the days.
    pub tail: Tail,
    /// Scored days, including fractions of a day.
    pub days: f64,
    /// Final equity as a multiple of the capital.
    pub growth: f64,
    /// Daily returns, oldest first; at least one.
    pub daily: Vec<f64>,
    /// Daily returns less the growth of SY on the same days.
    pub excess: Vec<f64>,
    /// Mean and deviation of `daily`.
    pub daily_spread: Spread,
    /// Mean and deviation of `excess`.
    pub excess_spread: Spread,
    /// Annual Sharpe ratio, see [`sharpe`].
    pub sharpe: Option<f64>,
}

impl<'a> ScoredRun<'a> {
    /// Returns the scored window of a run; `None` with fewer than two scored bars.
    #[inline(never)]
    pub fn of(record: &'a Run, series: &'a Series) -> Option<Self> {
        let walk = Walk::of(record.capital, &record.holdings, series)?;
        let daily = walk.daily_returns(record.capital);
        let idle = daily_growth(series, record.start);
        let excess: Vec<f64> = daily.iter().zip(&idle).map(|(day, idle)| day - idle).collect();
        let (tail, timeframe) = (tail_risk(&daily)?, series.clock.timeframe);
        let excess_spread = Spread::of(&excess)?;
        Some(Self {
            record,
            series,
            core: CoreMetrics::walked(&walk, tail, timeframe, record.cost_sums()),
            drawdown: walk.drawdown(&record.holdings, series),
            tail,
            days: days(walk.bars, timeframe),
            growth: walk.closes.last()? / record.capital,
            daily_spread: Spread::of(&daily)?,
            daily,
            excess,
            excess_spread,
            sharpe: sharpe(excess_spread),
        })
    }

    /// Converts a number of bars to days.
    pub fn days_of(&self, bars: usize) -> f64 {
        days(bars, self.series.clock.timeframe)
    }

    /// Returns the daily Sharpe ratio, not annualised.
    pub fn daily_sharpe(&self) -> Option<f64> {
        self.sharpe.map(|annual| annual / DAYS_PER_YEAR.sqrt())
    }
}

/// Returns the daily returns of holdings: the last equity of each UTC day against that of the day
/// before, the first against the capital. Empty with fewer than two bars.
pub fn daily_returns(capital: f64, holdings: &[HeldFrom], series: &Series) -> Vec<f64> {
    let walk = Walk::of(capital, holdings, series);
    walk.map_or_else(Vec::new, |walk| walk.daily_returns(capital))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Column;
    use crate::metric::{annualized_volatility, compound_annual_return, sortino};
    use crate::portfolio::{BarCost, Detail};
    use crate::simulation::{Metrics, Value};
    use crate::strategy::testing::Bars;

    /// Four days from bar 1, with a capital of 100: 125, 100, 150, 150; SY grows by a quarter.
    fn run() -> (Run, Series) {
        let index = [4.0, 4.0, 5.0, 5.0, 5.0];
        let series = Bars::daily(5, 30)
            .with(|series| &mut series.pt_price, &[4.0, 4.25, 2.5, 5.0, 5.0])
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
            costs: vec![
                BarCost { at: 1, turnover: 0.5, cost: 0.25 },
                BarCost { at: 3, turnover: 1.5, cost: 0.5 },
            ],
            nearest: [None; 5],
        };
        (run, series)
    }

    #[test]
    fn four_days_have_the_expected_metrics() {
        let (record, series) = run();
        let run = ScoredRun::of(&record, &series).unwrap();
        let daily = [125.0 / 100.0 - 1.0, 100.0 / 125.0 - 1.0, 150.0 / 100.0 - 1.0, 0.0];
        // SY grows from bar 1 to bar 2
        let excess = [daily[0], daily[1] - 0.25, daily[2], 0.0];
        assert_eq!((run.daily.as_slice(), run.excess.as_slice()), (&daily[..], &excess[..]));
        let mean = (daily[0] + daily[1] + daily[2] + daily[3]) / 4.0;
        let depth = 1.0 - 100.0 / 125.0;
        let compound = compound_annual_return(1.5, 4.0);
        let exposure = (85.0 / 125.0 + 50.0 / 100.0 + 100.0 / 150.0 + 100.0 / 150.0) / 4.0;
        let core = CoreMetrics {
            annualized_mean_return: mean * 365.0,
            max_drawdown: depth,
            cvar: -daily[1],
            turnover: (0.5 + 1.5) / 4.0,
            execution_cost: (0.25 + 0.5) / 4.0,
        };
        assert_eq!((run.core, CoreMetrics::of(&record, &series)), (core, Some(core)));
        assert_eq!(run.days, 4.0);
        assert_eq!(
            run.daily_sharpe(),
            sharpe(Spread::of(&excess).unwrap()).map(|year| year / 365.0_f64.sqrt())
        );
        let metrics = Metrics::of(&run);
        for (name, expected) in [
            ("annualizedMeanReturn", Some(core.annualized_mean_return)),
            ("maxDrawdown", Some(depth)),
            ("cvar", Some(core.cvar)),
            ("turnover", Some(core.turnover)),
            ("executionCost", Some(core.execution_cost)),
            ("compoundAnnualReturn", Some(compound)),
            ("annualizedVolatility", annualized_volatility(Spread::of(&daily).unwrap())),
            ("sharpe", sharpe(Spread::of(&excess).unwrap())),
            ("sortino", sortino(&excess, Spread::of(&excess).unwrap().mean)),
            // the peak is bar 1, reached again on bar 3
            ("maxDrawdownDays", Some(2.0)),
            ("calmar", Some(compound / depth)),
            ("valueAtRisk", Some(-daily[1])),
            ("exposure", Some(exposure)),
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
    fn undefined_metrics_are_missing() {
        let (record, series) = run();
        let series = Series { sy_index: Column::new(vec![4.0; 5]), ..series };
        let holdings = vec![HeldFrom { at: 1, shares: 25.0, units: 0.0 }];
        let steady = Run { holdings, costs: Vec::new(), ..record };
        let metrics = Metrics::of(&ScoredRun::of(&steady, &series).unwrap());
        assert_eq!(value(&metrics, "calmar"), Value::Missing);
        assert_eq!(value(&metrics, "annualizedVolatility"), Value::Number(0.0));
    }

    #[test]
    fn metrics_need_two_scored_bars() {
        let (run, series) = run();
        for (bars, there) in [(2, true), (1, false), (0, false)] {
            let start = series.bars() - bars;
            let short = Run { start, costs: Vec::new(), ..run.clone() };
            let holdings = vec![HeldFrom { at: short.start, ..run.holdings[0] }];
            let short = Run { holdings, ..short };
            assert_eq!(ScoredRun::of(&short, &series).is_some(), there, "{bars}");
            assert_eq!(CoreMetrics::of(&short, &series).is_some(), there, "{bars}");
        }
    }

    #[test]
    fn hourly_figures_are_scaled_to_days_and_years() {
        // 48 hours from the bar that closes at 01:00; the days end at 00:00
        let index: Vec<f64> = (1..=48).map(|hour| 100.0 + f64::from(hour)).collect();
        let series = Bars::hourly(48, 30).with(|series| &mut series.sy_index, &index).0;
        let holdings = vec![HeldFrom { at: 0, shares: 1.0, units: 0.0 }];
        let record = Run { start: 0, holdings, ..run().0 };
        let scored = ScoredRun::of(&record, &series).unwrap();
        assert_eq!((scored.days, scored.days_of(36)), (2.0, 1.5));
        let sum = |hours: core::ops::Range<i32>| {
            hours.fold(0.0, |sum, hour| sum + (f64::from(101 + hour) / f64::from(100 + hour) - 1.0))
        };
        let mean = (sum(0..24) + sum(24..48)) / 48.0;
        assert_eq!(scored.core.annualized_mean_return, mean * 8_760.0);
        let daily = daily_returns(100.0, &record.holdings, &series);
        assert_eq!(daily, [124.0 / 100.0 - 1.0, 148.0 / 124.0 - 1.0]);
        // from hour 12: the rest of the first day, against the capital
        let late = [HeldFrom { at: 12, ..record.holdings[0] }];
        let daily = daily_returns(112.0, &late, &series);
        assert_eq!(daily, [124.0 / 112.0 - 1.0, 148.0 / 124.0 - 1.0]);
        assert_eq!(daily_growth(&series, 12), [124.0 / 113.0 - 1.0, 148.0 / 124.0 - 1.0]);
    }
}
