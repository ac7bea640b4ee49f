//! The timeline on a few bars: which component trades on which bar, and at what cost.

use super::{Plan, run, run_totals};
use crate::execution::{ExecutionProfile, PROFILE, SkipReason};
use crate::market::{Series, Timeframe};
use crate::portfolio::{Detail, Event, EventKind, HeldFrom, Run};
use crate::simulation::PlannedComponent;
use crate::strategy::testing::Bars;
use crate::strategy::{ParamValues, catalogue};

/// Bars on which pull-to-par-hold wants to be in (`+`) or out (`-`); it buys from 3 %.
fn bars(wanted: &str, days_left: i64) -> Series {
    let apy: Vec<f64> = wanted.bytes().map(|sign| if sign == b'+' { 0.08 } else { 0.01 }).collect();
    let count = u16::try_from(apy.len()).unwrap();
    Bars::daily(count, days_left).with(|series| &mut series.implied_apy, &apy).0
}

fn plan(capital: f64, weights: &[f64], start: usize) -> Plan {
    let entry = catalogue::get("pull-to-par-hold").unwrap();
    let params = ParamValues::defaults(entry.spec.params, Timeframe::Daily);
    let component =
        |weight: &f64| PlannedComponent { entry, params: params.clone(), weight: *weight };
    let components = weights.iter().map(component).collect();
    Plan { profile: PROFILE, capital, components, start }
}

/// An event in short form: bar, component, kind, and for a run of skips its number of bars.
fn told(event: &Event) -> (usize, usize, String) {
    let kind = match &event.kind {
        EventKind::Fill { intent, .. } => intent.side.name().to_owned(),
        EventKind::Skip { skipped, bars, .. } => format!("{} {bars}", skipped.reason.code()),
        EventKind::Redemption { .. } => "redemption".to_owned(),
    };
    (event.at, event.component, kind)
}

fn story(record: &Run) -> Vec<(usize, String)> {
    record.events.iter().map(told).map(|(at, _, kind)| (at, kind)).collect()
}

/// Checks where the hold time of three bars ends, and the vetoes until then.
#[test]
fn a_sleeve_waits_three_bars_after_a_fill() {
    let cases: [(&str, &[(usize, &str)]); 5] = [
        ("++++++", &[(0, "buy")]),
        // out at once: bars 1 and 2 are too early, bar 3 is three bars later
        ("+-----", &[(0, "buy"), (1, "MIN_HOLD_BARS 2"), (3, "sell")]),
        // out and in again before the hold time ends: no change is wanted on bar 3
        ("+-++--", &[(0, "buy"), (1, "MIN_HOLD_BARS 1"), (4, "sell")]),
        // the hold time runs from the last fill
        (
            "+---++++",
            &[(0, "buy"), (1, "MIN_HOLD_BARS 2"), (3, "sell"), (4, "MIN_HOLD_BARS 2"), (6, "buy")],
        ),
        ("-----+", &[(5, "buy")]),
    ];
    for (wanted, expected) in cases {
        let record = run(&plan(1_000.0, &[1.0], 0), &bars(wanted, 100));
        let expected: Vec<_> =
            expected.iter().map(|(at, kind)| (*at, (*kind).to_owned())).collect();
        assert_eq!(story(&record), expected, "{wanted}");
    }
}

#[test]
fn a_band_keeps_its_warmup_target_when_the_window_begins() {
    for (wanted, start, expected) in
        [("++++", 2, Some(2)), ("--++", 1, Some(2)), ("++--", 2, None), ("+++-", 3, None)]
    {
        let series = bars(wanted, 100);
        let record = run(&plan(1_000.0, &[1.0], start), &series);
        assert_eq!(record.events.first().map(|event| event.at), expected, "{wanted}");
        assert_eq!(record.equity(&series).len(), wanted.len() - start);
        assert_eq!(record.holdings[0].at, start);
    }
}

/// Everything is redeemed at expiry, and no strategy is consulted afterwards.
#[test]
fn everything_is_redeemed_at_expiry() {
    // ten bars, the last `left` days before expiry
    for (left, expected) in [
        (0, &[(1, "buy"), (9, "redemption")][..]),
        (1, &[(1, "buy")]),
        (-2, &[(1, "buy"), (7, "redemption")]),
    ] {
        let record = run(&plan(1_000.0, &[1.0], 0), &bars("-+++++++++", left));
        let expected: Vec<_> =
            expected.iter().map(|(at, kind)| (*at, (*kind).to_owned())).collect();
        assert_eq!(story(&record), expected, "{left}");
        let last = record.holdings.last().unwrap();
        assert_eq!((last.units == 0.0, last.at), (left <= 0, expected.last().unwrap().0));
    }
    // a window that begins at or after expiry holds SY
    for start in [7, 9] {
        let record = run(&plan(1_000.0, &[1.0], start), &bars("++++++++++", -2));
        assert_eq!(record.events, []);
        assert_eq!(record.holdings, [HeldFrom { at: start, shares: 1_000.0, units: 0.0 }]);
    }
}

