//! A market imported from its middle on, after its index has fallen, is the same market.

use crate::support::{Case, golden_cases};
use arena_engine::internals::evaluation::scenario::{Scenario, derive};
use arena_engine::internals::market::{Dataset, Series};
use arena_engine::internals::num::transcend::exp;

/// Returns the bars of case 24 that precede those of case 39.
const BEFORE: usize = 30;

fn dataset(name: &str) -> Dataset {
    let cases = golden_cases();
    let (_, bytes) = cases.iter().find(|(found, _)| found.starts_with(name)).expect("a case");
    Case::new(bytes).loaded().0
}

fn close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = 1e-12 * expected.abs();
        assert!((found - expected).abs() <= bound, "{what} bar {at}: {found}, not {expected}");
    }
}

#[test]
fn a_stress_of_the_later_part_has_the_prices_of_the_whole() {
    let (whole, end) = (dataset("case-24"), dataset("case-39"));
    assert!(end.series.sy_index.iter().all(|index| *index < end.series.py_index));
    assert!(end.series.pt_price.iter().all(|price| *price < 0.76), "far under par");
    for scenario in Scenario::ALL.into_iter().filter(|one| one.kind() != "perturbation") {
        let (of_whole, of_end) = (derive(&whole, scenario, 1), derive(&end, scenario, 1));
        let columns = |series: &Series| {
            [series.pt_price.clone(), series.sy_index.clone(), series.tvl.clone()]
        };
        for (end, whole) in columns(&of_end).iter().zip(&columns(&of_whole)) {
            close(end, &whole[BEFORE..], scenario.id());
        }
    }
}

/// A resampled path begins at the levels of the first bar, and so below the same watermark.
#[test]
fn a_perturbation_stays_under_the_watermark() {
    let end = dataset("case-39");
    let (index, watermark) = (end.series.sy_index[0], end.series.py_index);
    let drawn = derive(&end, Scenario::Perturbation(1), 1);
    for (at, price) in drawn.pt_price.iter().enumerate() {
        let discounted = exp(-drawn.log_yield[at] * drawn.clock.tau[at]);
        let par = drawn.sy_index[at] / watermark;
        assert!((price - discounted * par).abs() < 1e-12, "bar {at}, first index {index}");
    }
}
