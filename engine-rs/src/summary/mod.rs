//! The summary of a range of candidates: everything that a report needs to know of them.
//!
//! Summaries of ranges merge into the summary of all their candidates, and any order and any tree of
//! merges gives the same bytes: counts are whole numbers, sums are exact ([`Moments`]), and lists keep
//! the best or the smallest of all. Therefore any number of machines may share a search.
//!
//! # The packed form, version 1
//!
//! Words of eight bytes, little endian: `u` is a whole number, `f` a double. No bytes at all are the
//! summary of no candidates. The same candidates always give the same bytes.
//!
//! | words | content |
//! |---|---|
//! | `u` | the mark: `summary1` in ASCII |
//! | `u u u` | axes `A`; most rows of the best, and of the ranked |
//! | `u`, 6 `u`, `u` | candidates; candidates by [`Status`](crate::sweep::Status); those without a fill |
//! | `u f f`, 2 `u`, 4 `u` | merits: count, smallest, largest; their sum in units of 2^-64 as a signed number of 128 bits; the sum of their squares in units of 2^-128 as a number of 256 bits |
//! | `f f u`, `n u` | histogram: width of a bin, number of the first bin, `n` bins; counts |
//! | `u`, `n f`, `n f` | candidates tried: the smallest `n` hashes, ascending; a daily Sharpe ratio of each, NaN for none |
//! | `u`, `n f` | results: the smallest `n` hashes, ascending |
//! | `u`, maps | number of maps; each is `u u u u` (first axis, second axis or 2^64 - 1, width, height), a bit for each cell that has a candidate, and for each such cell its count `u`, then for each its sum 2 `u`, then for each its largest merit `f` |
//! | `u`, rows of `f` | the best: number, merit, `A` coordinates, the figures of [`Point`](crate::sweep::Point) |
//! | `u`, rows of `f` | the ranked, which the next stage runs again: number, merit, `A` coordinates |

mod best;
mod candidates;
mod histogram;
mod merit_map;
mod moments;
mod order;
mod packed;
mod reading;
mod sketch;

use crate::sweep::{Axis, Point, Status};
use best::Best;
pub use candidates::{Bounds, Candidates, Judge};
use histogram::Histogram;
use merit_map::MeritMap;
use moments::{Merit, Moments};
pub use order::{Pair, sort, total_order};
use packed::{Reader, Writer};
pub use reading::{Distinct, Merits};
use sketch::Sketch;
pub use sketch::candidate_hashes;

/// The first word of a packed summary.
const MARK: u64 = u64::from_le_bytes(*b"summary1");
/// Hashes that are kept of candidates: their number is exact up to this, and 2 % off above.
const TRIED_KEPT: usize = 4096;
/// Hashes that are kept of results, whose number decides nothing.
const RESULTS_KEPT: usize = 1024;
/// Number of status codes.
const STATUSES: usize = Status::NAMES.len();

/// How many rows a summary keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most of the best, with their figures.
    pub top: usize,
    /// Most of the ranked, which the next stage runs again.
    pub passes: usize,
}

/// The summary of candidates of one plan, see the module.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    axes: usize,
    limits: Limits,
    count: u64,
    statuses: [u64; STATUSES],
    untraded: u64,
    merits: Moments,
    histogram: Histogram,
    tried: Sketch,
    results: Sketch,
    maps: Vec<MeritMap>,
    top: Best,
    ranked: Best,
}

impl Summary {
    /// Returns the summary of no candidates of a plan with these axes.
    pub fn new(axes: &[Axis], limits: Limits) -> Self {
        let width = 2 + axes.len();
        Self {
            axes: axes.len(),
            limits,
            count: 0,
            statuses: [0; STATUSES],
            untraded: 0,
            merits: Moments::default(),
            histogram: Histogram::default(),
            tried: Sketch::new(TRIED_KEPT, true),
            results: Sketch::new(RESULTS_KEPT, false),
            maps: MeritMap::all(axes),
            top: Best::new(width + Point::NAMES.len(), axes.len(), limits.top),
            ranked: Best::new(width, axes.len(), limits.passes),
        }
    }

