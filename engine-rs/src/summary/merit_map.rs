//! Merits by the bins of one or two axes.

use super::moments::Merit;
use super::order::{Pair, sort, total_order};
use super::packed::{Reader, Writer};
use crate::num::transcend::ln;
use crate::num::{clamp, place};
use crate::sweep::{Axis, Level, Levels, Range};

/// Most bins of an axis without levels, or with many.
const BINS_MAX: usize = 24;
/// Most cells of a map.
const CELLS_MAX: usize = 4096;
/// The first axes of a plan have a map for each pair.
const PAIRED_AXES: usize = 3;
/// Stands for the second axis of a map of one.
const NO_AXIS: u64 = u64::MAX;

/// A map: the second axis, if there is one, selects the row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MeritMap {
    pub(super) axes: (usize, Option<usize>),
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cells: Vec<Cell>,
}

/// The merits of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub(super) count: u64,
    /// In parts of 1, see [`Merit`].
    pub(super) sum: i128,
    pub(super) best: f64,
}

const NO_MERITS: Cell = Cell { count: 0, sum: 0, best: f64::NEG_INFINITY };

impl MeritMap {
    /// Returns the empty maps of a plan: one for each axis, and one for each pair of the first axes.
    pub(super) fn all(axes: &[Axis]) -> Vec<Self> {
        let single = (0..axes.len()).map(|axis| (axis, None));
        let paired = (0..axes.len().min(PAIRED_AXES))
            .flat_map(|second| (0..second).map(move |first| (first, Some(second))));
        let size = |axis: Option<usize>| axis.map_or(1, |axis| bin_count(&axes[axis]));
        let maps = single.chain(paired).map(|(first, second)| {
            let (width, height) = (size(Some(first)), size(second));
            (width * height <= CELLS_MAX).then(|| Self {
                axes: (first, second),
                width,
                height,
                cells: vec![NO_MERITS; width * height],
            })
        });
        maps.flatten().collect()
    }

    /// Adds merits, given the bins of each axis.
    pub(super) fn add(&mut self, bins: &[Vec<u32>], merits: &[Merit]) {
        let columns = &bins[self.axes.0];
        let rows = self.axes.1.map(|axis| &bins[axis]);
        for Merit { row: at, value: best, parts: sum } in merits.iter().copied() {
            let row = rows.map_or(0, |rows| rows[at] as usize);
            let cell = &mut self.cells[row * self.width + columns[at] as usize];
            cell.merge(&Cell { count: 1, sum, best });
        }
    }

    /// Returns whether another map has the same axes and cells.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        (self.axes, self.width, self.height) == (other.axes, other.width, other.height)
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            cell.merge(more);
        }
    }

    pub(super) fn pack(&self, writer: &mut Writer) {
        let second = self.axes.1.map_or(NO_AXIS, |axis| axis as u64);
        let [first, width, height] = [self.axes.0, self.width, self.height].map(|one| one as u64);
        for number in [first, second, width, height] {
            writer.whole(number);
        }
        for some in self.cells.chunks(64) {
            let bits = some.iter().enumerate();
            writer.whole(bits.fold(0, |bits, (at, cell)| bits | u64::from(cell.count > 0) << at));
        }
        let used = || self.cells.iter().filter(|cell| cell.count > 0);
        used().for_each(|cell| writer.whole(cell.count));
        used().for_each(|cell| writer.wide(cell.sum.cast_unsigned()));
        used().for_each(|cell| writer.double(cell.best));
    }

    pub(super) fn unpack(reader: &mut Reader<'_>) -> Option<Self> {
        let first = reader.size()?;
        let second = reader.whole()?;
        let second = if second == NO_AXIS { None } else { Some(usize::try_from(second).ok()?) };
        let (width, height) = (reader.size()?, reader.size()?);
        let count = width.checked_mul(height).filter(|count| *count <= CELLS_MAX)?;
        let mut used = Vec::with_capacity(count);
        for from in (0..count).step_by(64) {
            let bits = reader.whole()?;
            used.extend((from..count.min(from + 64)).filter(|at| bits >> (at - from) & 1 == 1));
        }
        let mut cells = vec![NO_MERITS; count];
        for at in &used {
            cells[*at].count = reader.whole()?;
        }
        for at in &used {
            cells[*at].sum = reader.wide()?.cast_signed();
        }
        for at in &used {
            cells[*at].best = reader.double()?;
        }
        Some(Self { axes: (first, second), width, height, cells })
    }
}

