//! The anchor that the implied yield reverts to: level, premium of the season and news of the rate,
//! each with the delay of a market. Implied moves with the news and so leads the paid rate by about
//! a week.

use super::era::Era;
use super::floating_rate::News;
use super::mean_reversion::half_left;
use crate::num::{max, transcend};

/// Shares of a boom, and of a quiet week's news, that buyers of PT believe in. The first is our
/// choice: real events allow 0.6 to 0.9.
const BOOM_SHARE: f64 = 0.6;
const BASE_SHARE: f64 = 0.3;

/// Days until half of the believed news is in the price.
const NEWS_HALF_LIFE_DAYS: f64 = 0.7;

/// Days until half of a new season's premium is in the price.
const PREMIUM_HALF_LIFE_DAYS: f64 = 1.0;

/// Lowest yield of level, premium and news together.
const ANCHOR_MIN: f64 = 0.01;

/// Lowest logYield.
pub(super) const LOG_YIELD_MIN: f64 = 0.005;

/// Moves a path around a fixed level to its anchor. It moves in trading hours and in the first
/// hour, and stands still in all others. `log_level` is `ln(1 + c0)` of the path's level.
pub(super) fn move_to_anchor(
    path: &mut [f64],
    trading: &[bool],
    log_level: f64,
    (era, news): (&Era, &News),
) {
    let days = era.goal.len();
    let of_day = |days_before: usize| {
        let at = news.base.len() - days_before;
        BOOM_SHARE * era.boom[at] + BASE_SHARE * (news.base[at] - era.level)
    };
    let hour = 1.0 / 24.0;
    let news_left = half_left(hour, NEWS_HALF_LIFE_DAYS);
    let premium_left = half_left(hour, PREMIUM_HALF_LIFE_DAYS);
    let mut believed = of_day(days + 1);
    let mut premium = era.first_premium;
    let mut standing = None;
    let hours = path.chunks_exact_mut(24).zip(trading.chunks_exact(24));
    for (day, ((path, trading), goal)) in hours.zip(&era.goal).enumerate() {
        let heard = of_day(days - day);
        for (log_yield, trades) in path.iter_mut().zip(trading) {
            believed = heard + (believed - heard) * news_left;
            premium = goal + (premium - goal) * premium_left;
            if *trades || standing.is_none() {
                let anchor = max(era.level + premium + believed, ANCHOR_MIN);
                let moved = *log_yield + transcend::ln_1p(anchor) - log_level;
                standing = Some(max(moved, LOG_YIELD_MIN));
            }
            *log_yield = standing.unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::era::HISTORY_DAYS;
    use super::*;

    const LEVEL: f64 = 0.05;

    /// A half-year without deviations: the path stays at its level of 8 %.
    fn moved(era: &Era, base: impl Fn(usize) -> f64, trading: &[bool]) -> Vec<f64> {
        let news = News { base: (0..era.boom.len()).map(base).collect() };
        let log_level = transcend::ln_1p(0.08);
        let mut path = vec![log_level; trading.len()];
        move_to_anchor(&mut path, trading, log_level, (era, &news));
        path.iter().map(|log_yield| transcend::exp_m1(*log_yield)).collect()
    }

    fn era(boom: impl Fn(usize) -> f64, goal: impl Fn(usize) -> f64) -> Era {
        Era {
            level: LEVEL,
            first_premium: 0.02,
            boom: (0..HISTORY_DAYS + 14).map(boom).collect(),
            goal: (0..14).map(goal).collect(),
            far_premium: None,
        }
    }

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
    }

    #[test]
    fn without_news_the_anchor_is_level_plus_premium() {
        for yields in moved(&era(|_| 0.0, |_| 0.02), |_| LEVEL, &[true; 336]) {
            close(yields, 0.07);
        }
    }

    #[test]
    fn half_of_a_new_premium_is_in_the_price_after_a_day() {
        let yields =
            moved(&era(|_| 0.0, |day| if day < 7 { 0.02 } else { 0.06 }), |_| LEVEL, &[true; 336]);
        close(yields[24 * 7 - 1], 0.07);
        close(yields[24 * 8 - 1], 0.09);
        close(yields[24 * 9 - 1], 0.10);
    }

    #[test]
    fn the_price_believes_six_tenths_of_a_boom_and_three_of_a_quiet_week() {
        let boom = |day: usize| if day < HISTORY_DAYS + 7 { 0.0 } else { 0.05 };
        let base = |day: usize| if day < HISTORY_DAYS + 7 { LEVEL } else { LEVEL + 0.01 };
        let yields = moved(&era(boom, |_| 0.02), base, &[true; 336]);
        close(yields[24 * 7 - 1], 0.07);
        // ten half-lives in a week
        close(yields[335], 0.07 + 0.033 * (1.0 - 1.0 / 1024.0));
        // news before the first bar is already in the price
        let old = |day: usize| if day < HISTORY_DAYS - 1 { 0.0 } else { 0.05 };
        close(moved(&era(old, |_| 0.02), |_| LEVEL, &[true; 336])[0], 0.10);
    }

    #[test]
    fn the_yield_moves_only_in_trading_hours_and_the_first_hour() {
        let mut trading = [false; 336];
        trading[200] = true;
        let yields = moved(&era(|_| 0.0, |_| 0.06), |_| LEVEL, &trading);
        assert!(yields[0] > 0.07 && yields[..200].iter().all(|apy| *apy == yields[0]));
        assert!(yields[200] > 0.10 && yields[200..].iter().all(|apy| *apy == yields[200]));
    }

    #[test]
    fn neither_anchor_nor_yield_falls_below_its_floor() {
        let low = |goal: f64| era(|_| -0.05, |_| goal);
        close(moved(&low(-0.04), |_| LEVEL, &[true; 336])[335], 0.01);
        let era = low(-0.04);
        let news = News { base: vec![LEVEL; era.boom.len()] };
        let mut path = vec![-0.5; 336];
        move_to_anchor(&mut path, &[true; 336], 0.0, (&era, &news));
        assert!(path.iter().all(|log_yield| *log_yield == 0.005));
    }
}
