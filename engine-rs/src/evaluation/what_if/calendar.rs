//! The official run by its calendar and by its components.

use crate::evaluation::Official;
use crate::evaluation::verdict::edge::mean;
use crate::json::{Emit, Sink};
use crate::market::Series;
use crate::num::stats::{negligible_to_zero, ratio};
use crate::portfolio::{HeldFrom, Position, Run};
use crate::simulation::{daily_growth, daily_returns};
use crate::time;

/// Days of the worst stretch.
const WORST_DAYS: usize = 30;
const THIRDS: usize = 3;

/// Returns of consecutive scored days: the candidate, Hold and idle.
#[derive(Debug)]
pub(super) struct Stretch {
    from: i64,
    to: i64,
    days: usize,
    returns: [f64; 3],
}

/// Returns the parts of the scored days; none with fewer days than parts.
pub(super) fn thirds(official: &Official<'_>, daily: [&Vec<f64>; 3]) -> Vec<Stretch> {
    let days = daily[0].len();
    let third = |at: usize| at * days / THIRDS;
    let parts = (0..THIRDS).filter(|_| days >= THIRDS);
    parts.map(|at| stretch(official, daily, third(at), third(at + 1))).collect()
}

/// Returns the days from one to before another, counted from the first scored day.
fn stretch(official: &Official<'_>, daily: [&Vec<f64>; 3], from: usize, to: usize) -> Stretch {
    let (clock, start) = (&official.dataset.series.clock, official.plan.start);
    let ends = &clock.day_ends[clock.day_ends.partition_point(|end| *end < start)..];
    let first = from.checked_sub(1).map_or(start, |before| ends[before] + 1);
    let growth = |days: &Vec<f64>| days[from..to].iter().fold(1.0, |all, day| all * (1.0 + day));
    Stretch {
        from: clock.timestamp[first],
        to: clock.timestamp[ends[to - 1]],
        days: to - from,
        returns: daily.map(|days| growth(days) - 1.0),
    }
}

/// Returns the days in which the candidate returned least, the first of equal ones.
pub(super) fn worst(official: &Official<'_>, daily: [&Vec<f64>; 3]) -> Option<Stretch> {
    let all = (WORST_DAYS..=daily[0].len()).map(|to| stretch(official, daily, to - WORST_DAYS, to));
    all.reduce(|worst, next| if next.returns[0] < worst.returns[0] { next } else { worst })
}

/// Returns how the daily excess returns of each component over idle capital go with those of each
/// other; `None` of a single component.
pub(super) fn correlations(record: &Run, series: &Series) -> Option<Vec<Vec<Option<f64>>>> {
    if record.components.len() < 2 {
        return None;
    }
    let (start, idle) = (record.start, daily_growth(series, record.start));
    let (mut all, mut rows) = (Vec::new(), Vec::new());
    for component in &record.components {
        let shares = component.capital / series.sy_index[start];
        let mut holdings = vec![HeldFrom { at: start, shares, units: 0.0 }];
        holdings.extend(component.changes.iter().map(|(at, after)| {
            let Position { shares, units, .. } = *after;
            HeldFrom { at: *at, shares, units }
        }));
        let mut excess = daily_returns(component.capital, &holdings, series);
        excess.iter_mut().zip(&idle).for_each(|(day, idle)| *day -= idle);
        let mean = mean(&excess);
        for day in &mut excess {
            *day -= mean;
        }
        all.push(excess);
    }
    let product = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).fold(0.0, |sum, (one, other)| sum + one * other)
    };
    let size = |one: &[f64]| negligible_to_zero(product(one, one).sqrt());
    for one in &all {
        let of = |other: &Vec<f64>| ratio(Some(product(one, other)), Some(size(one) * size(other)));
        rows.push(all.iter().map(of).collect());
    }
    Some(rows)
}

impl Emit for Stretch {
    fn emit(&self, sink: &mut dyn Sink) {
        let [own, hold, idle] = self.returns;
        sink.begin_object();
        sink.member("days", self.days);
        sink.member("from", time::iso(self.from));
        sink.member("holdReturn", hold);
        sink.member("idleReturn", idle);
        sink.member("return", own);
        sink.member("to", time::iso(self.to));
        sink.end_object();
    }
}
