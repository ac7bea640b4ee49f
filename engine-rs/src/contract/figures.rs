//! Statistics of a search and of a verdict, for hosts that judge what they have found.

use crate::evaluation::gate::P_VALUE_MAX;
use crate::evaluation::luck::SharpeMoments;
use crate::evaluation::overfitting::Overfitting;
use crate::evaluation::verdict::student;

/// Returns the daily Sharpe ratio of daily excess returns, and its deflation: the probability that
/// the true ratio is above the best that `trials` candidates without skill give by luck. For one
/// trial the second is the probabilistic Sharpe ratio. Either is `NaN` where it is undefined.
///
/// `variance` is the variance of the trials' ratios; `NaN` stands for that of ratios without skill.
pub fn sharpe_luck(excess: &[f64], trials: f64, variance: f64) -> [f64; 2] {
    let Some(moments) = SharpeMoments::of(excess) else { return [f64::NAN; 2] };
    let variance = Some(variance).filter(|variance| !variance.is_nan());
    [moments.sharpe, moments.deflated(trials, variance).unwrap_or(f64::NAN)]
}

/// Returns the [`Overfitting`] of a choice among candidates from their daily excess returns, one
/// candidate after the other: probability, share of splits with a loss, splits, parts. Empty with
/// fewer than two candidates or too few days.
pub fn overfitting(excess: &[f64], candidates: usize) -> Vec<f64> {
    let found = Overfitting::of(excess, candidates);
    let figures = |Overfitting { probability, loss_share, splits, parts }| {
        vec![probability, loss_share, f64::from(splits), parts as f64]
    };
    found.map(figures).unwrap_or_default()
}

/// Returns about the edge that passes with a standard error over `paths` paths and after `trials`
/// trials: where the adjusted p-value is the largest that passes.
pub fn required_edge(standard_error: f64, trials: f64, paths: f64) -> f64 {
    standard_error * student::required_t(P_VALUE_MAX, trials, paths - 2.0)
}