impl Cell {
    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum = self.sum.wrapping_add(other.sum);
        self.best = crate::num::max(self.best, other.best);
    }
}

/// Returns the number of bins of an axis: its levels, or equal parts of a range.
fn bin_count(axis: &Axis) -> usize {
    match &axis.levels {
        Levels::Listed(levels) => levels.len(),
        Levels::Range(range) => range.steps.map_or(BINS_MAX, |steps| steps.min(BINS_MAX)),
    }
}

/// Returns the bin of each coordinate.
pub(super) fn bins(axis: &Axis, coordinates: &[f64]) -> Vec<u32> {
    let of = Binner::of(axis);
    let (mut last, mut bin) = (f64::NAN, 0);
    let each = coordinates.iter().map(|coordinate| {
        // Neighbours on a grid often have the same.
        if *coordinate != last {
            (last, bin) = (*coordinate, of.bin(*coordinate));
        }
        bin
    });
    each.collect()
}

/// Finds the bins of an axis.
enum Binner<'a> {
    /// Texts, whose coordinates are places: the last one.
    Places(u32),
    /// Numbers in ascending order, with their places.
    Numbers(Vec<(f64, u32)>),
    Range(&'a Range),
}

impl<'a> Binner<'a> {
    #[allow(clippy::cast_possible_truncation, reason = "an axis has at most 65,536 levels")]
    fn of(axis: &'a Axis) -> Self {
        let levels = match &axis.levels {
            Levels::Range(range) => return Self::Range(range),
            Levels::Listed(levels) => levels,
        };
        let mut numbers = Vec::with_capacity(levels.len());
        for (at, level) in levels.iter().enumerate() {
            let Level::Number(number) = level else {
                return Self::Places(levels.len() as u32 - 1);
            };
            numbers.push((*number, at as u32));
        }
        let mut order: Vec<Pair> =
            numbers.iter().map(|(number, at)| (total_order(*number), u64::from(*at))).collect();
        sort(&mut order, &|one, other| one.cmp(&other));
        Self::Numbers(order.iter().map(|(_, at)| numbers[*at as usize]).collect())
    }

    #[allow(clippy::cast_possible_truncation, reason = "an axis has at most 65,536 levels")]
    fn bin(&self, coordinate: f64) -> u32 {
        match self {
            Self::Places(last) => (place(coordinate) as u32).min(*last),
            Self::Numbers(numbers) => {
                let at = numbers.partition_point(|(number, _)| *number < coordinate);
                numbers.get(at).map_or(0, |(_, place)| *place)
            }
            Self::Range(range) => {
                let last = range.steps.map_or(BINS_MAX, |steps| steps.min(BINS_MAX)) - 1;
                let share = share(range, coordinate);
                let bin = match range.steps {
                    Some(steps) if steps == last + 1 => (share * last as f64).round(),
                    _ => (share * (last + 1) as f64).floor(),
                };
                place(clamp(bin, 0.0, last as f64)) as u32
            }
        }
    }
}

/// Returns the position of a coordinate in a range, from 0 to 1.
fn share(&Range { min, max, is_log, .. }: &Range, coordinate: f64) -> f64 {
    if max == min {
        0.0
    } else if is_log {
        ln(coordinate / min) / ln(max / min)
    } else {
        (coordinate - min) / (max - min)
    }
}
