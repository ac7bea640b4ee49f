//! Properties of every generated dataset, whatever the market and the seed.

use super::path_seeds::{SCENARIO_SEED, sister_seeds};
use super::paths::World;
use super::{MarketSpec, generate, path};
use crate::market::{Clock, Columns, MarketTerms, Series, Timeframe};
use crate::num::max;
use crate::num::transcend::{exp, ln_1p, logit, pow};
use crate::time::{DAY_MS, YEAR_MS, iso};
use std::sync::Arc;

const SEEDS: u64 = 8;

/// A few rounding errors of values near 1.
const ROUNDING: f64 = 1e-15;

fn each(timeframe: Timeframe, check: impl Fn(&MarketSpec, &MarketTerms, &Columns)) {
    for spec in &MarketSpec::ALL {
        for seed in 0..SEEDS {
            let (terms, columns) = generate(spec, seed, timeframe);
            check(spec, &terms, &columns);
        }
    }
}

#[test]
fn every_identity_of_a_row_holds() {
    for timeframe in Timeframe::ALL {
        each(timeframe, |_, terms, columns| {
            assert!(columns.checked_clock(terms).is_ok());
            let week = 7 * timeframe.bars_per_day();
            let mut watermark = 0.0;
            for at in 0..columns.timestamp.len() {
                let sy_index = columns.sy_index[at];
                watermark = max(watermark, sy_index);
                let tau = (terms.expiry - columns.timestamp[at]) as f64 / YEAR_MS as f64;
                let price = exp(-ln_1p(columns.implied_apy[at]) * tau) * (sy_index / watermark);
                assert!((columns.pt_price[at] - price).abs() <= ROUNDING);
                let tvl =
                    columns.total_pt[at] * columns.pt_price[at] + columns.total_sy[at] * sy_index;
                assert_eq!(columns.tvl[at], tvl);
                if at >= week {
                    // The power 365/7 turns one rounding error into 52.
                    let growth = pow(sy_index / columns.sy_index[at - week], 365.0 / 7.0);
                    assert!((1.0 + columns.underlying_apy[at] - growth).abs() <= 60.0 * ROUNDING);
                }
            }
        });
    }
}

#[test]
fn the_pool_share_starts_at_the_table_and_follows_the_yield() {
    each(Timeframe::Hourly, |spec, _, columns| {
        let share = |at: usize| {
            columns.total_pt[at]
                / (columns.total_pt[at] + columns.total_sy[at] * columns.sy_index[at])
        };
        assert!((share(0) - spec.first_pool_pt_share).abs() <= ROUNDING);
        let c = |at: usize| ln_1p(columns.implied_apy[at]) - logit(share(at)) / spec.scalar_root;
        for at in 0..columns.timestamp.len() {
            // logit turns one rounding error into up to 30 where the share is near 1.
            assert!((c(at) - c(0)).abs() <= 30.0 * ROUNDING);
        }
    });
}

#[test]
fn bars_begin_and_end_as_the_table_says() {
    let bounds = MarketSpec::ALL.map(|spec| {
        Timeframe::ALL.map(|timeframe| {
            let timestamp = generate(&spec, 1, timeframe).1.timestamp;
            let last = timestamp.len() - 1;
            (timestamp.len(), iso(timestamp[0]), iso(timestamp[last]))
        })
    });
    let bound = |bars, first: &str, last: &str| (bars, first.to_owned(), last.to_owned());
    assert_eq!(
        bounds[0],
        [
            bound(24 * 182, "2025-12-24T01:00:00Z", "2026-06-24T00:00:00Z"),
            bound(182, "2025-12-25T00:00:00Z", "2026-06-24T00:00:00Z"),
        ]
    );
    assert_eq!(
        bounds[1],
        [
            bound(24 * 154, "2026-04-23T01:00:00Z", "2026-09-24T00:00:00Z"),
            bound(154, "2026-04-24T00:00:00Z", "2026-09-24T00:00:00Z"),
        ]
    );
    assert_eq!(
        bounds[2],
        [
            bound(24 * 210, "2026-03-26T01:00:00Z", "2026-10-22T00:00:00Z"),
            bound(210, "2026-03-27T00:00:00Z", "2026-10-22T00:00:00Z"),
        ]
    );
}

