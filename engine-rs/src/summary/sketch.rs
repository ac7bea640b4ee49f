//! The smallest hashes of rows: an estimate of the number of distinct rows (a bottom-k sketch).

use super::candidates::Candidates;
use super::order::sort;
use super::packed::{Reader, Writer};

/// Seed of the hashes of results: that of no text.
const RESULTS: u32 = 0x811c_9dc5;

/// The smallest hashes, ascending and distinct, each with a number. Of equal hashes, which are those of
/// equal rows but for one in 2^53, the number with the smallest bits stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sketch {
    most: usize,
    /// Whether numbers are packed.
    has_numbers: bool,
    /// A hash under 2^53, and the bits of its number.
    pub(super) kept: Vec<(u64, u64)>,
}

impl Sketch {
    pub(super) fn new(most: usize, has_numbers: bool) -> Self {
        Self { most, has_numbers, kept: Vec::new() }
    }

    /// Adds the coordinates of candidates that ran, with their daily Sharpe ratios.
    ///
    /// `space` names what the coordinates belong to, so that equal ones of other plans differ.
    pub(super) fn add_tried(&mut self, found: &Candidates<'_>, space: u32) {
        let columns: Vec<&[f64]> = (0..found.axes).map(|axis| found.axis(axis)).collect();
        self.add(found, (&columns, space), found.figure("dailySharpe"));
    }

    /// Adds the results of candidates that ran: the figures that tell them apart.
    pub(super) fn add_results(&mut self, found: &Candidates<'_>) {
        let columns = ["score", "fills", "turnover", "cvar"].map(|name| found.figure(name));
        self.add(found, (&columns, RESULTS), &[]);
    }

    fn add(&mut self, found: &Candidates<'_>, of: (&[&[f64]], u32), numbers: &[f64]) {
        let hashes = hashes(found.rows, of);
        let limit = if self.kept.len() < self.most { None } else { self.kept.last() };
        let limit = limit.map_or(u64::MAX, |(hash, _)| *hash + 1);
        let mut last = u64::MAX;
        let mut own = Vec::with_capacity(hashes.len());
        for (row, (hash, status)) in hashes.into_iter().zip(found.statuses()).enumerate() {
            // Neighbours often have the same result.
            if hash < limit && hash != last && *status == 0.0 {
                own.push((hash, numbers.get(row).map_or(0, |number| number.to_bits())));
                last = hash;
            }
        }
        sort(&mut own, &|one, other| one.cmp(&other));
        self.merge_kept(&own);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.merge_kept(&other.kept);
    }

    fn merge_kept(&mut self, other: &[(u64, u64)]) {
        let mut kept = Vec::with_capacity(self.most.min(self.kept.len() + other.len()));
        let (mut one, mut other) = (&*self.kept, other);
        while kept.len() < self.most {
            let next = match (one, other) {
                ([first, rest @ ..], [second, ..]) if first <= second => {
                    one = rest;
                    first
                }
                (_, [second, rest @ ..]) => {
                    other = rest;
                    second
                }
                ([first, rest @ ..], []) => {
                    one = rest;
                    first
                }
                ([], []) => break,
            };
            if kept.last().is_none_or(|(hash, _)| *hash != next.0) {
                kept.push(*next);
            }
        }
        self.kept = kept;
    }

    pub(super) fn pack(&self, writer: &mut Writer) {
        writer.whole(self.kept.len() as u64);
        for (hash, _) in &self.kept {
            writer.double(*hash as f64);
        }
        for (_, number) in self.kept.iter().filter(|_| self.has_numbers) {
            writer.whole(*number);
        }
    }

    pub(super) fn unpack(most: usize, has_numbers: bool, reader: &mut Reader<'_>) -> Option<Self> {
        let count = reader.size()?;
        let hashes = reader.doubles(count)?;
        let mut kept = Vec::with_capacity(count);
        for hash in hashes {
            let whole = u64::try_from(crate::num::whole(hash)?).ok()?;
            if kept.last().is_some_and(|(last, _)| *last >= whole) {
                return None;
            }
            kept.push((whole, 0));
        }
        for (_, number) in kept.iter_mut().filter(|_| has_numbers) {
            *number = reader.whole()?;
        }
        (count <= most).then_some(Self { most, has_numbers, kept })
    }
}

/// Returns the hashes of candidates from their coordinates, one axis after the other; `space` names the
/// plan, see [`Judge`](super::candidates::Judge).
pub fn candidate_hashes(coordinates: &[f64], axes: usize, space: u32) -> Vec<f64> {
    let rows = coordinates.len() / axes.max(1);
    let columns: Vec<&[f64]> = coordinates.chunks(rows.max(1)).collect();
    hashes(rows, (&columns, space)).into_iter().map(|hash| hash as f64).collect()
}

/// Returns the hash of each row: 53 bits of two 32-bit words, each mixed as in `MurmurHash3` with its
/// own seed.
#[allow(clippy::cast_possible_truncation, reason = "halves of a word")]
fn hashes(rows: usize, (columns, seed): (&[&[f64]], u32)) -> Vec<u64> {
    let mut mixed = vec![(0x9747_b28c ^ seed, 0x2f0b_4f3d ^ seed); rows];
    for column in columns {
        for ((high, low), number) in mixed.iter_mut().zip(*column) {
            let bits = number.to_bits();
            for word in [bits as u32, (bits >> 32) as u32] {
                *high = mix(*high, word, (0xcc9e_2d51, 0x1b87_3593));
                *low = mix(*low, word, (0x85eb_ca6b, 0xc2b2_ae35));
            }
        }
    }
    let finished = mixed.into_iter().map(|(high, low)| {
        let [high, low] = [high, low].map(|half| u64::from(finish(half)));
        (high >> 11 << 32) | low
    });
    finished.collect()
}

fn mix(hash: u32, word: u32, (first, second): (u32, u32)) -> u32 {
    let part = word.wrapping_mul(first).rotate_left(15).wrapping_mul(second);
    (hash ^ part).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

fn finish(hash: u32) -> u32 {
    let mixed = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    mixed ^ (mixed >> 16)
}
