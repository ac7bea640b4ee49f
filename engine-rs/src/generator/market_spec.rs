//! The parameters of the three markets: the table of `RULES.md` 1 as constants.
//!
//! Yields and rates are annual, effective decimals; deviations of logYield and of rates are
//! decimals too (30 bp is 0.0030); money is in the accounting asset. "Our choice" marks figures
//! that the table leaves open.

use super::era::{Booms, Seasons};
use super::far_maturity::FarMaturity;
use super::floating_rate::FloatingRate;
use super::implied_yield::{ImpliedYield, Jumps};
use super::liquidity::{Drain, Liquidity};
use super::mean_reversion::{Dispersion, MeanReversion};
use super::volatility::{Regimes, Volatility};
use super::volume::Volume;
use crate::market::{Clock, Timeframe};
use crate::time::DAY_MS;

/// Parameters of a market for the generator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarketSpec {
    /// Public id.
    pub market_id: u32,
    /// Public key.
    pub market_key: &'static str,
    /// Maturity, epoch ms.
    pub expiry: i64,
    /// Length of the datasets, days.
    pub days: u32,
    /// Hours from the last bar to expiry.
    pub hours_left: u32,
    /// Scalar root of the pool's curve.
    pub scalar_root: f64,
    /// PT share of the pool at the first hourly bar, by face value.
    pub first_pool_pt_share: f64,
    /// Value of an SY share seven days before the first bar.
    pub first_sy_index: f64,
    /// The implied yield.
    pub implied_yield: ImpliedYield,
    /// The rate that grows the SY index.
    pub floating_rate: FloatingRate,
    /// Weeks in which that rate is far above its level.
    pub booms: Booms,
    /// The premium of implied over the underlying.
    pub seasons: Seasons,
    /// The value of the pool.
    pub liquidity: Liquidity,
    /// The traded volume.
    pub volume: Volume,
    /// The next maturity, if the dataset has a column for its yield.
    pub far_maturity: Option<FarMaturity>,
    /// The passive gap of each timeframe, see [`Self::passive_gap`].
    pub passive_gaps: PassiveGaps,
}

/// Mean of `U_hold - U_idle` over the 65,536 reference paths of a market, per year, as
/// `deno task datasets:official passive` measures it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PassiveGaps {
    /// Hourly paths.
    pub hourly: f64,
    /// Daily paths.
    pub daily: f64,
}

impl MarketSpec {
    /// Every market, in the order of the ids.
    pub const ALL: [Self; 3] = [SUSDE, SUSDF, GHOUSD];

    /// Returns the market of a public key.
    pub fn of_key(market_key: &str) -> Option<&'static Self> {
        const ALL: &[MarketSpec] = &MarketSpec::ALL;
        ALL.iter().find(|spec| spec.market_key == market_key)
    }

    /// Returns the market of a public id.
    pub fn of_id(market_id: u32) -> Option<&'static Self> {
        const ALL: &[MarketSpec] = &MarketSpec::ALL;
        ALL.iter().find(|spec| spec.market_id == market_id)
    }

    /// Returns the maturity of the next market, epoch ms.
    pub(super) fn far_expiry(&self) -> Option<i64> {
        self.far_maturity.map(|far| self.expiry + far.days_later * DAY_MS)
    }

    /// Returns the close of each bar.
    pub(super) fn closing_times(&self, timeframe: Timeframe) -> Vec<i64> {
        let last = self.expiry - i64::from(self.hours_left) * (DAY_MS / 24);
        let (opening, step) = (last - i64::from(self.days) * DAY_MS, timeframe.step_ms());
        (1..=(last - opening) / step).map(|bar| opening + bar * step).collect()
    }

    /// Returns the clock of the market's datasets of a timeframe.
    pub fn clock(&self, timeframe: Timeframe) -> Clock {
        let timestamp = self.closing_times(timeframe);
        Clock::new(timeframe, timestamp, self.expiry, self.far_expiry())
    }

    /// Returns whether the datasets of this market have the given clock.
    pub fn has_clock(&self, clock: &Clock) -> bool {
        clock.expiry == self.expiry
            && clock.far_expiry == self.far_expiry()
            && clock.timestamp == self.closing_times(clock.timeframe)
    }

    /// Returns the mean advantage of holding PT over leaving all capital in SY on the reference
    /// paths: a difference of utilities per year.
    pub fn passive_gap(&self, timeframe: Timeframe) -> f64 {
        match timeframe {
            Timeframe::Hourly => self.passive_gaps.hourly,
            Timeframe::Daily => self.passive_gaps.daily,
        }
    }
}

/// Days from 1970-01-01 to 2026-01-01, a Thursday. Pendle's maturities are Thursdays, 00:00 UTC, so
/// expiries are whole weeks later.
const JANUARY_2026: i64 = 20_454;

/// Returns the Thursday `weeks` weeks after 2026-01-01, epoch ms.
const fn thursday(weeks: i64) -> i64 {
    (JANUARY_2026 + 7 * weeks) * DAY_MS
}

const fn stationary(half_life_days: f64, sd: f64) -> MeanReversion {
    MeanReversion { half_life_days, dispersion: Dispersion::Stationary(sd) }
}