#[test]
fn the_daily_dataset_has_the_midnights_of_the_hourly_one() {
    for spec in &MarketSpec::ALL {
        let (_, hourly) = generate(spec, 3, Timeframe::Hourly);
        let (_, daily) = generate(spec, 3, Timeframe::Daily);
        let midnights =
            |column: &[f64]| -> Vec<f64> { column.iter().skip(23).step_by(24).copied().collect() };
        assert!(daily.timestamp.iter().all(|close| close % DAY_MS == 0));
        assert_eq!(daily.implied_apy, midnights(&hourly.implied_apy));
        assert_eq!(daily.underlying_apy, midnights(&hourly.underlying_apy));
        assert_eq!(daily.pt_price, midnights(&hourly.pt_price));
        assert_eq!(daily.total_pt, midnights(&hourly.total_pt));
        assert_eq!(daily.total_sy, midnights(&hourly.total_sy));
        assert_eq!(daily.sy_index, midnights(&hourly.sy_index));
        assert_eq!(daily.tvl, midnights(&hourly.tvl));
        let volume: Vec<f64> = hourly
            .volume
            .as_deref()
            .unwrap()
            .chunks(24)
            .map(|day| day.iter().fold(0.0, |sum, v| sum + v))
            .collect();
        assert_eq!(daily.volume, Some(volume));
        let far = hourly.far_implied_apy.as_deref().map(midnights);
        assert_eq!(daily.far_implied_apy, far);
    }
}

#[test]
fn about_half_of_all_hours_have_no_move_and_no_volume() {
    each(Timeframe::Hourly, |spec, _, columns| {
        let bars = columns.timestamp.len();
        let mut still = 0;
        for at in 1..bars {
            let moved = columns.implied_apy[at] != columns.implied_apy[at - 1];
            assert_eq!(
                moved,
                columns.volume.as_ref().unwrap()[at] > 0.0,
                "{} hour {at}",
                spec.market_key
            );
            still += usize::from(!moved);
        }
        // Five standard errors of this many fair coins are 4 %.
        assert!((still as f64 / bars as f64 - 0.5).abs() < 0.04);
    });
}

/// Sister 1 of each market, daily: logYield of the first two bars and the last, and syIndex of the
/// first, computed by an independent implementation (15 to 17 digits).
#[test]
fn the_first_sister_has_the_published_numbers() {
    let published = [
        (
            0.102_506_687_910_431_19,
            0.101_676_918_876_802_05,
            0.077_836_565_803_814_08,
            1.200_905_145_846_762_1,
        ),
        (
            0.063_175_785_535_978_69,
            0.058_616_101_287_875_84,
            0.155_978_200_121_509_04,
            1.051_321_354_738_378_8,
        ),
        (
            0.118_496_506_929_305,
            0.117_665_768_001_652_99,
            0.068_491_140_651_771_34,
            1.101_638_245_045_380_8,
        ),
    ];
    for (spec, (first, second, last, index)) in MarketSpec::ALL.iter().zip(published) {
        let (_, columns) = generate(spec, sister_seeds(SCENARIO_SEED)[0], Timeframe::Daily);
        let log_yield = |at: usize| ln_1p(columns.implied_apy[at]);
        let bars = columns.timestamp.len();
        for (found, wanted) in [
            (log_yield(0), first),
            (log_yield(1), second),
            (log_yield(bars - 1), last),
            (columns.sy_index[0], index),
        ] {
            assert!((found / wanted - 1.0).abs() < 1e-14, "{}: {found} {wanted}", spec.market_key);
        }
    }
}

#[test]
fn the_yield_stays_above_its_floor() {
    for timeframe in Timeframe::ALL {
        each(timeframe, |_, _, columns| {
            // The floor of logYield has gone through exp.
            assert!(columns.implied_apy.iter().all(|apy| ln_1p(*apy) > 0.005 - ROUNDING));
        });
    }
}

#[test]
fn a_week_has_one_rate_above_the_floor() {
    each(Timeframe::Hourly, |spec, _, columns| {
        let growth: Vec<f64> =
            columns.sy_index.windows(2).map(|pair| ln_1p(pair[1] / pair[0] - 1.0)).collect();
        for (week, hours) in growth.chunks(168).enumerate() {
            // An hour's growth is 1e-5 of 1, good to 1e-11; the first hour of a week ends in it.
            let mean = hours[..hours.len() - 1].iter().sum::<f64>() / (hours.len() - 1) as f64;
            let same = hours[..hours.len() - 1].iter().all(|hour| (hour / mean - 1.0).abs() < 1e-9);
            assert!(same, "{} week {week}", spec.market_key);
            assert!(8_760.0 * mean > ln_1p(0.035) - 1e-9);
        }
    });
}

