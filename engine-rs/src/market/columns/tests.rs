//! The rules of a dataset, one by one.

use super::{Columns, MarketTerms};
use crate::market::Timeframe;
use crate::num::transcend::{exp, ln_1p, pow};
use crate::time::{DAY_MS, YEAR_MS};

/// Twelve daily bars, the last one a year before expiry; on one bar the SY index is below its
/// watermark.
fn terms() -> MarketTerms {
    let expiry = 12 * DAY_MS + YEAR_MS;
    MarketTerms {
        timeframe: Timeframe::Daily,
        expiry,
        scalar_root: 20.0,
        far_expiry: Some(expiry + 90 * DAY_MS),
        py_index: None,
    }
}

fn columns() -> Columns {
    let sy_index: Vec<f64> = vec![1.0, 1.1, 1.2, 1.15, 1.2, 1.3, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8];
    let timestamp: Vec<i64> = (1..=12).map(|day| day * DAY_MS).collect();
    let tau = |t: &i64| (terms().expiry - t) as f64 / YEAR_MS as f64;
    let price = |(t, index): (&i64, &f64)| {
        // 1.15 is below the 1.2 of the bar before
        let par = if *index == 1.15 { 1.15 / 1.2 } else { 1.0 };
        exp(-ln_1p(0.08) * tau(t)) * par
    };
    let pt_price: Vec<f64> = timestamp.iter().zip(&sy_index).map(price).collect();
    let tvl = pt_price.iter().zip(&sy_index).map(|(price, index)| 3e6 * price + 7e6 * index);
    let growth = |at: usize| pow(sy_index[at] / sy_index[at - 7], 365.0 / 7.0) - 1.0;
    Columns {
        tvl: tvl.collect(),
        underlying_apy: (0..12).map(|at| if at < 7 { 0.05 } else { growth(at) }).collect(),
        timestamp,
        implied_apy: vec![0.08; 12],
        pt_price,
        total_pt: vec![3e6; 12],
        total_sy: vec![7e6; 12],
        sy_index,
        volume: Some(vec![0.0; 12]),
        far_implied_apy: Some(vec![0.09; 12]),
    }
}

/// Returns the column and the bar of the error; `None` for an accepted dataset.
fn rejection(columns: &Columns, terms: &MarketTerms) -> Option<String> {
    let detail = columns.checked_clock(terms).err()?.detail;
    Some(detail.strip_prefix("Cannot load dataset: ").unwrap().to_owned())
}

/// Selects a column.
type Column = fn(&mut Columns) -> &mut Vec<f64>;

/// Returns the rejection after changing one number.
fn changed(column: Column, at: usize, value: f64) -> Option<String> {
    let mut columns = columns();
    column(&mut columns)[at] = value;
    rejection(&columns, &terms())
}

#[test]
fn a_dataset_that_satisfies_every_rule_is_accepted() {
    assert_eq!(rejection(&columns(), &terms()), None);
    let clock = columns().checked_clock(&terms()).unwrap();
    assert_eq!((clock.bars(), clock.expiry), (12, terms().expiry));
    let without_far = Columns { far_implied_apy: None, ..columns() };
    assert_eq!(rejection(&without_far, &MarketTerms { far_expiry: None, ..terms() }), None);
}

/// Relative to the value, or to 1 where the value is smaller.
#[test]
fn an_identity_holds_to_a_billionth() {
    // column, bar, and the value that the tolerance is relative to
    let price: Column = |columns| &mut columns.pt_price;
    let tvl: Column = |columns| &mut columns.tvl;
    let underlying: Column = |columns| &mut columns.underlying_apy;
    let growth = 1.0 + columns().underlying_apy[9];
    for (name, column, at, scale) in [
        ("ptPrice", price, 0, 1.0),
        ("ptPrice", price, 3, 1.0),
        ("ptPrice", price, 11, 1.0),
        ("tvl", tvl, 0, columns().tvl[0]),
        ("tvl", tvl, 11, columns().tvl[11]),
        ("underlyingApy", underlying, 7, 1.0 + columns().underlying_apy[7]),
        ("underlyingApy", underlying, 9, growth),
    ] {
        let right = column(&mut columns())[at];
        for (off, taken) in [(2e-9, false), (0.5e-9, true), (-0.5e-9, true), (-2e-9, false)] {
            let mut columns = columns();
            column(&mut columns)[at] = right + off * scale;
            if name == "ptPrice" {
                // tvl follows the price, so that only one identity is violated
                columns.tvl[at] = 3e6 * columns.pt_price[at] + 7e6 * columns.sy_index[at];
            }
            let found = rejection(&columns, &terms());
            assert_eq!(found.is_none(), taken, "{name} {at} {off}: {found:?}");
            let named = format!("{name} at bar {at} is ");
            assert!(found.is_none_or(|detail| detail.starts_with(&named)), "{name} {at}");
        }
    }
    // before the eighth day, the index of seven days ago is not in the dataset
    assert_eq!(changed(underlying, 6, 0.9), None);
}