const SUSDE: MarketSpec = MarketSpec {
    market_id: 1,
    market_key: "susde",
    // 2026-06-25
    expiry: thursday(25),
    days: 182,
    hours_left: 24,
    scalar_root: 22.0,
    first_pool_pt_share: 0.30,
    // Our choice: sUSDe was worth about this much in 2026.
    first_sy_index: 1.20,
    implied_yield: ImpliedYield {
        reference_apy: 0.075,
        relative: 1.0,
        // The length of a hot spell is our choice: a squeeze of some days, two or three times in
        // the life of a market.
        volatility: Volatility::Regimes(Regimes {
            calm: 0.0015,
            hot: (0.0080, 0.0150),
            hot_days: 4.0,
            overall: 0.0030,
        }),
        jumps: Jumps { daily_probability: 0.03, sd: 0.0100 },
    },
    floating_rate: FloatingRate { mean_apy: 0.055, week_sd: 0.20 },
    booms: Booms { every_days: 150.0, days: 20.0, height: (0.03, 0.12) },
    // The two bands and the length of a season are our choice; the length decides how much skill
    // this market rewards.
    seasons: Seasons { low_share: 1.0 / 3.0, low: (0.0, 0.01), high: (0.03, 0.07), days: 140.0 },
    // Typical value and deviation are our choice, so that the drain, which takes 34 % of the value,
    // neither begins above the range nor ends below it: 105 M falls to 69 M.
    liquidity: Liquidity {
        range: (60e6, 120e6),
        typical: 105e6,
        deviation: stationary(10.0, 0.05),
        drain: Some(Drain { days: 60, per_day: 0.007 }),
    },
    volume: Volume { median_turnover: 0.03, log_sd: 1.1 },
    far_maturity: Some(FarMaturity {
        days_later: 91,
        premium: 0.0040,
        deviation: stationary(10.0, 0.0025),
    }),
    passive_gaps: PassiveGaps {
        hourly: 0.011_901_888_306_970_598,
        daily: 0.013_342_920_307_198_284,
    },
};

const SUSDF: MarketSpec = MarketSpec {
    market_id: 2,
    market_key: "susdf",
    // 2026-09-24
    expiry: thursday(38),
    days: 154,
    hours_left: 0,
    scalar_root: 16.0,
    first_pool_pt_share: 0.35,
    // Our choice: a younger token.
    first_sy_index: 1.05,
    // No real series is known: all constants of rate, booms and seasons are our choice.
    implied_yield: ImpliedYield {
        reference_apy: 0.11,
        relative: 0.7,
        volatility: Volatility::Constant(0.0045),
        jumps: Jumps { daily_probability: 0.04, sd: 0.0150 },
    },
    floating_rate: FloatingRate { mean_apy: 0.08, week_sd: 0.05 },
    booms: Booms { every_days: 400.0, days: 15.0, height: (0.02, 0.08) },
    seasons: Seasons { low_share: 0.5, low: (0.0, 0.01), high: (0.04, 0.09), days: 70.0 },
    // Typical is the logarithmic middle of the range. The deviation is our choice: a bound is 2.9
    // deviations away.
    liquidity: Liquidity {
        range: (30e6, 45e6),
        typical: 36.74e6,
        deviation: stationary(10.0, 0.07),
        drain: None,
    },
    volume: Volume { median_turnover: 0.03, log_sd: 1.2 },
    far_maturity: None,
    passive_gaps: PassiveGaps {
        hourly: 0.019_668_797_147_510_46,
        daily: 0.020_368_280_867_840_635,
    },
};

const GHOUSD: MarketSpec = MarketSpec {
    market_id: 3,
    market_key: "ghousd",
    // 2026-10-29
    expiry: thursday(43),
    days: 210,
    hours_left: 7 * 24,
    scalar_root: 45.0,
    first_pool_pt_share: 0.30,
    // Our choice, between the other two.
    first_sy_index: 1.10,
    // As for susdf, all constants of rate, booms and seasons are our choice.
    implied_yield: ImpliedYield {
        reference_apy: 0.075,
        relative: 1.0,
        volatility: Volatility::Constant(0.0020),
        jumps: Jumps { daily_probability: 0.02, sd: 0.0060 },
    },
    floating_rate: FloatingRate { mean_apy: 0.055, week_sd: 0.05 },
    booms: Booms { every_days: 400.0, days: 30.0, height: (0.01, 0.03) },
    seasons: Seasons { low_share: 0.5, low: (0.0, 0.005), high: (0.025, 0.06), days: 100.0 },
    // As for susdf: the logarithmic middle, with a bound 2.9 deviations away.
    liquidity: Liquidity {
        range: (4e6, 10e6),
        typical: 6.325e6,
        deviation: stationary(10.0, 0.16),
        drain: None,
    },
    volume: Volume { median_turnover: 0.015, log_sd: 1.4 },
    far_maturity: None,
    passive_gaps: PassiveGaps {
        hourly: 0.010_082_056_401_485_42,
        daily: 0.010_693_057_580_940_923,
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::iso;

    #[test]
    fn expiries_are_thursdays_of_2026() {
        let expiries = MarketSpec::ALL.map(|spec| iso(spec.expiry));
        assert_eq!(
            expiries,
            ["2026-06-25T00:00:00Z", "2026-09-24T00:00:00Z", "2026-10-29T00:00:00Z"]
        );
        // 1970-01-01 was a Thursday.
        assert!(MarketSpec::ALL.iter().all(|spec| spec.expiry / DAY_MS % 7 == 0));
    }

    #[test]
    fn a_market_is_found_by_id_and_key() {
        for spec in &MarketSpec::ALL {
            assert_eq!(MarketSpec::of_key(spec.market_key), Some(spec));
            assert_eq!(MarketSpec::of_id(spec.market_id), Some(spec));
        }
        assert_eq!(MarketSpec::of_key("usde"), None);
        assert_eq!(MarketSpec::of_id(0), None);
    }
}