#[test]
fn the_next_maturity_reverts_to_its_own_season() {
    let spec = MarketSpec::ALL[0];
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for seed in 0..100 {
        let (terms, columns) = generate(&spec, seed, Timeframe::Daily);
        assert_eq!(terms.far_expiry, Some(terms.expiry + 91 * DAY_MS));
        let era = World::of(&spec, seed).era;
        let level = ln_1p(era.level + era.far_premium.unwrap());
        for (far, near) in columns.far_implied_apy.unwrap().iter().zip(&columns.implied_apy) {
            let premium = ln_1p(*far) - 0.7 * ln_1p(*near) - 0.3 * level;
            (sum, squares, count) = (sum + premium, squares + premium * premium, count + 1.0);
        }
    }
    // 100 runs of about 6 independent values: 1 bp for the mean, 3 % for the deviation.
    let (mean, mean_square): (f64, f64) = (sum / count, squares / count);
    assert!((mean - 0.0040).abs() < 0.0004);
    assert!(((mean_square - mean * mean).sqrt() / 0.0025 - 1.0).abs() < 0.1);
    assert!(generate(&MarketSpec::ALL[1], 1, Timeframe::Daily).1.far_implied_apy.is_none());
}

#[test]
fn a_seed_decides_every_bit_and_another_gives_other_numbers() {
    each(Timeframe::Hourly, |spec, _, columns| {
        let again = generate(spec, 0, Timeframe::Hourly).1;
        assert_eq!(again.implied_apy == columns.implied_apy, again == *columns);
    });
    let of = |market: usize, seed| generate(&MarketSpec::ALL[market], seed, Timeframe::Daily).1;
    assert_eq!(of(0, 7), of(0, 7));
    assert_ne!(of(0, 7).sy_index, of(0, 8).sy_index);
    assert_ne!(of(0, 7).implied_apy, of(0, 8).implied_apy);
    assert_ne!(of(0, 7).volume, of(0, 8).volume);
}

#[test]
fn a_lazy_path_equals_the_dataset_to_the_bit() {
    const SPECS: &[MarketSpec] = &MarketSpec::ALL;
    for spec in SPECS {
        for timeframe in Timeframe::ALL {
            let (terms, columns) = generate(spec, 5, timeframe);
            let clock = Arc::new(columns.checked_clock(&terms).unwrap());
            let whole = Series::of(clock.clone(), terms.scalar_root, columns);
            let lazy = path(spec, 5, &clock).unwrap();
            assert_eq!(lazy.scalar_root, whole.scalar_root);
            let columns = |series: &Series| {
                let far = series.log_far_yield.as_ref().map(|far| far.to_vec());
                let prices = [series.pt_price.to_vec(), series.log_price.to_vec()];
                let yields = [series.log_yield.to_vec(), series.implied_apy.to_vec()];
                let index = [series.sy_index.to_vec(), series.log_underlying.to_vec()];
                let pool = [series.total_pt.to_vec(), series.total_sy.to_vec()];
                let money = [series.tvl.to_vec(), series.volume.as_ref().unwrap().to_vec()];
                ([prices, yields, index, pool, money], far)
            };
            assert!(columns(&lazy) == columns(&whole), "{} {timeframe:?}", spec.market_key);
        }
    }
}

#[test]
fn a_market_has_no_path_on_another_clock() {
    let spec = MarketSpec::of_id(1).unwrap();
    let (terms, columns) = generate(spec, 5, Timeframe::Daily);
    let clock = columns.checked_clock(&terms).unwrap();
    let is_made = |clock: Clock| path(spec, 5, &Arc::new(clock)).is_some();
    assert!(is_made(clock.clone()));
    let of = |timestamp: &[i64], expiry, far| {
        Clock::new(Timeframe::Daily, timestamp.to_vec(), expiry, far)
    };
    let (bars, expiry, far) = (&clock.timestamp, clock.expiry, clock.far_expiry);
    assert!(!is_made(of(&bars[1..], expiry, far)));
    assert!(!is_made(of(bars, expiry + 1, far)));
    assert!(!is_made(of(bars, expiry, None)));
}
