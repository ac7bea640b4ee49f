//! Perturbations: history resampled in blocks of days.

use super::bootstrap::StationaryBootstrap;
use super::rebuild::{FAR_SHARE, LOG_YIELD_RANGE, prices, replace, underlying};
use crate::market::Series;
use crate::num::clamp;
use crate::num::transcend::{exp, logit, map_changes};
use crate::random::Random;

/// Returns the source day of each day of a perturbation.
pub fn drawn_days(official: &Series, mut random: Random, mean_block: u64) -> Vec<usize> {
    let per_day = official.clock.timeframe.bars_per_day();
    let days = official.bars().div_ceil(per_day);
    let mut draw = StationaryBootstrap::new(&mut random, days, mean_block);
    (0..days).map(|_| draw.next_day()).collect()
}

/// Returns the dataset with its history resampled in blocks of `mean_block` days on average.
///
/// A drawn bar contributes its increment of the log yield, its growth of the SY index and of tvl,
/// its volume per tvl and its far premium. The first bar starts from the official levels.
pub fn perturbed(official: &Series, random: Random, mean_block: u64) -> Series {
    let (bars, per_day) = (official.bars(), official.clock.timeframe.bars_per_day());
    let mut sources = Vec::with_capacity(bars + per_day);
    for day in drawn_days(official, random, mean_block) {
        sources.extend(
            (day * per_day..(day + 1) * per_day).map(|at| if at < bars { at } else { at - bars }),
        );
    }
    sources.truncate(bars);
    let walk = Walk::of(official, &sources);
    let mut series = official.shared();
    replace(&mut series.log_yield, 0, walk.log_yield);
    replace(&mut series.sy_index, 0, walk.sy_index);
    let (price, log_price) = prices(&series, 0);
    replace(&mut series.pt_price, 0, price);
    replace(&mut series.log_price, 0, log_price);
    replace(&mut series.log_underlying, 0, underlying(official, &series.sy_index, 0..bars));
    let apy = map_changes(&series.log_yield, |y| exp(y) - 1.0);
    replace(&mut series.implied_apy, 0, apy);
    if let (Some(volume), Some(old)) = (&mut series.volume, &official.volume) {
        let drawn = sources.iter().zip(&walk.tvl);
        replace(volume, 0, drawn.map(|(at, tvl)| old[*at] / official.tvl[*at] * tvl).collect());
    }
    if let (Some(far), Some(old)) = (&mut series.log_far_yield, &official.log_far_yield) {
        let moved = sources.iter().zip(series.log_yield.iter()).map(|(source, y)| {
            FAR_SHARE * y + (old[*source] - FAR_SHARE * official.log_yield[*source])
        });
        replace(far, 0, moved.collect());
    }
    split_tvl(official, &mut series, walk.tvl);
    series
}

/// Running levels, to which the drawn increments are added.
struct Walk {
    log_yield: Vec<f64>,
    sy_index: Vec<f64>,
    tvl: Vec<f64>,
}

impl Walk {
    fn of(official: &Series, sources: &[usize]) -> Self {
        let bars = sources.len();
        let mut walk = Self {
            log_yield: Vec::with_capacity(bars),
            sy_index: Vec::with_capacity(bars),
            tvl: Vec::with_capacity(bars),
        };
        let (yields, index, tvl) = (&official.log_yield, &official.sy_index, &official.tvl);
        let (mut y, mut sy, mut value) = (yields[0], index[0], tvl[0]);
        for source in sources {
            // the first bar of the dataset has no increment
            if let Some(before) = source.checked_sub(1) {
                y += yields[*source] - yields[before];
                sy *= index[*source] / index[before];
                value *= tvl[*source] / tvl[before];
            }
            y = clamp(y, LOG_YIELD_RANGE.0, LOG_YIELD_RANGE.1);
            walk.log_yield.push(y);
            walk.sy_index.push(sy);
            walk.tvl.push(value);
        }
        walk
    }
}

/// Splits tvl into reserves so that `logit(share) = scalarRoot*(logYield - c)`, where `c` comes
/// from the official first bar.
fn split_tvl(official: &Series, series: &mut Series, tvl: Vec<f64>) {
    let root = official.scalar_root;
    let center = official.log_yield[0] - logit(official.pool_pt_share(0)) / root;
    let bars = tvl.len();
    let (mut total_pt, mut total_sy) = (Vec::with_capacity(bars), Vec::with_capacity(bars));
    // share/(1-share), PT per asset
    let odds = map_changes(&series.log_yield, |y| exp(root * (y - center)));
    for (at, (value, odds)) in tvl.iter().zip(odds).enumerate() {
        let asset = value / (odds * series.pt_price[at] + 1.0);
        total_pt.push(odds * asset);
        total_sy.push(asset / series.sy_index[at]);
    }
    replace(&mut series.total_pt, 0, total_pt);
    replace(&mut series.total_sy, 0, total_sy);
    replace(&mut series.tvl, 0, tvl);
}
