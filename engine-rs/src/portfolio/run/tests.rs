//! Recording of fills, skips and redemptions, with and without events.

use super::{BarCost, ComponentRun, Counts, Detail, NearVeto, Run};
use crate::execution::{Approved, Intent, Quote, Side, SkipReason, Skipped};
use crate::portfolio::{Event, EventKind, Position, Sleeve};
use crate::strategy::testing::Bars;
use crate::strategy::{Columns, Context, ParamValues, catalogue};

const NOTHING: Position = Position { shares: 50.0, units: 0.0, target: 0.0 };

fn record(components: usize, detail: Detail) -> Run {
    let series = Bars::daily(9, 30).0;
    let entry = catalogue::get("pull-to-par-hold").unwrap();
    let timeframe = series.clock.timeframe;
    let params = ParamValues::defaults(entry.spec.params, timeframe);
    let context = Context { timeframe, capital: 100.0 };
    let targets = entry.targets(&params, &context, &Columns::of(&series));
    Run {
        start: 0,
        capital: 100.0,
        components: vec![ComponentRun::new(100.0, targets, NOTHING); components],
        detail,
        events: Vec::new(),
        holdings: Vec::new(),
        costs: Vec::new(),
        nearest: [None; SkipReason::ALL.len()],
    }
}

fn veto(reason: SkipReason, value: f64, limit: f64) -> Skipped {
    Skipped {
        reason,
        side: Side::Buy,
        value,
        limit,
        notional: 1.0,
        tvl: 2.0,
        slippage_bps: None,
        edge: None,
        cost_rate: None,
    }
}

fn near(at: usize, value: f64, limit: f64) -> NearVeto {
    NearVeto { component: 0, at, value, limit }
}

fn pool_limit() -> Skipped {
    veto(SkipReason::PoolLimit, 0.5, 1.0)
}

fn fill() -> (Intent, Approved) {
    let (side, held_bars) = (Side::Buy, None);
    let (notional, outflow, equity) = (1.0, 1.0, 1.0);
    let quote = Quote { units: 1.0, asset: 1.0, exchange_rate: 1.0 };
    (
        Intent { side, from: 0.0, to: 1.0, notional, outflow, equity, held_bars },
        Approved { quote, fee_cost: 0.0, slippage_cost: 0.0, slippage_bps: 0.0 },
    )
}

fn skip(at: usize, component: usize, bars: usize, target: f64) -> Event {
    Event { at, component, kind: EventKind::Skip { skipped: pool_limit(), target, bars } }
}

#[test]
fn adjacent_skips_of_equal_reason_and_target_are_one_event() {
    for (bars, expected) in [
        (&[(2, 1.0), (3, 1.0), (4, 1.0)][..], &[skip(2, 0, 3, 1.0)][..]),
        // with a bar in between
        (&[(2, 1.0), (4, 1.0)], &[skip(2, 0, 1, 1.0), skip(4, 0, 1, 1.0)]),
        // another target; targets within a billionth are equal
        (&[(2, 1.0), (3, 0.5)], &[skip(2, 0, 1, 1.0), skip(3, 0, 1, 0.5)]),
        (&[(2, 0.0), (3, 1e-9)], &[skip(2, 0, 2, 0.0)]),
        (&[(2, 1e-9), (3, 0.0)], &[skip(2, 0, 2, 1e-9)]),
        (&[(2, 0.0), (3, 2e-9)], &[skip(2, 0, 1, 0.0), skip(3, 0, 1, 2e-9)]),
    ] {
        let mut run = record(1, Detail::Events);
        for (at, target) in bars {
            run.skipped(0, *at, pool_limit(), *target);
        }
        assert_eq!(run.events, expected, "{bars:?}");
        assert_eq!(run.components[0].counts.skips(), bars.len());
    }
}

#[test]
fn another_reason_or_a_fill_begins_a_new_event() {
    let mut run = record(1, Detail::Events);
    run.skipped(0, 2, pool_limit(), 1.0);
    run.skipped(0, 3, veto(SkipReason::MinEdgeToCost, 1.0, 2.5), 1.0);
    run.skipped(0, 4, pool_limit(), 1.0);
    run.filled(0, 5, fill(), NOTHING);
    run.skipped(0, 6, pool_limit(), 1.0);
    let bars: Vec<usize> = run.events.iter().map(|event| event.at).collect();
    assert_eq!(bars, [2, 3, 4, 5, 6]);
    let counts = run.components[0].counts;
    assert_eq!((counts.fills, counts.skips(), counts.intents()), (1, 4, 5));
    // in the order in which the guardrails are checked
    assert_eq!(counts.skips_by_reason, [0, 0, 3, 0, 1]);
}

