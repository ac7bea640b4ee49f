//! One table per guardrail: the value, the limit, and the verdict just under, at, and just over it.

use super::*;
use crate::execution::PROFILE;
use crate::strategy::testing::Bars;

/// A pool of 3 M PT and 7 M SY at an index of 1, valued at 10 M; `P = 0.98`, a year from expiry.
fn series() -> Series {
    Bars::daily(1, 365).0
}

/// Half a sleeve of 2,000 into PT, or out of it.
fn intent(side: Side) -> Intent {
    let (from, to, outflow) = match side {
        Side::Buy => (0.0, 0.5, 1_000.0),
        Side::Sell => (0.5, 0.0, 1_000.0 / 0.98),
    };
    Intent { side, from, to, notional: 1_000.0, outflow, equity: 2_000.0, held_bars: None }
}

fn verdict(profile: &ExecutionProfile, series: &Series, intent: &Intent) -> Verdict {
    BarMarket::new(profile, series, 0).guard(intent)
}

fn approved(side: Side) -> Approved {
    match verdict(&PROFILE, &series(), &intent(side)) {
        Verdict::Approved(approved) => approved,
        Verdict::Skipped(skipped) => panic!("{skipped:?}"),
    }
}

/// Returns reason, value and limit of the veto; `None` for an approval.
fn veto(
    profile: &ExecutionProfile,
    series: &Series,
    intent: &Intent,
) -> Option<(SkipReason, f64, f64)> {
    match verdict(profile, series, intent) {
        Verdict::Approved(_) => None,
        Verdict::Skipped(skipped) => {
            assert_eq!((skipped.side, skipped.notional), (intent.side, intent.notional));
            assert_eq!(skipped.tvl, series.tvl[0]);
            Some((skipped.reason, skipped.value, skipped.limit))
        }
    }
}

#[test]
fn early_trades_are_vetoed() {
    let (daily, hourly) = (series(), Bars::hourly(1, 365).0);
    for (series, held, limit) in [(&daily, 3, 3.0), (&hourly, 72, 72.0)] {
        for (held_bars, expected) in [
            (Some(held - 1), Some((SkipReason::MinHoldBars, limit - 1.0, limit))),
            (Some(held), None),
            (Some(held + 1), None),
            (None, None),
        ] {
            for side in [Side::Buy, Side::Sell] {
                let intent = Intent { held_bars, ..intent(side) };
                assert_eq!(veto(&PROFILE, series, &intent), expected, "{held_bars:?}");
            }
        }
    }
}

#[test]
fn trades_too_large_for_the_pool_are_vetoed() {
    // a twentieth of 10 M; the outflow stays small, so that no other guardrail vetoes
    let limit: f64 = 500_000.0;
    let over = |value| Some((SkipReason::MaxTradePctLiquidity, value, limit));
    for side in [Side::Buy, Side::Sell] {
        for (notional, expected) in
            [(limit.next_down(), None), (limit, None), (limit.next_up(), over(limit.next_up()))]
        {
            let intent = Intent { notional, ..intent(side) };
            assert_eq!(veto(&PROFILE, &series(), &intent), expected, "{notional}");
        }
    }
}

#[test]
fn liquidity_counts_what_earlier_sleeves_filled_on_the_same_side() {
    let series = series();
    for (first, then, value) in [
        (Side::Buy, Side::Buy, Some(500_001.0)),
        (Side::Sell, Side::Sell, Some(500_001.0)),
        (Side::Buy, Side::Sell, None),
        (Side::Sell, Side::Buy, None),
    ] {
        let mut market = BarMarket::new(&PROFILE, &series, 0);
        for notional in [300_000.0, 100_000.0] {
            market.fill(&Intent { notional, ..intent(first) }, &approved(first));
        }
        let verdict = market.guard(&Intent { notional: 100_001.0, ..intent(then) });
        let found = match verdict {
            Verdict::Approved(_) => None,
            Verdict::Skipped(skipped) => Some(skipped.value),
        };
        assert_eq!(found, value, "{first:?} then {then:?}");
    }
}

#[test]
fn a_fill_moves_the_pool_for_later_sleeves() {
    let series = series();
    let mut market = BarMarket::new(&PROFILE, &series, 0);
    let bought = approved(Side::Buy);
    market.fill(&intent(Side::Buy), &bought);
    let pool = *market.pool();
    assert_eq!(pool.total_pt, 3e6 - bought.quote.units);
    assert_eq!(pool.asset, 7e6 + bought.quote.asset);
    let sold = approved(Side::Sell);
    market.fill(&intent(Side::Sell), &sold);
    assert_eq!(market.pool().total_pt, pool.total_pt + sold.quote.units);
    assert_eq!(market.pool().asset, pool.asset - sold.quote.asset);
}

