//! The metrics of a run, on its scored window.

use crate::market::Series;
use crate::metric::{
    DAYS_PER_YEAR, Drawdown, Tail, annualized_volatility, compound_annual_return, returns, sharpe,
    sortino, tail_risk, walk,
};
use crate::num::stats;
use crate::portfolio::{Run, mean_exposure};

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

/// Every metric of a run; `None` where there is no number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metrics {
    /// The five that the utility is made of.
    pub core: CoreMetrics,
    /// Growth to the power of a year over the window, less 1.
    pub compound_annual_return: f64,
    /// Deviation of daily returns, annual.
    pub annualized_volatility: Option<f64>,
    /// Excess over idle capital per deviation, annual.
    pub sharpe: Option<f64>,
    /// Excess over idle capital per downside deviation, annual.
    pub sortino: Option<f64>,
    /// Length of the deepest fall in days.
    pub max_drawdown_days: f64,
    /// Whether the deepest fall was made good.
    pub drawdown_recovered: bool,
    /// Compound annual return per deepest fall.
    pub calmar: Option<f64>,
    /// Loss of the day at the edge of the worst twentieth.
    pub value_at_risk: f64,
    /// Mean share of equity in PT.
    pub exposure: f64,
    /// Share of days with a gain.
    pub hit_rate: f64,
    /// Executed intents.
    pub fills: usize,
    /// Best daily return.
    pub best_day: f64,
    /// Worst daily return.
    pub worst_day: f64,
    /// Scored days.
    pub days: f64,
}

/// A daily return above this is a gain.
const GAIN_MIN: f64 = 1e-12;

impl Metrics {
    /// Returns the metrics of a run, or `None` when it has fewer than two scored bars.
    pub fn of(run: &Run, series: &Series) -> Option<Self> {
        if run.equity.len() < 2 {
            return None;
        }
        let daily = daily_returns(run.capital, &run.equity, series, run.start);
        let excess = excess_of(&daily, series, run.start);
        let path = Path::of(run.capital, &run.equity, &daily, series)?;
        let growth = run.equity.last()? / run.capital;
        let compound_annual_return = compound_annual_return(growth, path.days);
        let depth = path.drawdown.depth;
        let first = daily.first().copied()?;
        Some(Self {
            core: path.core(run.cost_sums()),
            compound_annual_return,
            annualized_volatility: annualized_volatility(&daily),
            sharpe: sharpe(&excess),
            sortino: sortino(&excess),
            max_drawdown_days: path.drawdown_days(series),
            drawdown_recovered: path.drawdown.recovered,
            calmar: stats::ratio(Some(compound_annual_return), Some(depth)),
            value_at_risk: path.tail.value_at_risk,
            exposure: mean_exposure(&run.holdings, series, &run.equity),
            hit_rate: daily.iter().filter(|day| **day > GAIN_MIN).count() as f64
                / daily.len() as f64,
            fills: run.counts().fills,
            best_day: daily.iter().fold(first, |best, day| crate::num::max(best, *day)),
            worst_day: daily.iter().fold(first, |worst, day| crate::num::min(worst, *day)),
            days: path.days,
        })
    }

    /// Returns the Sharpe ratio of a day, not annualised.
    pub fn daily_sharpe(&self) -> Option<f64> {
        self.sharpe.map(|annual| annual / DAYS_PER_YEAR.sqrt())
    }
}

impl CoreMetrics {
    /// Returns the five metrics of a run; `None` with fewer than two scored bars.
    pub fn of(run: &Run, series: &Series) -> Option<Self> {
        Self::of_path(run.capital, &run.equity, series, run.cost_sums())
    }

    /// Returns the five metrics of a path of equities on the window from `start`, with the sums of
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
        if equity.len() < 2 {
            return None;
        }
        let timeframe = series.clock.timeframe;
        let (mean_return, drawdown) = walk(capital, equity)?;
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

    fn drawdown_days(&self, series: &Series) -> f64 {
        self.drawdown.bars as f64 / series.clock.timeframe.bars_per_day() as f64
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

/// Returns the daily returns of a run less the growth of SY on the same days.
pub fn daily_excess(run: &Run, series: &Series) -> Vec<f64> {
    excess_of(&daily_returns(run.capital, &run.equity, series, run.start), series, run.start)
}

fn excess_of(daily: &[f64], series: &Series, start: usize) -> Vec<f64> {
    daily.iter().zip(daily_growth(series, start)).map(|(day, idle)| day - idle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portfolio::{BarCost, HeldFrom};
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
            keeps_events: false,
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
        let (run, series) = run();
        let found = Metrics::of(&run, &series).unwrap();
        let daily = [125.0 / 100.0 - 1.0, 100.0 / 125.0 - 1.0, 150.0 / 100.0 - 1.0, 0.0];
        // SY grows from bar 1 to bar 2
        let excess = [daily[0], daily[1] - 0.25, daily[2], 0.0];
        assert_eq!(daily_excess(&run, &series), excess);
        let mean = (daily[0] + daily[1] + daily[2] + daily[3]) / 4.0;
        let depth = 1.0 - 100.0 / 125.0;
        let compound = compound_annual_return(1.5, 4.0);
        let sum = |held: f64| 20.0 * 0.5 / held;
        let expected = Metrics {
            core: CoreMetrics {
                annualized_mean_return: mean * 365.0,
                max_drawdown: depth,
                cvar: -daily[1],
                turnover: (0.5 + 1.5) / 4.0,
                execution_cost: (0.25 + 0.5) / 4.0,
            },
            compound_annual_return: compound,
            annualized_volatility: annualized_volatility(&daily),
            sharpe: sharpe(&excess),
            sortino: sortino(&excess),
            // the peak is bar 1, back on bar 3
            max_drawdown_days: 2.0,
            drawdown_recovered: true,
            calmar: Some(compound / depth),
            value_at_risk: -daily[1],
            exposure: (sum(125.0) + sum(100.0) + sum(150.0) + sum(150.0)) / 4.0,
            hit_rate: 2.0 / 4.0,
            fills: 0,
            best_day: 0.5,
            worst_day: daily[1],
            days: 4.0,
        };
        assert_eq!(found, expected);
        assert_eq!(found.daily_sharpe(), sharpe(&excess).map(|year| year / 365.0_f64.sqrt()));
        assert_eq!(CoreMetrics::of(&run, &series), Some(expected.core));
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
            assert_eq!(Metrics::of(&short, &series).is_some(), there, "{bars}");
            assert_eq!(CoreMetrics::of(&short, &series).is_some(), there, "{bars}");
        }
    }

    #[test]
    fn a_gain_is_more_than_a_rounding() {
        let (run, series) = run();
        for (first, hits) in [(100.0 + 1e-11, 0.0), (100.0 + 1e-9, 1.0), (99.0, 0.0)] {
            let gained = Run { equity: vec![first; 4], ..run.clone() };
            assert_eq!(Metrics::of(&gained, &series).unwrap().hit_rate, hits / 4.0, "{first}");
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
        assert_eq!(path.drawdown_days(&series), 0.0);
        let fall = Drawdown { depth: 0.5, bars: 36, recovered: false };
        assert_eq!(Path { drawdown: fall, ..path }.drawdown_days(&series), 1.5);
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