#[test]
fn numbers_outside_their_bounds_are_refused() {
    let detail = |name: &str, value: &str, rule: &str| {
        Some(format!("{name} at bar 4 is {value}, must be a finite number {rule}"))
    };
    let columns: [(&str, Column, &str); 8] = [
        ("impliedApy", |columns| &mut columns.implied_apy, "-1"),
        ("underlyingApy", |columns| &mut columns.underlying_apy, "-1"),
        ("ptPrice", |columns| &mut columns.pt_price, "0"),
        ("totalPt", |columns| &mut columns.total_pt, "0"),
        ("totalSy", |columns| &mut columns.total_sy, "0"),
        ("syIndex", |columns| &mut columns.sy_index, "0"),
        ("tvl", |columns| &mut columns.tvl, "0"),
        ("farImpliedApy", |columns| columns.far_implied_apy.as_mut().unwrap(), "-1"),
    ];
    for (name, column, bound) in columns {
        let at_bound = changed(column, 4, bound.parse().unwrap());
        assert_eq!(at_bound, detail(name, bound, &format!("above {bound}")));
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.5] {
            let found = changed(column, 4, value).unwrap();
            assert!(found.starts_with(&format!("{name} at bar 4 is ")), "{found}");
        }
    }
    let volume = |value| changed(|columns| columns.volume.as_mut().unwrap(), 4, value);
    assert_eq!(volume(0.0), None);
    assert_eq!(volume(-5e-324), detail("volume", "-5e-324", "at least 0"));
    assert!(volume(f64::NAN).is_some() && volume(f64::INFINITY).is_some());
    let price = |value| changed(|columns| &mut columns.pt_price, 4, value).unwrap();
    assert_eq!(price(1.5), "ptPrice at bar 4 is 1.5, must be under 1.5");
    assert!(price(1.5_f64.next_down()).ends_with("by the dataset's identities"));
    // the far yield has no identity: any value above its bound is accepted
    let far = changed(|columns| columns.far_implied_apy.as_mut().unwrap(), 4, (-1.0_f64).next_up());
    assert_eq!(far, None);
}

#[test]
fn bars_close_one_step_apart_and_none_after_expiry() {
    let moved = |at: usize, by: i64| {
        let mut columns = columns();
        columns.timestamp[at] += by;
        rejection(&columns, &terms())
    };
    let gap = |at: usize, found: i64| {
        Some(format!(
            "timestamp at bar {at} is {found} ms after the bar before, must be 86400000 ms"
        ))
    };
    assert_eq!(moved(5, 1), gap(5, DAY_MS + 1));
    assert_eq!(moved(5, -DAY_MS), gap(5, 0));
    assert_eq!(moved(0, 1), gap(1, DAY_MS - 1));
    assert_eq!(
        rejection(&Columns::default(), &MarketTerms { far_expiry: None, ..terms() }).unwrap(),
        "timestamp at bar 0 is no bar at all, must have one at least"
    );
    // expiry at the last bar, and one millisecond before it
    let early = |expiry| rejection(&columns(), &MarketTerms { expiry, ..terms() }).unwrap();
    assert!(early(12 * DAY_MS).starts_with("ptPrice at bar 0"), "{}", early(12 * DAY_MS));
    assert_eq!(
        early(12 * DAY_MS - 1),
        "timestamp at bar 11 is after expiry, must be at or before it"
    );
}

#[test]
fn the_terms_have_a_curve_and_a_later_next_maturity() {
    for scalar_root in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let found = rejection(&columns(), &MarketTerms { scalar_root, ..terms() }).unwrap();
        assert!(found.starts_with("scalarRoot at bar 0 is ") && found.ends_with("must be above 0"));
    }
    let far = "farImpliedApy at bar 0 is there without a farExpiry after expiry";
    for far_expiry in [None, Some(terms().expiry), Some(terms().expiry - 1)] {
        let found = rejection(&columns(), &MarketTerms { far_expiry, ..terms() });
        assert_eq!(found.as_deref(), Some(far), "{far_expiry:?}");
    }
    let later = Some(terms().expiry + 1);
    assert_eq!(rejection(&columns(), &MarketTerms { far_expiry: later, ..terms() }), None);
}

#[test]
fn a_watermark_before_the_first_bar_limits_the_pt_price() {
    // The bars from the fourth on, which start below the 1.2 of the third.
    let from = |start: usize| {
        let Columns { timestamp, implied_apy, underlying_apy, pt_price, .. } = columns();
        let Columns { total_pt, total_sy, sy_index, tvl, .. } = columns();
        Columns {
            timestamp: timestamp[start..].to_vec(),
            implied_apy: implied_apy[start..].to_vec(),
            underlying_apy: underlying_apy[start..].to_vec(),
            pt_price: pt_price[start..].to_vec(),
            total_pt: total_pt[start..].to_vec(),
            total_sy: total_sy[start..].to_vec(),
            sy_index: sy_index[start..].to_vec(),
            tvl: tvl[start..].to_vec(),
            volume: None,
            far_implied_apy: None,
        }
    };
    let known = |py_index| MarketTerms { py_index, ..terms() };
    let wrong = rejection(&from(3), &known(None)).unwrap();
    assert!(wrong.starts_with("ptPrice at bar 0 is "), "{wrong}");
    assert_eq!(rejection(&from(3), &known(Some(1.2))), None);
    assert!(rejection(&from(3), &known(Some(1.25))).is_some());
    // A watermark below the first index changes nothing.
    assert_eq!(rejection(&columns(), &known(Some(0.9))), None);
    for py_index in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let found = rejection(&columns(), &known(Some(py_index))).unwrap();
        assert!(found.starts_with("pyIndex at bar 0 is "), "{found}");
    }
}
