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

/// What the path of equities says by itself.
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
