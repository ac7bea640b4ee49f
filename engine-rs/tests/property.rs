//! Properties of every strategy, market and scenario.

use crate::support::plans::{any_dataset, any_plan, bits};
use arena_engine::internals::evaluation::scenario::{Scenario, derive};
use arena_engine::internals::execution::SkipReason;
use arena_engine::internals::market::MarketTerms;
use arena_engine::internals::num::transcend;
use arena_engine::internals::portfolio::EventKind;
use arena_engine::internals::simulation::{Plan, run, run_fills, run_totals};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Summaries and sweeps use the run without events: it checks nothing during the hold period of
    /// a sleeve, and counts the vetoes of that period.
    #[test]
    fn a_run_without_events_has_the_same_totals((dataset, plan) in any_plan()) {
        let (whole, short) = (run(&plan, &dataset.series), run_totals(&plan, &dataset.series));
        prop_assert_eq!(&whole.holdings, &short.holdings);
        prop_assert_eq!(&whole.costs, &short.costs);
        for (a, b) in whole.components.iter().zip(&short.components) {
            prop_assert_eq!((a.counts, a.position, a.capital), (b.counts, b.position, b.capital));
            prop_assert_eq!(a.targets.has_opinion(), b.targets.has_opinion());
        }
        let counts = whole.counts();
        prop_assert_eq!(whole.nearest(&counts), short.nearest(&counts));
        prop_assert!(short.events.is_empty());
    }

    /// Scenarios and paths use the run that records fills only: it skips the hold period, and bounds
    /// the edge of a veto.
    #[test]
    fn a_run_without_vetoes_has_the_same_fills((dataset, plan) in any_plan()) {
        let (whole, short) = (run(&plan, &dataset.series), run_fills(&plan, &dataset.series));
        prop_assert_eq!(&whole.holdings, &short.holdings);
        prop_assert_eq!(&whole.costs, &short.costs);
        for (a, b) in whole.components.iter().zip(&short.components) {
            prop_assert_eq!(a.counts.fills, b.counts.fills);
            prop_assert_eq!((a.position, a.capital), (b.position, b.capital));
        }
        prop_assert!(short.events.is_empty());
    }

    /// `equity_after = equity_before - fee - slippage`, and the holding has the value of the next
    /// equity.
    #[test]
    fn money_is_neither_made_nor_lost((dataset, plan) in any_plan()) {
        let series = &dataset.series;
        let record = run(&plan, series);
        for (component, planned) in plan.components.iter().enumerate() {
            let mut held = (plan.capital * planned.weight / series.sy_index[plan.start], 0.0);
            for event in record.events_of(component) {
                let worth = |(shares, units): (f64, f64)| {
                    shares * series.sy_index[event.at] + units * series.pt_price[event.at]
                };
                let cost = match &event.kind {
                    EventKind::Fill { approved, .. } => approved.fee_cost + approved.slippage_cost,
                    _ => 0.0,
                };
                let Some(after) = event.after() else { continue };
                let (before, now) = (worth(held), worth((after.shares, after.units)));
                // each side is a sum of two products: a few rounding errors of the equity
                prop_assert!((before - cost - now).abs() <= 8.0 * f64::EPSILON * before, "{event:?}");
                prop_assert!(after.shares >= 0.0 && after.units >= 0.0);
                held = (after.shares, after.units);
            }
        }
    }

    #[test]
    fn every_intent_is_filled_or_skipped_for_one_reason((dataset, plan) in any_plan()) {
        let record = run(&plan, &dataset.series);
        for (component, run) in record.components.iter().enumerate() {
            let mut fills = 0;
            let mut skips = [0; SkipReason::ALL.len()];
            let mut last = None;
            for event in record.events_of(component) {
                prop_assert!(last.is_none_or(|last| last < event.at), "two events on a bar");
                last = Some(event.at);
                match &event.kind {
                    EventKind::Fill { .. } => fills += 1,
                    EventKind::Skip { skipped, bars, .. } => {
                        skips[skipped.reason as usize] += bars;
                        last = Some(event.at + bars - 1);
                    }
                    EventKind::Redemption { .. } => {}
                }
                prop_assert!(event.at >= plan.start, "an event in the warmup");
            }
            prop_assert_eq!(run.counts.fills, fills);
            prop_assert_eq!(run.counts.skips_by_reason, skips);
            prop_assert_eq!(run.counts.intents(), fills + skips.iter().sum::<usize>());
        }
    }

    /// A bar has an event if and only if its target exceeds the deadband.
    #[test]
    fn no_intent_is_forgotten((dataset, plan) in any_plan()) {
        let series = &dataset.series;
        let record = run(&plan, series);
        for (component, run) in record.components.iter().enumerate() {
            let targets = run.targets.column(series.bars());
            let mut events = record.events_of(component).peekable();
            let (mut position, mut skipping) = (0.0, 0);
            let asked = targets.iter().enumerate().take(series.clock.expiry_index);
            for (at, target) in asked.skip(plan.start) {
                let distance = (target - position).abs();
                let is_final = *target == 0.0 || *target == 1.0;
                let is_intent = distance >= 0.05 || (is_final && distance >= 0.0001);
                let here = events.peek().is_some_and(|event| event.at == at);
                prop_assert_eq!(is_intent, here || skipping > at, "bar {}", at);
                if let Some(event) = events.next_if(|event| event.at == at) {
                    match &event.kind {
                        EventKind::Fill { intent, .. } => position = intent.to,
                        EventKind::Skip { bars, .. } => skipping = at + bars,
                        EventKind::Redemption { .. } => {}
                    }
                }
            }
        }
    }

    #[test]
    fn a_later_start_does_not_change_targets((dataset, plan) in any_plan(), days in 1..40_usize) {
        let later = plan.start + days * dataset.series.clock.timeframe.bars_per_day();
        let moved = Plan { start: later, ..plan.clone() };
        let (first, second) = (run(&plan, &dataset.series), run(&moved, &dataset.series));
        for (a, b) in first.components.iter().zip(&second.components) {
            prop_assert_eq!(a.targets.steps(), b.targets.steps());
        }
        prop_assert_eq!(second.equity(&dataset.series).len(), dataset.series.bars() - later);
    }

    #[test]
    fn the_identities_hold_in_every_scenario(dataset in any_dataset(), seed in any::<u32>()) {
        let clock = &dataset.series.clock;
        let terms = MarketTerms {
            timeframe: clock.timeframe,
            expiry: clock.expiry,
            scalar_root: dataset.series.scalar_root,
            far_expiry: clock.far_expiry,
            py_index: None,
        };
        for scenario in Scenario::ALL {
            let series = derive(&dataset, scenario, u64::from(seed));
            let checked = series.columns().checked_clock(&terms);
            prop_assert!(checked.is_ok(), "{} {:?}", scenario.id(), checked.err());
            let logs = series.pt_price.iter().zip(series.log_price.iter());
            for (price, log) in logs {
                // the log of a price near 1 is small, so its error is an ulp of the price
                prop_assert!((transcend::ln(*price) - log).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_stress_changes_nothing_before_it_begins(dataset in any_dataset()) {
        let official = dataset.series.columns();
        let from = dataset.trade_start_index + (dataset.series.bars() - dataset.trade_start_index) / 2;
        for scenario in Scenario::ALL.into_iter().filter(|s| matches!(s, Scenario::Stress(_))) {
            let stressed = derive(&dataset, scenario, 1).columns();
            prop_assert_eq!(bits(&stressed.implied_apy[..from]), bits(&official.implied_apy[..from]));
            prop_assert_eq!(bits(&stressed.pt_price[..from]), bits(&official.pt_price[..from]));
            prop_assert_eq!(bits(&stressed.total_pt[..from]), bits(&official.total_pt[..from]));
            prop_assert_eq!(bits(&stressed.sy_index[..from]), bits(&official.sy_index[..from]));
            prop_assert_eq!(bits(&stressed.tvl[..from]), bits(&official.tvl[..from]));
            prop_assert_eq!(bits(&stressed.volume.as_ref().unwrap()[..from]), bits(&official.volume.as_ref().unwrap()[..from]));
        }
    }
}
