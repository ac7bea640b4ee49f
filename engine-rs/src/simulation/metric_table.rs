//! The metrics of a run, one row each, in reading order.
//!
//! To add one, add its row and run `deno task build:engine`. The answers, their types and schemas, the
//! reference, the page and `RULES.md` follow from the table. A figure is computed from a
//! [`ScoredRun`]; a new statistic is a function of slices in `src/metric/`.

use super::metric_row::{Figure, Metric, Unit};
use super::scored_run::ScoredRun;
use crate::metric::{
    annualized_volatility, best_day, compound_annual_return, hit_rate, sortino, worst_day,
};
use crate::num::stats;
use crate::portfolio::mean_exposure;

/// Every metric. Terms of the utility are in the order in which it adds them.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "annualizedMeanReturn",
        text: "Mean return per bar, times bars a year",
        rule: "`mean(R)*barsPerYear`",
        unit: Unit::Fraction("per year"),
        page: Some(("Mean return", 2)),
        figure: Figure::Term(|core| core.annualized_mean_return),
    },
    Metric {
        name: "compoundAnnualReturn",
        text: "Growth of equity over the scored window, as a rate per year",
        rule: "`(E_end/capital)^(365/days) - 1`",
        unit: Unit::Fraction("per year"),
        page: Some(("Compounded", 2)),
        figure: Figure::Number(compounded),
    },
    Metric {
        name: "maxDrawdown",
        text: "Largest loss from a peak, fraction in [0, 1]",
        rule: "max of `1 - E_t/peak_t`, the capital, one bar before the first scored bar, being the first peak; of equally deep falls the first counts; without any 0",
        unit: Unit::Fraction(""),
        page: Some(("Max drawdown", 2)),
        figure: Figure::Term(|core| core.max_drawdown),
    },
    Metric {
        name: "maxDrawdownDays",
        text: "Days from the peak to the recovery or the end",
        rule: "of the fall of maxDrawdown, from the peak (last bar at it) to the first bar back at or above it, else to the last bar; without any 0",
        unit: Unit::Days,
        page: None,
        figure: Figure::Number(|run| run.days_of(run.drawdown.bars)),
    },
    Metric {
        name: "drawdownRecovered",
        text: "Whether equity came back to the peak before the largest drawdown",
        rule: "whether there is such a bar; without any fall true",
        unit: Unit::Flag,
        page: None,
        figure: Figure::Flag(|run| run.drawdown.recovered),
    },
    Metric {
        name: "valueAtRisk",
        text: "Daily loss at 95 %, not negative",
        rule: "`max(0, .)` of the `ceil(k)`-th worst `L`; of the worst where `k < 1`",
        unit: Unit::Fraction("per day"),
        page: None,
        figure: Figure::Number(|run| run.tail.value_at_risk),
    },
    Metric {
        name: "cvar",
        text: "Mean of the worst 5 % of daily losses, not negative",
        rule: "`max(0, .)` of `(sum of the worst floor(k) L + (k - floor(k))*next)/k` (Rockafellar-Uryasev); of the worst `L` where `k < 1`",
        unit: Unit::Fraction("per day"),
        page: Some(("Average bad day", 3)),
        figure: Figure::Term(|core| core.cvar),
    },
    Metric {
        name: "turnover",
        text: "Traded part of equity per day",
        rule: "sum of portfolio turnover / days",
        unit: Unit::Fraction("per day"),
        page: Some(("Turnover", 2)),
        figure: Figure::Term(|core| core.turnover),
    },
    Metric {
        name: "executionCost",
        text: "Fees and slippage, part of equity per day",
        rule: "sum of portfolio cost / days",
        unit: Unit::Fraction("per day"),
        page: Some(("Cost", 4)),
        figure: Figure::Term(|core| core.execution_cost),
    },
    Metric {
        name: "sharpe",
        text: "Of the daily excess over idle capital: mean over standard deviation, annualised",
        rule: "`mean(X)/sd(X)*sqrt(365)`",
        unit: Unit::Ratio("over idle SY"),
        page: Some(("Sharpe", 2)),
        figure: Figure::Optional(|run| run.sharpe),
    },
    Metric {
        name: "sortino",
        text: "Of the daily excess over idle capital: mean over downside deviation, annualised",
        rule: "`mean(X)/sqrt(mean(min(X,0)^2))*sqrt(365)`, two days at least",
        unit: Unit::Ratio("over idle SY"),
        page: Some(("Sortino", 2)),
        figure: Figure::Optional(|run| sortino(&run.excess, run.excess_spread.mean)),
    },
    Metric {
        name: "calmar",
        text: "Compound annual return over the largest drawdown",
        rule: "compoundAnnualReturn / maxDrawdown",
        unit: Unit::Ratio(""),
        page: Some(("Calmar", 2)),
        figure: Figure::Optional(|run| {
            stats::ratio(Some(compounded(run)), Some(run.drawdown.depth))
        }),
    },
    Metric {
        name: "annualizedVolatility",
        text: "Standard deviation of daily returns, per year",
        rule: "`sd(D)*sqrt(365)`",
        unit: Unit::Fraction("per year"),
        page: Some(("Volatility", 2)),
        figure: Figure::Optional(|run| annualized_volatility(run.daily_spread)),
    },
    Metric {
        name: "exposure",
        text: "Mean part of equity in PT",
        rule: "mean exposure",
        unit: Unit::Fraction("in PT"),
        page: Some(("Exposure", 1)),
        figure: Figure::Number(|run| mean_exposure(&run.record.holdings, run.series)),
    },
    Metric {
        name: "hitRate",
        text: "Part of days with a gain",
        rule: "share of days with `D > 1e-12`",
        unit: Unit::Fraction("of days"),
        page: Some(("Days with a gain", 1)),
        figure: Figure::Number(|run| hit_rate(&run.daily)),
    },
    Metric {
        name: "bestDay",
        text: "Largest daily return",
        rule: "`max(D)`",
        unit: Unit::Fraction(""),
        page: Some(("Best day", 2)),
        figure: Figure::Number(|run| best_day(&run.daily)),
    },
    Metric {
        name: "worstDay",
        text: "Smallest daily return",
        rule: "`min(D)`",
        unit: Unit::Fraction(""),
        page: Some(("Worst day", 2)),
        figure: Figure::Number(|run| worst_day(&run.daily)),
    },
    Metric {
        name: "fills",
        text: "Trades that were executed",
        rule: "executed intents of all components",
        unit: Unit::Count,
        page: Some(("Fills", 0)),
        figure: Figure::Count(|run| run.record.counts().fills),
    },
];

fn compounded(run: &ScoredRun<'_>) -> f64 {
    compound_annual_return(run.growth, run.days)
}
