//! A component of a golden case.

use crate::support::check::Check;
use crate::support::{at, text};
use arena_engine::internals::execution::SkipReason;
use arena_engine::internals::json::Json;
use arena_engine::internals::market::Dataset;
use arena_engine::internals::portfolio::{ComponentRun, Event, EventKind, Run};

/// Compares the events, the counts and the end of a component with those of a golden case.
pub(crate) fn compare_component(
    (record, at_component, component): (&Run, usize, &ComponentRun),
    expected: &Json<'_>,
    dataset: &Dataset,
    check: &mut Check<'_>,
) {
    let id = text(at(expected, "strategyId")).to_owned();
    let counts = &component.counts;
    let events: Vec<&Event> = record.events_of(at_component).collect();
    for (name, found) in
        [("intents", counts.intents()), ("fills", counts.fills), ("skips", counts.skips())]
    {
        check.equal(&format!("{id} {name}"), found as f64, at(expected, &format!("counts/{name}")));
    }
    for reason in SkipReason::ALL {
        let found = counts.skips_by_reason[reason as usize] as f64;
        check.equal(
            &format!("{id} {}", reason.code()),
            found,
            at(at(expected, "skippedByReason"), reason.code()),
        );
        compare_first_skip(
            (&events, component.capital),
            reason,
            at(at(expected, "firstSkips"), reason.code()),
            check,
        );
    }
    check.equal(&format!("{id} events"), events.len() as f64, at(expected, "events"));
    let fills: Vec<_> =
        events.iter().filter(|e| matches!(e.kind, EventKind::Fill { .. })).collect();
    for (name, event) in [("firstFill", fills.first()), ("lastFill", fills.last())] {
        let expected = at(expected, name);
        match event {
            None => assert_eq!(*expected, Json::Null, "{} {id} {name}", check.case),
            Some(event) => compare_fill(event.at, &event.kind, expected, component.capital, check),
        }
    }
    let redeemed: f64 = events
        .iter()
        .map(|event| match event.kind {
            EventKind::Redemption { notional, .. } => notional,
            _ => 0.0,
        })
        .sum();
    let held = component.position;
    let last = dataset.series.bars() - 1;
    let equity = held.equity(dataset.series.pt_price[last], dataset.series.sy_index[last]);
    let capital = component.capital;
    check.close(&format!("{id} redeemed"), redeemed, at(expected, "redeemed"), capital);
    check.figure(
        &format!("{id} signalTarget"),
        component.targets.column(last + 1)[last],
        at(expected, "signalTarget"),
    );
    check.figure(&format!("{id} position"), held.target, at(expected, "position"));
    check.close(&format!("{id} units"), held.units, at(expected, "units"), capital);
    check.close(&format!("{id} shares"), held.shares, at(expected, "shares"), capital);
    check.close(&format!("{id} equity"), equity, at(expected, "equity"), capital);
}

fn compare_first_skip(
    (events, capital): (&[&Event], f64),
    reason: SkipReason,
    expected: &Json<'_>,
    check: &mut Check<'_>,
) {
    let first = events.iter().find_map(|event| match &event.kind {
        EventKind::Skip { skipped, target, .. } if skipped.reason == reason => {
            Some((event.at, skipped, *target))
        }
        _ => None,
    });
    let Some((bar, skipped, target)) = first else {
        assert_eq!(*expected, Json::Null, "{} {}", check.case, reason.code());
        return;
    };
    let what = |name: &str| format!("first {} {name}", reason.code());
    check.equal(&what("t"), bar as f64, at(expected, "t"));
    check.same(&what("side"), skipped.side.name(), at(expected, "side"));
    check.figure(&what("signalTarget"), target, at(expected, "signalTarget"));
    let scale = match reason {
        SkipReason::MaxEstimatedSlippage => 1e4,
        SkipReason::MinEdgeToCost => skipped.value / skipped.cost_rate.unwrap(),
        SkipReason::MaxTradePctLiquidity => capital,
        _ => 1e-3,
    };
    check.close(&what("value"), skipped.value, at(expected, "value"), scale);
    check.figure(&what("limit"), skipped.limit, at(expected, "limit"));
    check.close(&what("notional"), skipped.notional, at(expected, "notional"), capital);
    check.figure(&what("tvl"), skipped.tvl, at(expected, "tvl"));
    for (name, found, scale) in [
        ("estimatedSlippageBps", skipped.slippage_bps, 1e4),
        ("edge", skipped.edge, 1e-3),
        ("costRate", skipped.cost_rate, 1.0),
    ] {
        match (found, at(expected, name)) {
            (None, Json::Null) => {}
            (Some(found), expected @ Json::Number(_)) => {
                check.close(&what(name), found, expected, scale);
            }
            (found, expected) => check.failures.push(format!(
                "{} {}: {found:?}, expected {expected:?}",
                check.case,
                what(name)
            )),
        }
    }
}

fn compare_fill(
    bar: usize,
    kind: &EventKind,
    expected: &Json<'_>,
    capital: f64,
    check: &mut Check<'_>,
) {
    let EventKind::Fill { intent, approved, .. } = kind else {
        return;
    };
    check.equal("fill t", bar as f64, at(expected, "t"));
    check.same("fill side", intent.side.name(), at(expected, "side"));
    check.figure("fill from", intent.from, at(expected, "fromPosition"));
    check.figure("fill to", intent.to, at(expected, "toPosition"));
    check.close("fill units", approved.quote.units, at(expected, "units"), capital);
    check.close("fill notional", intent.notional, at(expected, "notional"), capital);
    check.figure("fill price", 1.0 / approved.quote.exchange_rate, at(expected, "price"));
    check.close("fill fee", approved.fee_cost, at(expected, "feeCost"), intent.notional);
    check.close(
        "fill slippage",
        approved.slippage_cost,
        at(expected, "slippageCost"),
        intent.notional,
    );
    check.close("fill bps", approved.slippage_bps, at(expected, "estimatedSlippageBps"), 1e4);
}
