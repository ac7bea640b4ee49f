//! Published values of metrics and of the luck figures. The files name their sources.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]

use crate::support::{at, golden_folder, number, text};
use arena_engine::internals::evaluation::luck::{SharpeMoments, expected_best};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::metric::{
    DAYS_PER_YEAR, Fall, Tail, annualized_volatility, compound_annual_return, sharpe, sortino,
    tail_of_sorted,
};
use arena_engine::internals::num::stats::Spread;
use std::fs;

#[test]
fn every_published_metric_comes_out() {
    let bytes = fs::read(golden_folder().join("metrics.json")).expect("metrics.json");
    let file = parse(&bytes).expect("JSON");
    let vectors = at(&file, "vectors").items().expect("vectors");
    assert_eq!(vectors.len(), 36);
    for vector in vectors {
        let series = at(&file, &format!("series/{}", text(at(vector, "series"))));
        let series: Vec<f64> = series.items().expect("series").iter().map(number).collect();
        let expected = at(vector, "expected").number();
        let relative = at(vector, "tolerance/rel").number().unwrap_or(0.0);
        let absolute = at(vector, "tolerance/abs").number().unwrap_or(0.0);
        let agrees = match (metric(vector, &series), expected) {
            (Some(found), Some(expected)) => {
                (found - expected).abs() <= absolute + relative * expected.abs()
            }
            (found, expected) => found == expected,
        };
        assert!(agrees, "{}: {:?}", text(at(vector, "id")), metric(vector, &series));
    }
}

/// Returns the engine's value of a vector's metric, with negative losses as in the sources. The
/// engine's year has 365 periods; other numbers of periods are scaled.
fn metric(vector: &Json<'_>, series: &[f64]) -> Option<f64> {
    let periods = at(vector, "periods_per_year").number().unwrap_or(DAYS_PER_YEAR);
    let scale = (periods / DAYS_PER_YEAR).sqrt();
    let excess_of = |name: &str| -> Vec<f64> {
        let rate = number(at(vector, name));
        series.iter().map(|value| value - rate).collect()
    };
    match text(at(vector, "metric")) {
        "max_drawdown" => Some(-deepest(series)),
        "annualized_return_geometric" => Some(compounded(series, periods)),
        "annualized_volatility" => Some(annualized_volatility(Spread::of(series)?)? * scale),
        "sharpe" => Some(sharpe(Spread::of(&excess_of("risk_free_per_period"))?)? * scale),
        "sortino" => {
            let excess = excess_of("mar_per_period");
            Some(sortino(&excess, Spread::of(&excess)?.mean)? * scale)
        }
        "calmar" => {
            let depth = deepest(series);
            (depth > 0.0).then(|| compounded(series, periods) / depth)
        }
        "expected_shortfall_conventions" => Some(-tail(vector, series).cvar),
        "value_at_risk_conventions" => Some(-tail(vector, series).value_at_risk),
        other => panic!("{other} is not a metric of the engine"),
    }
}

fn equity(series: &[f64]) -> Vec<f64> {
    let grow = |equity: &mut f64, value: &f64| {
        *equity *= 1.0 + value;
        Some(*equity)
    };
    series.iter().scan(1.0, grow).collect()
}

fn deepest(series: &[f64]) -> f64 {
    let mut fall = Fall::new(1.0);
    for (at, value) in equity(series).into_iter().enumerate() {
        fall.add(at, value);
    }
    fall.depth()
}

fn compounded(series: &[f64], periods: f64) -> f64 {
    let days = series.len() as f64 * DAYS_PER_YEAR / periods;
    compound_annual_return(equity(series).last().copied().unwrap_or(1.0), days)
}

fn tail(vector: &Json<'_>, series: &[f64]) -> Tail {
    let mut sorted = series.to_vec();
    sorted.sort_by(f64::total_cmp);
    let k = sorted.len() as f64 * number(at(vector, "alpha"));
    tail_of_sorted(sorted.into_iter(), k).expect("a tail")
}

#[test]
fn every_published_figure_of_luck_comes_out() {
    let bytes = fs::read(golden_folder().join("luck.json")).expect("luck.json");
    let file = parse(&bytes).expect("JSON");
    let vectors = at(&file, "vectors").items().expect("vectors");
    assert_eq!(vectors.len(), 5);
    for vector in vectors {
        let of = |name: &str| number(at(vector, name));
        let moments = || SharpeMoments::new(of("sr"), of("n"), of("skew"), of("kurtosis_raw"));
        let found = match text(at(vector, "metric")) {
            "probabilistic_sharpe_ratio" => moments().probabilistic(of("benchmark_sr")).unwrap(),
            "expected_max_of_n_normals" => expected_best(of("n"), 1.0),
            "deflated_sharpe_threshold" => expected_best(of("n_trials"), of("var_of_trial_sr")),
            "deflated_sharpe_ratio" => {
                moments().deflated(of("n_trials"), Some(of("var_of_trial_sr"))).unwrap()
            }
            other => panic!("{other} is not a figure of luck"),
        };
        let expected = of("expected");
        assert!(
            (found - expected).abs() <= of("tolerance"),
            "{}: {found}, expected {expected}",
            text(at(vector, "id"))
        );
    }
}
