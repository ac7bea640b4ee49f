//! The processes of a market as hourly paths. Each has its own random stream, so any of them can
//! run later and without the others.

use super::anchor::move_to_anchor;
use super::closing_rise;
use super::draw::Stream;
use super::era::Era;
use super::floating_rate::{IndexPath, News};
use super::market_spec::MarketSpec;
use super::trading_hours::trading_hours;
use crate::num::transcend;
use crate::random::Random;

/// A market's half-year under a seed: the common input of all processes.
#[derive(Debug)]
pub(super) struct World {
    spec: MarketSpec,
    seed: u64,
    pub(super) era: Era,
    news: News,
}

impl World {
    /// Draws the era and the news of a seed.
    pub(super) fn of(spec: &MarketSpec, seed: u64) -> Self {
        let stream = |stream: Stream| stream.random(spec.market_id, seed);
        let (rate, shape) = (spec.floating_rate, (&spec.booms, &spec.seasons));
        let length = (spec.days as usize, spec.far_maturity.is_some());
        let era = Era::of(rate.mean_apy, shape, length, &mut stream(Stream::Era));
        let news = rate.news(&era, &mut stream(Stream::FloatingRate));
        Self { spec: *spec, seed, era, news }
    }

    fn random(&self, stream: Stream) -> Random {
        stream.random(self.spec.market_id, self.seed)
    }

    fn days(&self) -> usize {
        self.spec.days as usize
    }

    /// Returns for each hour whether it is a trading hour.
    fn trading(&self) -> Vec<bool> {
        trading_hours(self.days(), &mut self.random(Stream::Trading))
    }

    /// Returns logYield at the close of each hour, and whether it is a trading hour.
    pub(super) fn log_yield(&self) -> (Vec<f64>, Vec<bool>) {
        let (spec, trading) = (&self.spec, self.trading());
        let level = self.era.level + spec.seasons.mean();
        let mut random = self.random(Stream::ImpliedYield);
        let mut path = spec.implied_yield.path(level, &trading, &mut random);
        let log_level = transcend::ln_1p(level);
        move_to_anchor(&mut path, &trading, log_level, (&self.era, &self.news));
        let rise = &mut self.random(Stream::ClosingRise);
        closing_rise::lift(&mut path, &trading, spec.hours_left as usize, rise);
        (path, trading)
    }

    /// Returns the SY index and its growth at the close of each hour.
    pub(super) fn index(&self) -> IndexPath {
        self.news.index(&self.era, self.spec.first_sy_index)
    }

    /// Returns the value of the pool at the close of each hour.
    pub(super) fn tvl(&self) -> Vec<f64> {
        let (liquidity, hours_left) = (&self.spec.liquidity, self.spec.hours_left as usize);
        liquidity.path(self.days(), hours_left, &mut self.random(Stream::Liquidity))
    }

    /// Returns volume/tvl of each hour.
    pub(super) fn turnover(&self, (log_yield, trading): &(Vec<f64>, Vec<bool>)) -> Vec<f64> {
        self.spec.volume.path(trading, log_yield, &mut self.random(Stream::Volume))
    }

    /// Returns the level that the next maturity reverts to, `ln(1 + level + season)`, and its
    /// premium at the close of each hour, if the market has a next maturity.
    pub(super) fn far(&self) -> Option<(f64, Vec<f64>)> {
        let level = transcend::ln_1p(self.era.level + self.era.far_premium?);
        let far = self.spec.far_maturity?;
        let premium = far.premium_path(self.days(), &mut self.random(Stream::FarMaturity));
        Some((level, premium))
    }
}
