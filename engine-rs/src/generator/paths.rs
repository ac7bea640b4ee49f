//! The processes of a market, run: hourly paths of all that is drawn.

use super::closing_rise;
use super::draw::Stream;
use super::floating_rate::IndexPath;
use super::market_spec::MarketSpec;
use super::trading_hours::trading_hours;

/// What is drawn for each hour, oldest first. All else follows from it.
#[derive(Debug)]
pub(super) struct Paths {
    /// `ln(1 + impliedApy)`.
    pub(super) log_yield: Vec<f64>,
    /// The SY index and its growth.
    pub(super) index: IndexPath,
    /// Value of the pool.
    pub(super) tvl: Vec<f64>,
    /// volume/tvl of the hour.
    pub(super) turnover: Vec<f64>,
    /// `ln(1 + farImpliedApy) - 0.7*logYield - 0.3*level`.
    pub(super) far_premium: Option<Vec<f64>>,
}

impl Paths {
    /// Runs every process of a market on its own stream of the seed.
    pub(super) fn of(spec: &MarketSpec, seed: u64) -> Self {
        let stream = |stream: Stream| stream.random(spec.market_id, seed);
        let (days, hours_left) = (spec.days as usize, spec.hours_left as usize);
        let trading = trading_hours(days, &mut stream(Stream::Trading));
        let mut log_yield = spec.implied_yield.path(&trading, &mut stream(Stream::ImpliedYield));
        let rise = &mut stream(Stream::ClosingRise);
        closing_rise::lift(&mut log_yield, &trading, hours_left, rise);
        let turnover = spec.volume.path(&trading, &log_yield, &mut stream(Stream::Volume));
        let rate = &mut stream(Stream::FloatingRate);
        let far = spec.far_maturity;
        Self {
            log_yield,
            index: spec.floating_rate.path(days, spec.first_sy_index, rate),
            tvl: spec.liquidity.path(days, hours_left, &mut stream(Stream::Liquidity)),
            turnover,
            far_premium: far.map(|far| far.premium_path(days, &mut stream(Stream::FarMaturity))),
        }
    }
}
