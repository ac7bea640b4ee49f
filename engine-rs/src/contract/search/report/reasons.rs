//! The reasons of a verdict, in sentences.

use super::tested::OutOfSample;
use super::text::{push_fixed, push_grouped, push_likelihood, push_percent};
use super::trips::Trips;
use crate::evaluation::overfitting::Overfitting;

// `tests/search/CALIBRATION.md` measures how often these thresholds are right.

/// Above this probability a figure counts as more than luck.
pub(super) const PROBABILITY_MIN: f64 = 0.95;
/// Above this probability round trips of random signs give as much.
const BY_LOT_MAX: f64 = 0.05;
/// From here on choosing is hardly better than chance, if the chosen candidates also lose at times.
const OVERFITTING_MAX: f64 = 0.4;
const LOSS_MIN: f64 = 0.1;
/// From here on chosen candidates lose too often, however stable their rank.
const LOSS_MAX: f64 = 0.5;
const SHARE_MIN: f64 = 0.5;
const EFFICIENCY_MIN: f64 = 0.5;
/// Fewer round trips are few, whatever they gain.
const FEW_TRIPS: usize = 10;

/// The clause that the verdict has for each failed gate.
const FAILURES: [(&str, &str); 12] = [
    ("POSITIVE_UTILITY", "earns nothing after penalties"),
    ("EDGE", "no edge on new data"),
    ("TIMING", "its timing earns nothing"),
    ("ONE_HISTORY", "one history gives no verdict"),
    ("MAX_DRAWDOWN", "falls too deep"),
    ("WORST_SCENARIO_DRAWDOWN", "falls too deep under stress"),
    ("MAX_TURNOVER", "trades too much"),
    ("MIN_SCORED_DAYS", "too few days"),
    ("MIN_FILLS", "never trades"),
    ("RUNTIME_BUDGET", "too slow to judge"),
    ("CONFIG_VALID", "is not valid"),
    ("FINITE_NUMBERS", "has numbers that are not finite"),
];

pub(super) fn push_candidates(text: &mut String, tried: f64) {
    push_grouped(text, tried);
    text.push_str(if tried == 1.0 { " distinct candidate" } else { " distinct candidates" });
}

/// Appends a share in percent, a small one with a decimal.
pub(super) fn push_share(text: &mut String, share: f64) {
    push_percent(text, share, u32::from(share > 0.001 && share < 0.1));
}

pub(super) fn luck_reason(tried: f64, deflated: f64) -> String {
    let mut text = String::from("With ");
    push_candidates(&mut text, tried);
    text.push_str(" tried, the probability that it truly earns more than the passive line is ");
    push_likelihood(&mut text, deflated, PROBABILITY_MIN);
    text.push_str("; ");
    push_share(&mut text, PROBABILITY_MIN);
    text.push_str(" is wanted.");
    text
}

/// Says why an excess is no evidence, which round trips of random signs give as well.
pub(super) fn trips_reason(&Trips { count, largest_share, by_lot }: &Trips) -> Option<String> {
    if by_lot <= BY_LOT_MAX {
        return None;
    }
    let is_few = count < FEW_TRIPS || largest_share.unwrap_or(0.0) >= 0.5;
    let problem = if is_few {
        "Its excess hangs on few trades: "
    } else {
        "Its trades gain and lose alike: "
    };
    let mut text = String::from(problem);
    push_grouped(&mut text, count as f64);
    text.push_str(if count == 1 { " round trip" } else { " round trips" });
    if let Some(largest) = largest_share.filter(|_| count != 1) {
        text.push_str(", the largest with ");
        push_percent(&mut text, largest, 0);
        text.push_str(" of the gains");
    }
    text.push_str(". With random signs, such trips give as much in ");
    push_likelihood(&mut text, by_lot, BY_LOT_MAX);
    text.push_str(" of cases; at most ");
    push_percent(&mut text, BY_LOT_MAX, 0);
    text.push_str(" is wanted.");
    Some(text)
}

pub(super) fn overfitting_reason(
    &Overfitting { probability, loss_share, .. }: &Overfitting,
) -> Option<String> {
    let is_overfitted =
        loss_share >= LOSS_MAX || probability >= OVERFITTING_MAX && loss_share >= LOSS_MIN;
    is_overfitted.then(|| {
        let mut text =
            String::from("The best of one half of the days is in the lower half on the others in ");
        push_share(&mut text, probability);
        text.push_str(" of all splits, and below the passive line in ");
        push_share(&mut text, loss_share);
        text.push('.');
        text
    })
}

pub(super) fn neighbours_reason(share: f64) -> Option<String> {
    (share < SHARE_MIN).then(|| {
        let mut text = String::from("Only ");
        push_share(&mut text, share);
        text.push_str(" of its neighbours are above the passive line.");
        text
    })
}

pub(super) fn out_of_sample_reason(tested: &OutOfSample) -> Option<String> {
    let mut text = String::from("On bars that it was not chosen on, ");
    if (tested.above as f64) < SHARE_MIN * tested.folds as f64 {
        text.push_str("the best was above the passive line in ");
        push_fixed(&mut text, tested.above as f64, 0);
        text.push_str(" of ");
        push_fixed(&mut text, tested.folds as f64, 0);
        text.push_str(" folds.");
        return Some(text);
    }
    match tested.efficiency() {
        None => text.push_str(
            "no share of its ratio over the passive line is left: the ratio was not positive before.",
        ),
        Some(efficiency) if efficiency < EFFICIENCY_MIN => {
            push_share(&mut text, crate::num::max(0.0, efficiency));
            text.push_str(" of its ratio over the passive line is left.");
        }
        Some(_) => return None,
    }
    Some(text)
}

pub(super) fn evaluation_reason((method, failed): &(&str, Vec<&str>)) -> Option<String> {
    if *method != "sister_paths" || failed.is_empty() {
        return None;
    }
    let said = failed.iter().map(|gate| {
        FAILURES.iter().find(|(name, _)| name == gate).map_or(*gate, |(_, text)| *text)
    });
    let said: Vec<&str> = said.collect();
    let mut text = String::from("On fresh paths of the same market it has not passed: ");
    text.push_str(&said.join(", "));
    text.push('.');
    Some(text)
}