#[test]
fn every_sleeve_has_its_own_run_of_skips() {
    let mut run = record(2, Detail::Events);
    for at in [2, 3] {
        run.skipped(0, at, pool_limit(), 1.0);
        run.skipped(1, at, pool_limit(), 1.0);
    }
    assert_eq!(run.events, [skip(2, 0, 2, 1.0), skip(2, 1, 2, 1.0)]);
    assert_eq!(run.events_of(1).collect::<Vec<_>>(), [&skip(2, 1, 2, 1.0)]);
    assert_eq!(run.counts(), Counts { fills: 0, skips_by_reason: [0, 0, 4, 0, 0] });
}

#[test]
fn a_redemption_has_the_units_and_their_value() {
    let mut run = record(1, Detail::Events);
    let before = Position { shares: 1.0, units: 40.0, target: 0.5 };
    let series = Bars::daily(9, 30).0;
    let marked = Sleeve::new(100.0, 1.0).mark(3, &series);
    run.redeemed(0, marked, before, NOTHING);
    // 40 PT at 0.98
    let kind = EventKind::Redemption { units: 40.0, notional: 40.0 * 0.98, after: NOTHING };
    assert_eq!(run.events, [Event { at: 3, component: 0, kind }]);
    assert_eq!(run.events[0].after(), Some(NOTHING));
    assert_eq!(run.counts().intents(), 0);
}

#[test]
fn without_events_everything_is_still_counted() {
    let mut run = record(1, Detail::Counts);
    run.skipped(0, 2, pool_limit(), 1.0);
    run.skipped(0, 3, pool_limit(), 1.0);
    run.filled(0, 4, fill(), NOTHING);
    assert_eq!(run.events, []);
    assert_eq!(run.counts(), Counts { fills: 1, skips_by_reason: [0, 0, 2, 0, 0] });
    assert_eq!(run.nearest[SkipReason::PoolLimit as usize], Some(near(2, 0.5, 1.0)));
}

#[test]
fn the_first_of_the_nearest_vetoes_of_a_reason_is_kept() {
    let reason = SkipReason::MinEdgeToCost;
    let mut run = record(1, Detail::Events);
    for (at, value) in [(0, 1.0), (1, 2.25), (2, 2.0), (3, 2.75), (4, 4.0)] {
        run.skipped(0, at, veto(reason, value, 2.5), 1.0);
    }
    assert_eq!(run.nearest[reason as usize], Some(near(1, 2.25, 2.5)));
    assert_eq!(run.nearest.iter().flatten().count(), 1);
}

#[test]
fn the_nearest_veto_is_of_the_reason_that_vetoed_most_bars() {
    let mut run = record(1, Detail::Counts);
    assert_eq!(run.nearest(&run.counts()), None);
    run.skipped(0, 2, veto(SkipReason::MinEdgeToCost, 2.4, 2.5), 1.0);
    run.skipped(0, 3, pool_limit(), 1.0);
    // one bar each: the guardrail that is checked first
    assert_eq!(run.nearest(&run.counts()), Some((SkipReason::PoolLimit, near(3, 0.5, 1.0))));
    run.skipped(0, 4, veto(SkipReason::MinEdgeToCost, 2.0, 2.5), 1.0);
    assert_eq!(run.nearest(&run.counts()), Some((SkipReason::MinEdgeToCost, near(2, 2.4, 2.5))));
}

#[test]
fn the_costs_of_all_bars_are_added() {
    let mut run = record(1, Detail::Events);
    assert_eq!(run.cost_sums(), (0.0, 0.0));
    run.costs = vec![
        BarCost { at: 1, turnover: 0.5, cost: 0.25 },
        BarCost { at: 3, turnover: 1.0, cost: 0.125 },
    ];
    assert_eq!(run.cost_sums(), (1.5, 0.375));
}