#[test]
fn a_redemption_has_the_value_of_the_holding() {
    let record = run(&plan(1_000.0, &[1.0], 0), &bars("-+++++++++", 0));
    let held = record.holdings[1];
    let EventKind::Redemption { units, notional, after } = record.events[1].kind else {
        panic!("no redemption");
    };
    // PT at 0.98, SY at 1
    assert_eq!((units, notional), (held.units, held.units * 0.98));
    assert_eq!((after.units, after.shares), (0.0, held.shares + held.units * 0.98 / 1.0));
    assert_eq!(record.components[0].position, after);
    // it is not a fill and costs nothing
    assert_eq!((record.counts().fills, record.costs.len()), (1, 1));
}

/// Sleeves trade one after the other; the figures of the bar cover all of them.
#[test]
fn turnover_and_cost_are_shares_of_the_portfolio_before_the_bar() {
    let series = bars("-++", 100);
    let record = run(&plan(1_000.0, &[0.75, 0.25], 0), &series);
    let told: Vec<_> = record.events.iter().map(told).collect();
    assert_eq!(told, [(1, 0, "buy".to_owned()), (1, 1, "buy".to_owned())]);
    let (mut traded, mut cost, mut units) = (0.0, 0.0, 0.0);
    let mut prices = Vec::new();
    for event in &record.events {
        let EventKind::Fill { approved, .. } = &event.kind else { panic!("no fill") };
        traded += approved.quote.units * 0.98;
        cost += approved.fee_cost + approved.slippage_cost;
        units += approved.quote.units;
        prices.push(1.0 / approved.quote.exchange_rate);
    }
    // buying with three quarters of 1,000 raises the price for the last quarter
    assert!(prices[0] < prices[1], "{prices:?}");
    assert_eq!(record.costs.len(), 1);
    let bar = record.costs[0];
    assert_eq!((bar.at, bar.turnover, bar.cost), (1, traded / 1_000.0, cost / 1_000.0));
    let (first, second) = (record.holdings[0], record.holdings[1]);
    assert_eq!(first, HeldFrom { at: 0, shares: 750.0 + 250.0, units: 0.0 });
    assert_eq!(second, HeldFrom { at: 1, shares: 0.0, units });
    assert_eq!(record.equity(&series), [1_000.0, units * 0.98, units * 0.98]);
    assert_eq!(record.cost_sums(), (bar.turnover, bar.cost));
}

/// The totals include every veto of the skipped hold period.
#[test]
fn run_totals_count_the_vetoes_of_the_skipped_bars() {
    for (wanted, days_left, skips) in [
        ("+-----", 100, 2),
        ("+-++--", 100, 1),
        ("+++---", 100, 0),
        ("+---++++---", 100, 5),
        // a hold time cut short by the last bar, and one cut short by expiry on bar 10
        ("---------+-", 1, 1),
        ("--------+--", 0, 1),
        ("-------+---", 0, 2),
        ("-------++++", 0, 0),
    ] {
        let series = bars(wanted, days_left);
        let flat = crate::market::Column::new(vec![0.9; wanted.len()]);
        let series = Series { log_yield: flat, ..series };
        let (plan, reason) = (plan(1_000.0, &[1.0], 0), SkipReason::MinHoldBars);
        let (whole, short) = (run(&plan, &series), run_totals(&plan, &series));
        let counts = short.components[0].counts;
        assert_eq!(counts, whole.components[0].counts, "{wanted}");
        assert_eq!(counts.skips_by_reason[reason as usize], skips, "{wanted}");
        assert_eq!((&short.holdings, &short.costs), (&whole.holdings, &whole.costs), "{wanted}");
        assert_eq!((short.events.len(), short.detail), (0, Detail::Counts));
        assert_eq!(whole.detail, Detail::Events);
    }
}

/// Another fee is paid, and no position exceeds the maximum of the profile.
#[test]
fn a_plan_runs_under_its_own_profile() {
    let series = bars("-++++", 100);
    let official = plan(1_000.0, &[1.0], 0);
    let half = ExecutionProfile { max_abs_position: 0.5, fee_bps: 200.0, ..PROFILE };
    let half = ExecutionProfile { min_edge_to_cost_ratio: 0.0, ..half };
    for (profile, fee, position) in [(PROFILE, 0.0002, 1.0), (half, 0.02, 0.5)] {
        let record = run(&Plan { profile, ..official.clone() }, &series);
        let EventKind::Fill { intent, approved, .. } = &record.events[0].kind else {
            panic!("no fill");
        };
        assert_eq!((intent.to, intent.notional), (position, 1_000.0 * position));
        assert_eq!(approved.fee_cost, intent.notional * fee / (1.0 + fee));
        let short = run_totals(&Plan { profile, ..official.clone() }, &series);
        assert_eq!(short.holdings, record.holdings);
    }
}
