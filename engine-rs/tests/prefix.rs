//! No strategy looks ahead: on the first bars of a dataset alone it acts as on the same bars of the
//! whole dataset, with and without the next maturity.

use crate::support::plans::{datasets, history, plan, runnable};
use arena_engine::internals::market::{Clock, Dataset};
use arena_engine::internals::simulation::run;
use arena_engine::internals::strategy::{CatalogueEntry, catalogue};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns a dataset without the columns of the next maturity.
fn without_far(dataset: &Dataset) -> Dataset {
    let mut less = dataset.clone();
    less.series.log_far_yield = None;
    let Clock { timeframe, ref timestamp, expiry, .. } = *dataset.series.clock;
    less.series.clock = Arc::new(Clock::new(timeframe, timestamp.clone(), expiry, None));
    less
}

/// Compares the history on the first bars with that of all bars, for several numbers of bars.
fn compare_prefixes(entry: &'static CatalogueEntry, dataset: &Dataset, turn: usize) {
    let plan = plan(&[(entry, 1)], dataset, 100_000.0);
    let whole = run(&plan, &dataset.series);
    let scored = dataset.series.bars() - plan.start;
    // early, in the middle and late in the scored window, at different bars for each strategy
    for third in 0..3 {
        let bars = plan.start + 2 + (third * (scored - 2) / 3 + turn * 37) % (scored - 2);
        let short = dataset.series.first(bars);
        assert_eq!(
            history(&run(&plan, &short), &short, bars - 1),
            history(&whole, &dataset.series, bars - 1),
            "{} on {} bars of {}",
            entry.spec.id,
            bars,
            dataset.market_key
        );
    }
}

#[test]
fn the_first_bars_alone_give_the_beginning_of_the_run() {
    let mut seen = BTreeSet::new();
    for dataset in datasets(23) {
        for (turn, entry) in runnable(&dataset).into_iter().enumerate() {
            compare_prefixes(entry, &dataset, turn);
            seen.insert((entry.spec.id, dataset.series.clock.timeframe));
        }
    }
    assert_eq!(seen.len(), 2 * catalogue::all().count(), "every strategy on both timeframes");
}

#[test]
fn columns_that_a_strategy_does_not_name_change_nothing() {
    let with_far = datasets(29).filter(|dataset| dataset.series.log_far_yield.is_some());
    let mut compared = 0;
    for dataset in with_far {
        let less = without_far(&dataset);
        let last = dataset.series.bars() - 1;
        for (turn, entry) in runnable(&less).into_iter().enumerate() {
            let plan = plan(&[(entry, 1)], &dataset, 100_000.0);
            assert_eq!(
                history(&run(&plan, &less.series), &less.series, last),
                history(&run(&plan, &dataset.series), &dataset.series, last),
                "{} without the next maturity",
                entry.spec.id
            );
            compare_prefixes(entry, &less, turn);
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