#[test]
fn a_buy_pays_its_fee_from_the_outflow_and_a_sale_from_the_proceeds() {
    let (bought, sold) = (approved(Side::Buy), approved(Side::Sell));
    assert_eq!(bought.fee_cost, 1_000.0 * 0.0002 / 1.0002);
    assert_eq!(bought.quote.asset, 1_000.0 / 1.0002);
    assert_eq!(bought.slippage_cost, bought.quote.asset - bought.quote.units * 0.98);
    assert_eq!(sold.quote.units, 1_000.0 / 0.98);
    assert_eq!(sold.fee_cost, sold.quote.asset * 0.0002);
    assert_eq!(sold.slippage_cost, sold.quote.units * 0.98 - sold.quote.asset);
    for trade in [bought, sold] {
        assert!(trade.slippage_cost > 0.0);
        assert_eq!(trade.slippage_bps, 1e4 * trade.slippage_cost / (trade.quote.units * 0.98));
    }
}

#[test]
fn trades_beyond_the_bounds_of_the_pool_are_vetoed() {
    // 3 M + 6.6 M of 10 M is a share of 0.96
    let sale = |outflow| Intent { outflow, ..intent(Side::Sell) };
    let free = ExecutionProfile { max_estimated_slippage_bps: f64::MAX, ..PROFILE };
    assert_eq!(veto(&free, &series(), &sale(6_600_000.0)), None);
    assert_eq!(
        veto(&free, &series(), &sale(6_700_000.0)),
        Some((SkipReason::PoolLimit, 9_700_000.0 / 10_000_000.0, 0.96))
    );
}

#[test]
fn slippage() {
    for side in [Side::Buy, Side::Sell] {
        let value = approved(side).slippage_bps;
        for (limit, passes) in [(value.next_down(), false), (value, true), (value.next_up(), true)]
        {
            let profile = ExecutionProfile { max_estimated_slippage_bps: limit, ..PROFILE };
            let expected = (SkipReason::MaxEstimatedSlippage, value, limit);
            let found = veto(&profile, &series(), &intent(side));
            assert_eq!(found, (!passes).then_some(expected), "{side:?} {limit}");
        }
    }
}

#[test]
fn edge() {
    // log prices of 0, 1, 3 thousandths: changes 1, 2, sample deviation sqrt(0.5)
    let bars = Bars::daily(3, 365)
        .with(|series| &mut series.log_price, &[0.0, 0.001, 0.003])
        .with(|series| &mut series.log_yield, &[0.0, 0.0, 0.073]);
    let guard = |profile: &ExecutionProfile, intent: &Intent| {
        BarMarket::new(profile, &bars.0, 2).guard(intent)
    };
    let trade = approved(Side::Buy);
    let cost_rate = (trade.fee_cost + trade.slippage_cost) / 2_000.0;
    // from 0.25 to 0.75
    let edge = 0.5 * (0.073 * (7.0 / 365.0) + price_move(&PROFILE, &bars.0, 2));
    let value = edge / cost_rate;
    for (limit, passes) in [(value.next_down(), true), (value, true), (value.next_up(), false)] {
        let profile = ExecutionProfile { min_edge_to_cost_ratio: limit, ..PROFILE };
        match guard(&profile, &Intent { from: 0.25, to: 0.75, ..intent(Side::Buy) }) {
            Verdict::Approved(found) => assert!(passes && found == trade, "{limit}"),
            Verdict::Skipped(skipped) => {
                assert!(!passes, "{limit}");
                assert_eq!(skipped.reason, SkipReason::MinEdgeToCost);
                assert_eq!((skipped.value, skipped.limit), (value, limit));
                assert_eq!((skipped.edge, skipped.cost_rate), (Some(edge), Some(cost_rate)));
                assert_eq!(skipped.slippage_bps, Some(trade.slippage_bps));
            }
        }
        assert!(matches!(guard(&profile, &intent(Side::Sell)), Verdict::Approved(_)));
    }
}

#[test]
fn a_negative_yield_earns_no_carry_and_a_trade_without_cost_needs_none() {
    let falling = Bars::daily(1, 365).with(|series| &mut series.log_yield, &[-0.9]).0;
    let (reason, value, limit) = veto(&PROFILE, &falling, &intent(Side::Buy)).unwrap();
    assert_eq!((reason, value, limit), (SkipReason::MinEdgeToCost, 0.0, 2.5));
    // an earlier large sale in the bar saves this buy more than the fee
    let mut market = BarMarket::new(&PROFILE, &falling, 0);
    let quote = Quote { units: 500_000.0, asset: 480_000.0, exchange_rate: 1.0 };
    market.fill(&intent(Side::Sell), &Approved { quote, ..approved(Side::Sell) });
    let Verdict::Approved(trade) = market.guard(&intent(Side::Buy)) else {
        panic!("a buy that costs nothing was rejected");
    };
    assert!(trade.fee_cost + trade.slippage_cost < 0.0);
}
