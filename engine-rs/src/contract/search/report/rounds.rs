//! The rounds of an adaptive search.

use super::scale::{Lots, Scale, descending};
use crate::num::transcend::{cos, ln, pow};
use crate::num::{clamp, max, place};
use crate::summary::Summary;

/// Most candidates that count as good; their number grows with the square root of all.
const GOOD_MAX: usize = 24;
/// Share of each round that is drawn evenly, so that no region is abandoned.
const EVEN_SHARE: f64 = 0.1;
/// Narrowest kernel, so that draws do not repeat.
const WIDTH_MIN: f64 = 0.005;

/// Returns the coordinates of the next round: draws from a Parzen estimator of the best so far, with
/// kernels over all axes together, as in Falkner et al., "BOHB", 2018, but without its density ratio,
/// whose maximum would attract a whole round. The draws depend on the summaries and the seed alone.
pub(super) fn next_round(
    earlier: &[&Summary],
    axes: &[Scale<'_>],
    count: usize,
    seed: u64,
) -> Vec<Vec<f64>> {
    let all: Vec<&[f64]> = earlier.iter().flat_map(|summary| summary.top()).collect();
    let order = descending(&all.iter().map(|row| row[1]).collect::<Vec<f64>>());
    let mut tops: Vec<&[f64]> = order.into_iter().map(|at| all[at]).collect();
    let total: f64 = earlier.iter().map(|summary| summary.merits().count).sum();
    tops.truncate(GOOD_MAX.min(4.max(place(total.sqrt().ceil()))));
    let centres: Vec<Vec<f64>> = tops
        .iter()
        .map(|row| axes.iter().zip(&row[2..]).map(|(axis, at)| axis.share(*at)).collect())
        .collect();
    let widths: Vec<f64> = (0..axes.len()).map(|axis| width(&centres, axis)).collect();
    // Probability that a draw leaves the place of its centre in a list.
    let other = 1.0 / (1.0 + (centres.len() as f64).sqrt());
    let mut lots = Lots::new(seed);
    let mut draw = || -> Vec<f64> {
        let is_even = centres.is_empty() || lots.draw() < EVEN_SHARE;
        let centre = if is_even { None } else { Some(&centres[lots.below(centres.len())]) };
        let each = axes.iter().enumerate().map(|(at, axis)| {
            let Some(centre) = centre else { return lots.draw() };
            if axis.is_listed() {
                return if lots.draw() < other { lots.draw() } else { centre[at] };
            }
            let radius = (-2.0 * ln(lots.draw())).sqrt();
            let normal = radius * cos(2.0 * core::f64::consts::PI * lots.draw());
            clamp(centre[at] + widths[at] * normal, 0.0, 1.0)
        });
        let shares: Vec<f64> = each.collect();
        axes.iter().zip(shares).map(|(axis, share)| axis.at(share)).collect()
    };
    (0..count).map(|_| draw()).collect()
}

/// Returns the width of the kernels on an axis, by Scott's rule.
fn width(centres: &[Vec<f64>], axis: usize) -> f64 {
    let (count, dimensions) = (centres.len() as f64, centres.first().map_or(1, Vec::len));
    let own = || centres.iter().map(|centre| centre[axis]);
    let mean = own().sum::<f64>() / count;
    let variance = own().map(|share| (share - mean) * (share - mean)).sum::<f64>() / count;
    max(WIDTH_MIN, variance.sqrt() * pow(count, -1.0 / (dimensions as f64 + 4.0)))
}