    /// Adds candidates of the plan.
    pub fn add(&mut self, found: &Candidates<'_>, axes: &[Axis], judge: &Judge) {
        let merits = judge.merits(found);
        self.count += found.rows as u64;
        for (status, fills) in found.statuses().iter().zip(found.figure("fills")) {
            if let Some(count) = self.statuses.get_mut(crate::num::place(*status)) {
                *count += 1;
            }
            self.untraded += u64::from(*fills == 0.0);
        }
        let known = Merit::all(&merits);
        for merit in &known {
            self.merits.add(*merit);
        }
        self.histogram.merge(&Histogram::of(&merits));
        self.tried.add_tried(found, judge.space);
        self.results.add_results(found);
        let bins: Vec<Vec<u32>> = axes
            .iter()
            .enumerate()
            .map(|(at, axis)| merit_map::bins(axis, found.axis(at)))
            .collect();
        for map in &mut self.maps {
            map.add(&bins, &known);
        }
        self.top.add(found, &merits);
        self.ranked.add(found, &merits);
    }

    /// Merges the summary of other candidates of the same plan. Of different limits, the smaller hold.
    /// `None` if the plans have other axes or maps.
    pub fn merge(mut self, other: &Self) -> Option<Self> {
        let has_same_maps = self.maps.len() == other.maps.len()
            && self.maps.iter().zip(&other.maps).all(|(one, other)| one.has_shape_of(other));
        if self.axes != other.axes || !has_same_maps {
            return None;
        }
        self.limits.top = self.limits.top.min(other.limits.top);
        self.limits.passes = self.limits.passes.min(other.limits.passes);
        self.count += other.count;
        for (count, more) in self.statuses.iter_mut().zip(other.statuses) {
            *count += more;
        }
        self.untraded += other.untraded;
        self.merits.merge(&other.merits);
        self.histogram.merge(&other.histogram);
        self.tried.merge(&other.tried);
        self.results.merge(&other.results);
        for (map, more) in self.maps.iter_mut().zip(&other.maps) {
            map.merge(more);
        }
        self.top.merge(&other.top);
        self.ranked.merge(&other.ranked);
        Some(self)
    }

    /// Returns the packed form.
    pub fn pack(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.whole(MARK);
        for number in [self.axes, self.limits.top, self.limits.passes] {
            writer.whole(number as u64);
        }
        writer.whole(self.count);
        for count in self.statuses {
            writer.whole(count);
        }
        writer.whole(self.untraded);
        self.merits.pack(&mut writer);
        self.histogram.pack(&mut writer);
        self.tried.pack(&mut writer);
        self.results.pack(&mut writer);
        writer.whole(self.maps.len() as u64);
        for map in &self.maps {
            map.pack(&mut writer);
        }
        self.top.pack(&mut writer);
        self.ranked.pack(&mut writer);
        writer.finish()
    }

    /// Reads a packed form; `None` for other bytes.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        if reader.whole()? != MARK {
            return None;
        }
        let [axes, top, passes] = [reader.size()?, reader.size()?, reader.size()?];
        let width = axes.checked_add(2)?;
        let with_figures = width.checked_add(Point::NAMES.len())?;
        let summary = Self {
            axes,
            limits: Limits { top, passes },
            count: reader.whole()?,
            statuses: reader.wholes()?,
            untraded: reader.whole()?,
            merits: Moments::unpack(&mut reader)?,
            histogram: Histogram::unpack(&mut reader)?,
            tried: Sketch::unpack(TRIED_KEPT, true, &mut reader)?,
            results: Sketch::unpack(RESULTS_KEPT, false, &mut reader)?,
            maps: {
                let count = reader.size()?;
                (0..count).map(|_| MeritMap::unpack(&mut reader)).collect::<Option<_>>()?
            },
            top: Best::unpack((with_figures, axes, top), &mut reader)?,
            ranked: Best::unpack((width, axes, passes), &mut reader)?,
        };
        reader.is_at_end().then_some(summary)
    }
}

/// Merges packed summaries of disjoint ranges of a plan; any order and any tree of merges gives the
/// same bytes. `None` if they are not summaries of one plan.
pub fn merge(one: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    match (one, other) {
        ([], only) | (only, []) => Some(only.to_vec()),
        _ => Some(Summary::unpack(one)?.merge(&Summary::unpack(other)?)?.pack()),
    }
}
